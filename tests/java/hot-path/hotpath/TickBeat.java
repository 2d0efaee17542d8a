package hotpath;

/**
 * What an instrumented method pays with the tick clock: one comparison of threads, one volatile read, one
 * store.
 *
 * <p>The time of a record is the last exact one, until another thread moved the tick: that happens every
 * millisecond, and only inside of a dispatch. Outside of one, every record takes the exact time.
 */
final class TickBeat {
    /** A tick that is never seen. */
    private static final int NEVER = -1;

    private static final long ENTER = 1L << 63;
    private static final int ID_SHIFT = 43;
    private static final int CAPACITY = 1 << 20;

    private static final Thread MAIN = Thread.currentThread();
    private static final long BASE = System.nanoTime();
    private static final long[] RECORDS = new long[CAPACITY];

    /** Raised by the watchdog, never {@link #NEVER}. */
    static volatile int tick;

    /** Records ever written. */
    private static long written;

    private static int seen = NEVER;
    private static long stamp;
    private static boolean dispatching;

    private TickBeat() {}

    static void i(int id) {
        if (Thread.currentThread() != MAIN) {
            return;
        }
        if (tick != seen) {
            look();
        }
        RECORDS[(int) written++ & CAPACITY - 1] = ENTER | (long) id << ID_SHIFT | stamp;
    }

    static void o(int id) {
        if (Thread.currentThread() != MAIN) {
            return;
        }
        if (tick != seen) {
            look();
        }
        RECORDS[(int) written++ & CAPACITY - 1] = (long) id << ID_SHIFT | stamp;
    }

    static void dispatch(boolean begins) {
        dispatching = begins;
        look();
    }

    private static void look() {
        seen = dispatching ? tick : NEVER;
        stamp = System.nanoTime() - BASE >> 10;
    }

    /** For a benchmark's result to depend on what was done. */
    static long last() {
        return RECORDS[(int) (written - 1) & CAPACITY - 1];
    }
}
