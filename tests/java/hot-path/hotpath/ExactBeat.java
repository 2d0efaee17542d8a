package hotpath;

/** The same with the exact time in every record. */
final class ExactBeat {
    private static final int CAPACITY = 1 << 20;
    private static final Thread MAIN = Thread.currentThread();
    private static final long BASE = System.nanoTime();
    private static final long[] RECORDS = new long[CAPACITY];
    private static long written;

    private ExactBeat() {}

    static void i(int id) {
        if (Thread.currentThread() == MAIN) {
            RECORDS[(int) written++ & CAPACITY - 1] = 1L << 63 | (long) id << 43 | System.nanoTime() - BASE >> 10;
        }
    }

    static void o(int id) {
        if (Thread.currentThread() == MAIN) {
            RECORDS[(int) written++ & CAPACITY - 1] = (long) id << 43 | System.nanoTime() - BASE >> 10;
        }
    }
}
