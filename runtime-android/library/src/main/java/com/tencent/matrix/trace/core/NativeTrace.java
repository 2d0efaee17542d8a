package com.tencent.matrix.trace.core;

/** The native library; its module {@code jni} tells what its methods take. */
final class NativeTrace {
    private static final String LIBRARY = "trace_runtime";

    private enum Library {
        UNTRIED,
        LOADED,
        MISSING,
    }

    private static Library library = Library.UNTRIED;

    private NativeTrace() {}

    /** Whether there is a library; the first call loads it. */
    static synchronized boolean load() {
        if (library == Library.UNTRIED) {
            library = Library.MISSING;
            try {
                System.loadLibrary(LIBRARY);
                library = Library.LOADED;
            } catch (Throwable why) {
                Log.line("nothing is traced, the native library cannot be loaded", why);
            }
        }
        return library == Library.LOADED;
    }

    static native boolean create(String setup, long base, long[] ring);

    static native void destroy();

    static native boolean watchSignals();

    static native void dispatchBegin(long at, long written, int message);

    static native void dispatchEnd(long at, long written);

    static native void moment(long at, long written, int kind);

    static native void systemMessage(long at, long written, int what, boolean launchesActivity);

    static native void frame(long at, boolean isVsync, boolean isFirst, long intendedVsync, long vsync,
            long unknownDelay, long input, long animation, long layout, long draw, long sync, long commandIssue,
            long swapBuffers, long gpu, long total);

    static native void event(long written, String json);

    static void onReport(String json) {
        Reports.add(json);
    }

    static void onAsk(long token, int question) {
        Answers.answer(token, question);
    }

    static void onFrames(int listener, String json) {
        FrameListeners.onFrames(listener, json);
    }

    static void onBadFrame(int listener, String json) {
        FrameListeners.onBadFrame(listener, json);
    }

    static void onLog(String line) {
        Log.line(line);
    }
}
