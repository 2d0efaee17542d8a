package com.tencent.matrix.trace;

import android.app.Application;
import java.io.File;

/** The same methods as in the library, which do nothing: for builds that are not to be traced. */
public final class Trace {
    private Trace() {}

    /** Does nothing. */
    public static boolean init(Application app) {
        return false;
    }

    /** Does nothing. */
    public static boolean init(Application app, TraceConfig config) {
        return false;
    }

    /** Does nothing. */
    public static void start() {}

    /** Does nothing. */
    public static void stop() {}

    /** Does nothing. */
    public static void destroy() {}

    /** Does nothing. */
    public static boolean isStarted() {
        return false;
    }

    /** Does nothing. */
    public static void scene(String name) {}

    /** Does nothing. */
    public static void configure(TraceThresholds thresholds) {}

    /** Does nothing. */
    public static void addListener(TraceListener listener) {}

    /** Does nothing. */
    public static void removeListener(TraceListener listener) {}

    /** Does nothing. */
    public static void addFrameListener(FrameListener listener, String scene, long intervalMs, int threshold) {}

    /** Does nothing. */
    public static void removeFrameListener(FrameListener listener) {}

    /** Does nothing. */
    public static void addDropListener(DropListener listener, int threshold) {}

    /** Does nothing. */
    public static void removeDropListener(DropListener listener) {}

    /** Does nothing. */
    public static void addPlugin(TracePlugin plugin) {}

    /** Does nothing. */
    public static File reportsFolder() {
        return null;
    }
}
