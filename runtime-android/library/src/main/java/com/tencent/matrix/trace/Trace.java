package com.tencent.matrix.trace;

import android.app.Application;
import android.os.StrictMode;
import com.tencent.matrix.trace.core.FrameListeners;
import com.tencent.matrix.trace.core.Log;
import com.tencent.matrix.trace.core.Plugins;
import com.tencent.matrix.trace.core.Reports;
import com.tencent.matrix.trace.core.Tracer;
import java.io.File;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Finds what makes the app slow: methods, starts, frames.
 *
 * <pre>{@code
 * public class App extends Application {
 *     public void onCreate() {
 *         super.onCreate();
 *         Trace.init(this);
 *     }
 * }
 * }</pre>
 *
 * <p>No method throws because of what goes wrong at run time: there is a line in the log (tag {@code Trace}), and
 * the app goes on
 * without what did not work. {@link #init}, {@link #start}, {@link #stop} and {@link #destroy} are for the main
 * thread, the others for
 * any.
 */
public final class Trace {
    private static String scene;
    private static TraceThresholds thresholds;

    private Trace() {}

    /**
     * Begins to trace this process with the defaults.
     *
     * @param app the app
     * @return whether tracing has begun
     */
    public static boolean init(Application app) {
        return init(app, TraceConfig.builder().build());
    }

    /**
     * Begins to trace this process. The best place is {@code Application.onCreate}; an app of several processes
     * calls it in each.
     *
     * @param app the app
     * @param config how
     * @return whether tracing has begun; false with a line in the log, if it cannot, or has been called before
     */
    public static boolean init(Application app, TraceConfig config) {
        try {
            if (!inited(app, config)) {
                return false;
            }
            Plugins.init(app);
            begun();
            return Tracer.started();
        } catch (Throwable why) {
            Log.line("tracing does not begin", why);
            return false;
        }
    }

    /** An app that lets StrictMode look for its own work on files is not told of ours: a few small reads. */
    private static boolean inited(Application app, TraceConfig config) {
        StrictMode.ThreadPolicy policy = StrictMode.allowThreadDiskWrites();
        try {
            return Tracer.init(app, config);
        } finally {
            StrictMode.setThreadPolicy(policy);
        }
    }

    /** Goes on after {@link #stop}. */
    public static void start() {
        try {
            Tracer.start();
            begun();
        } catch (Throwable why) {
            Log.line("tracing does not start", why);
        }
    }

    /** Stops: nothing is watched and recorded until {@link #start}. */
    public static void stop() {
        try {
            Tracer.stop();
            if (!Tracer.started()) { // on another thread it refuses
                Plugins.stop();
            }
        } catch (Throwable why) {
            Log.line("tracing does not stop", why);
        }
    }

    /**
     * Stops and releases all memory. Listeners of frames, plugins, the scene and what {@link #configure} changed are
     * forgotten. {@link #init} may follow.
     */
    public static void destroy() {
        try {
            Tracer.destroy();
            if (!Tracer.started()) {
                FrameListeners.clear();
                Plugins.destroy();
                synchronized (Trace.class) {
                    scene = null;
                    thresholds = null;
                }
            }
        } catch (Throwable why) {
            Log.line("tracing does not end", why);
        }
    }

    /**
     * Whether this process is traced now.
     *
     * @return true between {@link #init} or {@link #start}, and {@link #stop}
     */
    public static boolean isStarted() {
        return Tracer.started();
    }

    /**
     * Names what the user sees, for reports: a Fragment, a route, a step of a purchase. Without, it is the visible
     * Activity.
     *
     * @param name any text, or null to go back to the Activity
     */
    public static void scene(String name) {
        try {
            synchronized (Trace.class) {
                scene = name;
            }
            tellScene(name);
        } catch (Throwable why) {
            Log.line("the scene is not changed", why);
        }
    }

    /**
     * Changes from when on something is worth a report, at once: for a configuration that comes from a server.
     *
     * @param thresholds the new ones, see {@link TraceThresholds#fromJson}
     */
    public static void configure(TraceThresholds thresholds) {
        try {
            synchronized (Trace.class) {
                Trace.thresholds = thresholds;
            }
            tellThresholds(thresholds);
        } catch (Throwable why) {
            Log.line("the thresholds are not changed", why);
        }
    }

    /**
     * Tells a listener of each report from now on, also after {@link #stop} and {@link #start}.
     *
     * @param listener told once for each report, however often it is added
     */
    public static void addListener(TraceListener listener) {
        if (listener == null) {
            Log.line("a listener of reports is null");
        } else {
            Reports.addListener(listener);
        }
    }

    /**
     * Tells a listener no more. A call that is under way may still come.
     *
     * @param listener one that was added
     */
    public static void removeListener(TraceListener listener) {
        Reports.removeListener(listener);
    }

    /**
     * Tells a listener how smoothly scenes are drawn. There can be 16.
     *
     * @param listener added once for each scene; again, it changes interval and threshold
     * @param scene the only scene it is for, or null for each
     * @param intervalMs the time for which a scene must be drawn until it is told, at least 1; a still screen adds
     *     nothing to it
     * @param threshold frames that dropped fewer are not counted; 0 for all
     */
    public static void addFrameListener(FrameListener listener, String scene, long intervalMs, int threshold) {
        try {
            FrameListeners.add(listener, scene, intervalMs, threshold);
        } catch (Throwable why) {
            Log.line("a listener of frames is not added", why);
        }
    }

    /**
     * Tells a listener no more, of no scene.
     *
     * @param listener one that was added
     */
    public static void removeFrameListener(FrameListener listener) {
        try {
            FrameListeners.remove(listener);
        } catch (Throwable why) {
            Log.line("a listener of frames is not removed", why);
        }
    }

    /**
     * Tells a listener of each frame that drops others. There can be 16.
     *
     * @param listener added once; again, it changes the threshold
     * @param threshold how many frames it must drop, at least 1
     */
    public static void addDropListener(DropListener listener, int threshold) {
        try {
            FrameListeners.addDrops(listener, threshold);
        } catch (Throwable why) {
            Log.line("a listener of bad frames is not added", why);
        }
    }

    /**
     * Tells a listener no more.
     *
     * @param listener one that was added
     */
    public static void removeDropListener(DropListener listener) {
        try {
            FrameListeners.removeDrops(listener);
        } catch (Throwable why) {
            Log.line("a listener of bad frames is not removed", why);
        }
    }

    /**
     * Adds a part of the app that goes on and off with the tracing. It is brought to where the others are at once.
     *
     * @param plugin added once
     */
    public static void addPlugin(TracePlugin plugin) {
        try {
            Plugins.add(plugin);
        } catch (Throwable why) {
            Log.line("a plugin is not added", why);
        }
    }

    /**
     * Where the reports of this process are: files {@code *.jsonl} with a report on each line, the oldest file
     * first by name.
     * Other processes of the app have folders beside it.
     *
     * @return null before {@link #init}
     */
    public static File reportsFolder() {
        return Reports.folder();
    }

    /** Tells an engine that has just begun what it missed. */
    private static void begun() {
        if (!Tracer.started()) {
            return;
        }
        String scene;
        TraceThresholds thresholds;
        synchronized (Trace.class) {
            scene = Trace.scene;
            thresholds = Trace.thresholds;
        }
        if (thresholds != null) {
            tellThresholds(thresholds);
        }
        if (scene != null) {
            tellScene(scene);
        }
        FrameListeners.listenAgain();
        Plugins.start();
    }

    private static void tellScene(String scene) {
        try {
            Object name = scene == null ? JSONObject.NULL : scene;
            Tracer.event(new JSONObject().put("event", "sceneChanged").put("scene", name));
        } catch (JSONException never) {
            throw new AssertionError(never);
        }
    }

    private static void tellThresholds(TraceThresholds thresholds) {
        try {
            JSONObject all = new JSONObject(thresholds.toJson());
            Tracer.event(new JSONObject().put("event", "configure").put("thresholds", all));
        } catch (JSONException never) {
            throw new AssertionError(never);
        }
    }
}
