package com.tencent.matrix.trace.core;

import android.app.Activity;
import android.os.Looper;

/**
 * What instrumented code calls: records of the main thread's calls, into an array that the native library copies
 * from.
 *
 * <p>{@link #i} and {@link #o} are nearly all that tracing costs, so nothing is in them that could be elsewhere: no
 * lock, no allocation, no try, no virtual call. What they do is told in the native library's modules {@code ring} and
 * {@code clock}. Whatever is not recorded, for whatever reason, fails the first comparison.
 */
public final class AppMethodBeat {
    /** Id of the record that spans a message of the main looper. */
    private static final int DISPATCH = 0xFFFFE;
    private static final long ENTER = 1L << 63;
    private static final int ID_SHIFT = 43;
    /** Nanoseconds to the records' unit of time. */
    private static final int TIME_SHIFT = 10;

    /** {@link #tick} while none come. */
    private static final int PARKED = -2;
    /** {@link #seen} when each record has to ask for the time. */
    private static final int NEVER = -1;

    /** Zero of the records' time, of {@code System.nanoTime}. */
    static final long BASE = System.nanoTime();

    /** The native library raises it some thousand times a second within a message. */
    static volatile int tick = PARKED;

    /** Records ever written. Plain as all that follows, for only the recorded thread writes it. */
    static long written;

    /** For calls that are made while recording ends. */
    static final long[] NOTHING = new long[1];

    private static int seen = NEVER;
    private static long stamp;
    private static boolean dispatching;
    private static boolean called;

    /** Its length is a power of two. Replaced by the recorded thread, but for {@link #NOTHING}. */
    private static long[] ring = NOTHING;
    private static int mask;

    /** The main thread; null while nothing is recorded. Any thread may set that. */
    private static Thread recorded = mainThread();

    private AppMethodBeat() {}

    /**
     * A method begins.
     *
     * @param id its number in the mapping, 20 bits
     */
    public static void i(int id) {
        if (Thread.currentThread() != recorded) {
            return;
        }
        if (tick != seen) {
            look();
        }
        ring[(int) written++ & mask] = ENTER | (long) id << ID_SHIFT | stamp;
    }

    /**
     * A method ends, however it does.
     *
     * @param id its number in the mapping, 20 bits
     */
    public static void o(int id) {
        if (Thread.currentThread() != recorded) {
            return;
        }
        if (tick != seen) {
            look();
        }
        ring[(int) written++ & mask] = (long) id << ID_SHIFT | stamp;
    }

    /**
     * {@code onWindowFocusChanged} of an Activity; each level of its classes may tell.
     *
     * @param activity whose window it is
     * @param focus whether it has the focus now
     */
    public static void at(Activity activity, boolean focus) {
        Focus.changed(activity, focus);
    }

    /** The main looper begins with a message of this kind. */
    static void dispatchBegin(int messageKind) {
        if (Thread.currentThread() != recorded) {
            return;
        }
        long now = System.nanoTime();
        dispatching = true;
        look(now);
        NativeTrace.dispatchBegin(now, written, messageKind);
        record(ENTER | (long) DISPATCH << ID_SHIFT);
    }

    /** It is done with it. */
    static void dispatchEnd() {
        if (Thread.currentThread() != recorded) {
            return;
        }
        long now = System.nanoTime();
        dispatching = false;
        look(now);
        record((long) DISPATCH << ID_SHIFT);
        NativeTrace.dispatchEnd(now, written);
    }

    /** Records from now on, into {@code records}. On the thread itself. */
    static void record(Thread thread, long[] records) {
        ring = records;
        mask = records.length - 1;
        called = true;
        dispatching = false;
        seen = NEVER;
        recorded = thread;
    }

    /** Records no more. On any thread: a record that is being made goes to where it would have. */
    static void stop() {
        recorded = null;
    }

    /** The same, and lets the array go. */
    static void release() {
        recorded = null;
        mask = 0;
        ring = NOTHING;
    }

    /** Whether this thread's calls are recorded. */
    static boolean recordsThisThread() {
        return Thread.currentThread() == recorded;
    }

    static long[] ring() {
        return ring;
    }

    /** Null where there is no main looper: outside of Android, and in a zygote. */
    static Thread mainThread() {
        try {
            Looper looper = Looper.getMainLooper();
            return looper == null ? null : looper.getThread();
        } catch (Throwable none) {
            return null;
        }
    }

    /** The tick has moved, or tells nothing: asks for the time. */
    private static void look() {
        if (!called) {
            called = true;
            Recording.firstCall();
        }
        look(System.nanoTime());
    }

    private static void look(long nanos) {
        int now = tick;
        seen = dispatching && now >= 0 ? now : NEVER;
        stamp = Math.max(stamp, nanos - BASE >> TIME_SHIFT);
    }

    private static void record(long edge) {
        ring[(int) written++ & mask] = edge | stamp;
    }
}
