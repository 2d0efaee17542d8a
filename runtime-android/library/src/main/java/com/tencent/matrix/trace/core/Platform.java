package com.tencent.matrix.trace.core;

import android.app.Application;
import com.tencent.matrix.trace.TraceConfig;
import java.io.File;

/**
 * All that is hung into the framework, in the order in which it is needed. Each part may fail for itself. Main thread
 * only.
 */
final class Platform {
    /** There before the tracer, from the first recorded call on. */
    private static final ActivityThreadHook systemMessages = new ActivityThreadHook();

    private final Application app;
    private final TraceConfig config;
    private final LooperMonitor looper;
    private final IdleHandlers idleHandlers = new IdleHandlers();
    private final Lifecycle lifecycle;
    private final Frames frames;
    private boolean askedForExits;

    Platform(Application app, TraceConfig config) {
        this.app = app;
        this.config = config;
        looper = new LooperMonitor(config.looperObserver(), LooperMonitor.CHECK_NANOS);
        lifecycle = new Lifecycle(app);
        frames = new Frames(app, lifecycle, looper);
    }

    /** The process has just begun. */
    static void firstCall() {
        systemMessages.install();
    }

    /** There will be no engine. */
    static void giveUp() {
        systemMessages.remove();
    }

    /** Whether an Activity was launched before the engine began to listen; forgets what was heard then. */
    static boolean forgetLaunch() {
        return systemMessages.forgetLaunch();
    }

    /** The engine listens, and knows nothing yet. */
    void start() {
        Answers.use(app);
        systemMessages.install();
        systemMessages.drainTo(new ToEngine());
        if (config.preferencesFix()) {
            systemMessages.fixPreferences();
        }
        lifecycle.install();
        lifecycle.tracerStarted();
        looper.install();
        looper.tracerStarted();
        if (config.idleHandlers()) {
            idleHandlers.install();
        }
        if (config.frames()) {
            frames.install();
        }
        if (config.watchSignals()) {
            NativeTrace.watchSignals();
        }
    }

    /** The engine is about to go. Activities are still followed, for the next start. */
    void stop() {
        frames.remove();
        idleHandlers.remove();
        looper.remove();
        systemMessages.remove();
    }

    /** Nothing is left in the framework. */
    void destroy() {
        stop();
        lifecycle.remove();
    }

    /** Reports ANRs of earlier runs, on a thread of its own; once. */
    void reportExits(final String process, final File folder) {
        if (askedForExits || !config.exitReasons() || folder == null) {
            return;
        }
        askedForExits = true;
        new Worker("trace-exits", 1).post(new Runnable() {
            @Override
            public void run() {
                for (String report : ExitReasons.reports(app, process, folder)) {
                    Reports.add(report);
                }
            }
        });
    }

    private static final class ToEngine implements ActivityThreadHook.Sink {
        @Override
        public void systemMessage(long at, int what, boolean launchesActivity) {
            if (Tracer.started()) {
                NativeTrace.systemMessage(at, AppMethodBeat.written, what, launchesActivity);
            }
        }
    }
}
