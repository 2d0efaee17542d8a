package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertTrue;

import android.os.Looper;
import com.tencent.matrix.trace.harness.MainThread;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Records of dispatches that a looper monitor makes, without an engine that listens. */
final class Dispatches {
    private static final int DISPATCH = 0xFFFFE;

    private Dispatches() {}

    /** Makes calls of the main thread be recorded. */
    static void record() throws Exception {
        MainThread.run(() -> {
            NativeTrace.load();
            Recording.start(1 << 16);
        });
    }

    /** Runs a message; what is recorded of it, and of no other: begins and ends as {@code "><"}. */
    static String ofMessage() throws Exception {
        AtomicLong before = new AtomicLong();
        // What is around the code that asks belongs to the messages that ask.
        MainThread.call(() -> before.getAndSet(AppMethodBeat.written));
        return between(before.get(), MainThread.call(() -> AppMethodBeat.written));
    }

    /** What is recorded of them while {@code task} runs in a message. */
    static String within(MainThread.Task task) throws Exception {
        long[] before = new long[1];
        long after = MainThread.call(() -> {
            before[0] = AppMethodBeat.written;
            task.run();
            return AppMethodBeat.written;
        });
        return between(before[0], after);
    }

    private static String between(long from, long to) {
        StringBuilder edges = new StringBuilder();
        long[] ring = AppMethodBeat.ring();
        for (long at = from; at < to; at++) {
            long record = ring[(int) at & ring.length - 1];
            if ((record >>> 43 & 0xFFFFF) == DISPATCH) {
                edges.append(record < 0 ? '>' : '<');
            }
        }
        return edges.toString();
    }

    /** Lets the looper's idle handlers run, with messages between. */
    static void idle() throws Exception {
        for (int n = 0; n < 3; n++) {
            CountDownLatch ran = new CountDownLatch(1);
            // Behind those that are there.
            MainThread.run(() -> Looper.myQueue().addIdleHandler(() -> {
                ran.countDown();
                return false;
            }));
            assertTrue("the looper is never idle", ran.await(60, TimeUnit.SECONDS));
            MainThread.idle();
        }
    }

    static Object printer() throws ReflectiveOperationException {
        return Hidden.field(Looper.class, "mLogging").get(Looper.getMainLooper());
    }
}
