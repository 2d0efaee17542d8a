package hotpath;

/**
 * What Matrix TraceCanary 2.0.8 does for a record, step by step: its state, a listener, the thread's id, a
 * flag against entering again, an index that starts over at a million, milliseconds that another thread
 * renews, and a look at the list of marks.
 */
final class MatrixBeat {
    private static final int STOPPED = -1;
    private static final int FRESH = Integer.MAX_VALUE;
    private static final int CAPACITY = 1_000_000;
    private static final int DISPATCH = 0xFFFFE;
    private static final int LIMIT = 0xFFFFF;

    private static final long MAIN = Thread.currentThread().getId();
    private static final long START = millis();
    private static final Object LOCK = new Object();
    private static final long[] RECORDS = new long[CAPACITY];

    static volatile long elapsed;
    private static volatile int status = FRESH;
    private static Runnable listener;
    private static boolean busy;
    private static int index;
    private static int lastIndex = -1;
    private static Mark firstMark;

    private static final class Mark {
        int index;
        boolean valid = true;
        Mark next;
    }

    private MatrixBeat() {}

    static void i(int id) {
        if (status <= STOPPED || id >= LIMIT) {
            return;
        }
        if (status == FRESH) {
            synchronized (LOCK) {
                if (status == FRESH) {
                    elapsed = millis() - START;
                    status = 1;
                }
            }
        }
        long thread = Thread.currentThread().getId();
        if (listener != null) {
            listener.run();
        }
        if (thread != MAIN) {
            return;
        }
        if (busy) {
            return;
        }
        busy = true;
        if (index >= CAPACITY) {
            index = 0;
        }
        write(id, index, true);
        ++index;
        busy = false;
    }

    static void o(int id) {
        if (status <= STOPPED || id >= LIMIT) {
            return;
        }
        if (Thread.currentThread().getId() == MAIN) {
            if (index >= CAPACITY) {
                index = 0;
            }
            write(id, index, false);
            ++index;
        }
    }

    /** Every five milliseconds, by another thread. */
    static void renew() {
        elapsed = millis() - START;
    }

    private static void write(int id, int at, boolean enters) {
        if (id == DISPATCH) {
            elapsed = millis() - START;
        }
        try {
            long record = 0;
            if (enters) {
                record |= 1L << 63;
            }
            record |= (long) id << 43;
            record |= elapsed & 0x7FFFFFFFFFFL;
            RECORDS[at] = record;
            dropMarks(at);
            lastIndex = at;
        } catch (Throwable problem) {
            throw new IllegalStateException(problem);
        }
    }

    private static void dropMarks(int at) {
        Mark mark = firstMark;
        while (mark != null) {
            if (mark.index != at && (mark.index != -1 || lastIndex != CAPACITY - 1)) {
                break;
            }
            mark.valid = false;
            firstMark = mark = mark.next;
        }
    }

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }
}
