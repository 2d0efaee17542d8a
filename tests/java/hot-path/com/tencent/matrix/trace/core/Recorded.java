package com.tencent.matrix.trace.core;

/** A thread that is recorded as an app's main thread is, within a message, by the library itself. */
public final class Recorded {
    private static final int CAPACITY = 1 << 20;
    private static final String NEVER = "1000000000000";
    /** Nothing takes so long, for the watchdog to do nothing but tick. */
    private static final String SETUP = "{\"thresholds\":{\"evilMethodMs\":" + NEVER + ",\"lagMs\":" + NEVER
            + ",\"anrMs\":" + NEVER + "}}";

    private Recorded() {}

    /** Begins with a message on this thread. */
    public static void begin() {
        long[] ring = new long[CAPACITY];
        if (!NativeTrace.load() || !NativeTrace.create(SETUP, AppMethodBeat.BASE, ring)) {
            throw new IllegalStateException("no tracer");
        }
        AppMethodBeat.record(ring);
        AppMethodBeat.dispatchBegin(1);
    }

    /** Ends it; the watchdog must have ticked. */
    public static void end() throws InterruptedException {
        // The tick is parked, which is negative, while the watchdog does something else.
        for (int wait = 0; AppMethodBeat.tick < 100; wait++) {
            if (wait == 1_000) {
                throw new IllegalStateException("no ticks");
            }
            Thread.sleep(1);
        }
        NativeTrace.destroy();
        AppMethodBeat.release();
    }
}
