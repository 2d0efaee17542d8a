package com.tencent.matrix.trace.core;

import android.app.Application;
import android.os.Build;
import com.tencent.matrix.trace.TraceConfig;
import java.io.File;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Puts the parts together. The first four methods are for the main thread; on another one they do nothing but write
 * a line to the log, as much of what they change belongs to that thread.
 */
public final class Tracer {
    private static Application app;
    private static TraceConfig config;
    private static Platform platform;
    private static String process;
    private static boolean startTold;
    private static volatile boolean started;

    private Tracer() {}

    /**
     * Sets all up, and starts.
     *
     * @param app the app
     * @param config how
     * @return false, with a line in the log, if that was not possible or has been done
     */
    public static boolean init(Application app, TraceConfig config) {
        if (!isMainThread("init")) {
            return false;
        }
        if (app == null || config == null) {
            Log.line("Trace.init: the app or the configuration is null");
            return false;
        }
        if (Tracer.app != null) {
            Log.line("Trace.init was called already: this one changes nothing");
            return false;
        }
        if (!NativeTrace.load()) {
            giveUp();
            return false;
        }
        Tracer.app = app;
        Tracer.config = config;
        try {
            platform = new Platform(app, config);
            process = ProcessFacts.processName(app);
            openReports();
            start();
        } catch (Throwable why) {
            Log.line("nothing is traced", why);
        }
        if (!started) {
            destroy();
        }
        return started;
    }

    /** Watches and records, after {@link #init}. */
    public static void start() {
        if (started || !isMainThread("start")) {
            return;
        }
        if (app == null) {
            Log.line("Trace.start: call Trace.init first");
            return;
        }
        long[] ring = Recording.start(config.ringCapacity());
        if (ring == null || !create(ring)) {
            giveUp();
            return;
        }
        started = true;
        try {
            tellStart();
            platform.start();
            Focus.tellAgain();
            platform.reportExits(process, Reports.folder());
        } catch (Throwable why) {
            Log.line("the tracer does not know what was before it", why);
        }
    }

    /** Watches and records nothing until {@link #start}. */
    public static void stop() {
        if (!started || !isMainThread("stop")) {
            return;
        }
        started = false;
        Recording.stop();
        try {
            platform.stop();
        } finally {
            NativeTrace.destroy();
        }
    }

    /** Stops, and releases all. */
    public static void destroy() {
        if (app == null || !isMainThread("destroy")) {
            return;
        }
        stop();
        giveUp();
        if (platform != null) {
            platform.destroy();
        }
        platform = null;
        app = null;
        config = null;
    }

    /**
     * Whether this process is traced now.
     *
     * @return whether
     */
    public static boolean started() {
        return started;
    }

    /**
     * Tells the engine something. On any thread; while nothing is traced it does nothing.
     *
     * @param event as the engine's {@code TimedEvent}; {@code at} is added if it is missing
     */
    public static void event(JSONObject event) {
        if (!started) {
            return;
        }
        try {
            if (!event.has("at")) {
                event.put("at", System.nanoTime());
            }
            NativeTrace.event(AppMethodBeat.recordsThisThread() ? AppMethodBeat.written : -1, event.toString());
        } catch (Throwable why) {
            Log.line("an event was not told", why);
        }
    }

    /** Tells the engine a moment of the main thread, one of {@code moment}'s kinds. */
    static void moment(int kind) {
        if (started && AppMethodBeat.recordsThisThread()) {
            NativeTrace.moment(System.nanoTime(), AppMethodBeat.written, kind);
        }
    }

    /** The first call that is recorded: what the system tells the app is heard from now on. */
    static void firstCall() {
        Platform.firstCall();
    }

    private static void giveUp() {
        Recording.release();
        Platform.giveUp();
    }

    private static boolean create(long[] ring) {
        try {
            return NativeTrace.create(setup(), AppMethodBeat.BASE, ring);
        } catch (Throwable why) {
            Log.line("no tracer", why);
            return false;
        }
    }

    private static String setup() throws JSONException {
        String buildId = config.buildId();
        return new JSONObject()
                .put("thresholds", new JSONObject(config.thresholds().toJson()))
                .put("process", process)
                .putOpt("buildId", buildId == null ? ProcessFacts.buildId(app) : buildId)
                .putOpt("machine", ProcessFacts.machine(app))
                .put("apiLevel", Build.VERSION.SDK_INT)
                .put("splashActivities", new JSONArray(config.splashActivities()))
                .put("off", off())
                .put("eachIssueOnce", config.eachIssueOnce())
                .toString();
    }

    /** Kinds of report that are not wanted. */
    private static JSONArray off() {
        JSONArray off = new JSONArray();
        add(off, "evilMethod", config.evilMethods());
        add(off, "anr", config.anrs());
        add(off, "lag", config.lags());
        add(off, "startUp", config.startUps());
        add(off, "fps", config.frames());
        add(off, "idleHandler", config.idleHandlers());
        add(off, "priority", config.priorities());
        return off;
    }

    private static void add(JSONArray off, String kind, boolean wanted) {
        if (!wanted) {
            off.put(kind);
        }
    }

    private static void openReports() {
        try {
            File folder = config.reportsFolder();
            if (folder == null) {
                folder = new File(app.getFilesDir(), "trace-reports");
            }
            Reports.open(folder, process, config.reportsLimitBytes());
        } catch (Throwable why) {
            Log.line("there is no folder for reports, listeners still get them", why);
        }
    }

    /** A start that the engine hears of too late would get a wrong length: it is not told at all. */
    private static void tellStart() {
        if (startTold) {
            return;
        }
        startTold = true;
        long firstCall = Recording.firstCallAt();
        if (firstCall == 0 || Platform.forgetLaunch()) {
            Log.line("no cold start is reported: call Trace.init earlier, best in Application.onCreate");
        } else {
            NativeTrace.moment(firstCall, AppMethodBeat.written, 0);
        }
    }

    private static boolean isMainThread(String method) {
        if (AppMethodBeat.isMainThread()) {
            return true;
        }
        Log.line("Trace." + method + " does nothing: call it on the main thread, best in Application.onCreate");
        return false;
    }
}
