package com.tencent.matrix.trace.core;

import android.app.Activity;
import android.os.Looper;

/**
 * What instrumented code calls: records of the main thread's calls, into an array that the native library copies
 * from.
 *
 * <p>{@link #i} and {@link #o} are nearly all that tracing costs, so nothing is in them that could be elsewhere: no
 * lock, no allocation, no try, no virtual call. What they do is told in the native library's modules {@code ring} and
 * {@code clock}. Whatever happens seldom is in {@link #late}, which makes the record itself: if the fast way went on
 * after it, compilers would forget there what they know of the fields. {@link #written} is read before {@link #tick}
 * for the like reason, as nothing that was read or written before a volatile field is known after it.
 *
 * <p>All fields but {@link #tick} and {@link #recording} are for the main thread alone.
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

    /** Records ever written. Plain: the watchdog, which reads it, knows how late it may be. */
    static long written;

    /** In place of a ring, if there is none. */
    static final long[] NOTHING = new long[1];

    /** Null where there is no main looper: outside of Android, and in a zygote. */
    private static final Thread MAIN = mainThread();

    /** Asked for where {@link #tick} is not {@link #seen}, which is so for each call while it is false. */
    private static volatile boolean recording = true;

    private static int seen = NEVER;
    private static long stamp;
    private static boolean dispatching;
    private static boolean called;

    /** Its length is a power of two. */
    private static long[] ring = NOTHING;
    private static int mask;

    private AppMethodBeat() {}

    /**
     * A method begins.
     *
     * @param id its number in the mapping, 20 bits
     */
    public static void i(int id) {
        if (Thread.currentThread() != MAIN) {
            return;
        }
        long count = written;
        if (tick != seen) {
            late(ENTER | (long) id << ID_SHIFT);
            return;
        }
        ring[(int) count & mask] = ENTER | (long) id << ID_SHIFT | stamp;
        written = count + 1;
    }

    /**
     * A method ends, however it does.
     *
     * @param id its number in the mapping, 20 bits
     */
    public static void o(int id) {
        if (Thread.currentThread() != MAIN) {
            return;
        }
        long count = written;
        if (tick != seen) {
            late((long) id << ID_SHIFT);
            return;
        }
        ring[(int) count & mask] = (long) id << ID_SHIFT | stamp;
        written = count + 1;
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
        if (!recordsThisThread()) {
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
        if (!recordsThisThread()) {
            return;
        }
        long now = System.nanoTime();
        dispatching = false;
        look(now);
        record((long) DISPATCH << ID_SHIFT);
        NativeTrace.dispatchEnd(now, written);
    }

    /** The main thread records from now on. On it. */
    static void record(long[] records) {
        ring = records;
        mask = records.length - 1;
        called = true;
        beExact();
        recording = true;
    }

    /** Records no more. On the main thread, or on any one while {@link #beExact} holds. */
    static void stop() {
        recording = false;
        if (isMainThread()) {
            beExact();
        }
    }

    /** The same, and lets the array go. On the main thread. */
    static void release() {
        stop();
        mask = 0;
        ring = NOTHING;
    }

    static boolean isMainThread() {
        return Thread.currentThread() == MAIN;
    }

    /** Whether this thread's calls are recorded. */
    static boolean recordsThisThread() {
        return isMainThread() && recording;
    }

    static long[] ring() {
        return ring;
    }

    private static Thread mainThread() {
        try {
            Looper looper = Looper.getMainLooper();
            return looper == null ? null : looper.getThread();
        } catch (Throwable none) {
            return null;
        }
    }

    /** A record when the tick has moved, or tells nothing. */
    private static void late(long edge) {
        if (!called) {
            called = true;
            Recording.firstCall();
        }
        if (recording) {
            look(System.nanoTime());
            record(edge);
        }
    }

    /** Each record asks for the time, until the next dispatch. */
    private static void beExact() {
        dispatching = false;
        seen = NEVER;
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
