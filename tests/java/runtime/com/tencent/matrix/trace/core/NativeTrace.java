package com.tencent.matrix.trace.core;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The class that the library wants, with a writer of records and callbacks that keep what they are told. */
public final class NativeTrace {
    public static final int DISPATCH = 0xFFFFE;

    /** What the callbacks were told: their name, a space, and the rest. */
    public static final BlockingQueue<String> TOLD = new LinkedBlockingQueue<>();

    /** Thrown by each callback but {@code onLog}, if not null. */
    public static volatile RuntimeException thrown;

    private static long[] ring;
    private static long base;
    private static long time;
    private static int seen = -1;
    private static boolean dispatching;

    static {
        System.load(System.getProperty("library"));
    }

    private NativeTrace() {}

    public static native boolean create(String setup, long base, long[] ring);

    public static native void destroy();

    public static native boolean watchSignals();

    public static native void dispatchBegin(long at, long written, int message);

    public static native void dispatchEnd(long at, long written);

    public static native void moment(long at, long written, int kind);

    public static native void systemMessage(long at, long written, int what, boolean launchesActivity);

    public static native void frame(long at, boolean isVsync, boolean isFirst, long intendedVsync, long vsync,
            long unknownDelay, long input, long animation, long layout, long draw, long sync,
            long commandIssue, long swapBuffers, long gpu, long total);

    public static native void event(long written, String json);

    /** Only in a library with the feature test-hooks. */
    public static native void plantPanic(int place);

    static void onReport(String json) {
        told("report " + json);
    }

    static void onAsk(long token, int question) {
        StringBuilder stack = new StringBuilder();
        for (StackTraceElement element : main.getStackTrace()) {
            stack.append(element.getClassName()).append('.').append(element.getMethodName()).append("|");
        }
        told("ask " + question);
        event(-1, "{\"at\":" + System.nanoTime() + ",\"event\":\"answer\",\"token\":" + token + ",\"threadStack\":\""
                + stack.toString().replace("\"", "") + "\",\"threadState\":\"" + main.getState() + "\"}");
    }

    static void onFrames(int listener, String json) {
        told("frames " + listener + " " + json);
    }

    static void onBadFrame(int listener, String json) {
        told("bad " + listener + " " + json);
    }

    static void onLog(String line) {
        TOLD.add("log " + line);
    }

    private static void told(String what) {
        TOLD.add(what);
        RuntimeException thrown = NativeTrace.thrown;
        if (thrown != null) {
            throw thrown;
        }
    }

    public static Thread main;

    /** Begins to record on the calling thread; false if there is no ring. */
    public static boolean start(String setup, int capacity) {
        main = Thread.currentThread();
        AppMethodBeat.written = 0;
        base = System.nanoTime();
        ring = new long[capacity];
        return create(setup, base, ring);
    }

    public static void stop() {
        destroy();
        ring = null;
    }

    public static long[] ring() {
        return ring;
    }

    public static int tick() {
        return AppMethodBeat.tick;
    }

    public static long written() {
        return AppMethodBeat.written;
    }

    /** A message: its records and what the looper would tell. */
    public static void dispatch(Runnable message) {
        dispatching = true;
        stamp();
        dispatchBegin(System.nanoTime(), written(), 1);
        i(DISPATCH);
        message.run();
        dispatching = false;
        stamp();
        o(DISPATCH);
        dispatchEnd(System.nanoTime(), written());
    }

    public static void i(int id) {
        put(Long.MIN_VALUE | (long) id << 43);
    }

    public static void o(int id) {
        put((long) id << 43);
    }

    private static void put(long record) {
        long[] ring = NativeTrace.ring;
        if (AppMethodBeat.tick != seen) {
            stamp();
        }
        ring[(int) AppMethodBeat.written & (ring.length - 1)] = record | time;
        AppMethodBeat.written++;
    }

    private static void stamp() {
        int now = AppMethodBeat.tick;
        seen = dispatching && now >= 0 ? now : -1;
        time = (System.nanoTime() - base) >> 10;
    }
}
