package com.tencent.matrix.trace.core;

import android.app.Activity;
import android.app.Application;
import android.os.Bundle;
import com.tencent.matrix.trace.TracePlugin;
import java.util.concurrent.CopyOnWriteArrayList;

/** Parts of the app that go with the tracing. What one of them throws is logged. */
public final class Plugins {
    private enum Step {
        INIT, START, STOP, DESTROY, TO_FOREGROUND, TO_BACKGROUND
    }

    private static final CopyOnWriteArrayList<TracePlugin> plugins = new CopyOnWriteArrayList<TracePlugin>();
    
    private static Foreground foreground;
    private static Application app;
    private static boolean started;

    private Plugins() {}

    /** Adds a plugin, and brings it to where the others are. */
    public static synchronized void add(TracePlugin plugin) {
        if (plugin == null) {
            Log.line("a plugin is null");
            return;
        }
        if (!plugins.addIfAbsent(plugin) || app == null) {
            return;
        }
        step(plugin, Step.INIT);
        if (started) {
            step(plugin, Step.START);
        }
    }

    /** Tracing is set up. */
    public static synchronized void init(Application app) {
        if (Plugins.app == null) {
            Plugins.app = app;
            foreground = new Foreground();
            app.registerActivityLifecycleCallbacks(foreground);
            all(Step.INIT);
        }
    }

    /** Tracing begins. */
    public static synchronized void start() {
        if (!started) {
            started = true;
            all(Step.START);
        }
    }

    /** Tracing stops. */
    public static synchronized void stop() {
        if (started) {
            started = false;
            all(Step.STOP);
        }
    }

    /** Tracing ends, and all plugins are forgotten. */
    public static synchronized void destroy() {
        stop();
        if (app != null) {
            app.unregisterActivityLifecycleCallbacks(foreground);
            all(Step.DESTROY);
            app = null;
            plugins.clear();
        }
    }

    private static void all(Step step) {
        for (TracePlugin plugin : plugins) {
            step(plugin, step);
        }
    }

    private static void step(TracePlugin plugin, Step step) {
        try {
            switch (step) {
                case INIT:
                    plugin.onInit(app);
                    break;
                case START:
                    plugin.onStart();
                    break;
                case STOP:
                    plugin.onStop();
                    break;
                case DESTROY:
                    plugin.onDestroy();
                    break;
                default:
                    plugin.onForeground(step == Step.TO_FOREGROUND);
                    break;
            }
        } catch (Throwable why) {
            Log.line("a plugin failed: " + plugin.getClass().getName(), why);
        }
    }

    /** Counts started Activities. One that is made again after a change of configuration keeps its place meanwhile. */
    private static final class Foreground implements Application.ActivityLifecycleCallbacks {
        private int visible;
        private int changing;

        @Override
        public void onActivityStarted(Activity activity) {
            if (changing > 0) {
                changing--;
            } else if (visible++ == 0) {
                all(Step.TO_FOREGROUND);
            }
        }

        @Override
        public void onActivityStopped(Activity activity) {
            if (activity.isChangingConfigurations()) {
                changing++;
            } else if (visible > 0 && --visible == 0) {
                all(Step.TO_BACKGROUND);
            }
        }

        @Override
        public void onActivityCreated(Activity activity, Bundle state) {}

        @Override
        public void onActivityResumed(Activity activity) {}

        @Override
        public void onActivityPaused(Activity activity) {}

        @Override
        public void onActivitySaveInstanceState(Activity activity, Bundle state) {}

        @Override
        public void onActivityDestroyed(Activity activity) {}
    }
}
