package com.tencent.matrix.trace.core;

import java.util.concurrent.TimeUnit;

/**
 * When {@link AppMethodBeat} records, and into what.
 *
 * <p>Records are made from the first call on, for the calls before the app starts the tracer are those of its start.
 * An app that does not start it within ten seconds is not recorded any longer.
 */
final class Recording {
    /** Records before the tracer starts. */
    private static final int EARLY = 1 << 16;

    private static final BeatState state = new BeatState(AppMethodBeat.BASE);
    private static long firstCallAt;

    private Recording() {}

    /** The first call on the main thread. Never throws: it is within a method of the app. */
    static synchronized void firstCall() {
        try {
            long now = System.nanoTime();
            follow(state.elapse(now));
            if (state.firstCall(now) != BeatState.Change.HOOK) {
                return;
            }
            firstCallAt = now;
            AppMethodBeat.record(new long[EARLY]);
            Tracer.firstCall();
            if (state.waits()) {
                expireLater();
            }
        } catch (Throwable why) {
            follow(state.giveUp());
            Log.line("calls are not recorded", why);
        }
    }

    /** When that was, of {@code System.nanoTime}; 0 if the first one came too late. */
    static synchronized long firstCallAt() {
        return firstCallAt;
    }

    /**
     * Records the main thread, which calls this, for the tracer. Calls that were recorded already stay. If there
     * was none, this is the first.
     *
     * @param capacity of the ring, a power of two
     * @return the ring, null without memory
     */
    static synchronized long[] start(int capacity) {
        state.start();
        long now = System.nanoTime();
        if (state.firstCall(now) == BeatState.Change.HOOK) {
            firstCallAt = now;
        }
        long[] ring = AppMethodBeat.ring();
        if (ring.length != capacity) {
            try {
                long[] larger = new long[capacity];
                AppMethodBeat.written = move(ring, AppMethodBeat.written, larger);
                ring = larger;
            } catch (OutOfMemoryError none) {
                Log.line("no memory for a ring of " + capacity + " records, it has " + ring.length);
            }
        }
        if (ring == AppMethodBeat.NOTHING) {
            follow(state.giveUp());
            return null;
        }
        AppMethodBeat.record(ring);
        return ring;
    }

    /** Records no more; the ring stays. */
    static synchronized void stop() {
        state.stop();
        AppMethodBeat.stop();
    }

    /** Records no more, and lets the ring go. */
    static synchronized void release() {
        follow(state.giveUp());
    }

    /**
     * Copies the newest records to the begin of another ring.
     *
     * @return how many
     */
    static int move(long[] from, long written, long[] to) {
        if (from == AppMethodBeat.NOTHING) {
            return 0;
        }
        int count = (int) Math.min(written, Math.min(from.length, to.length));
        for (int at = 0; at < count; at++) {
            to[at] = from[(int) (written - count + at) & from.length - 1];
        }
        return count;
    }

    private static void follow(BeatState.Change change) {
        if (change == BeatState.Change.RELEASE) {
            AppMethodBeat.release();
        }
    }

    private static void expireLater() {
        Thread timer = new Thread("trace-start-limit") {
            @Override
            public void run() {
                try {
                    TimeUnit.NANOSECONDS.sleep(BeatState.START_LIMIT);
                } catch (InterruptedException now) {
                    // Then it is late enough.
                }
                expire();
            }
        };
        timer.setDaemon(true);
        timer.start();
    }

    private static synchronized void expire() {
        follow(state.elapse(System.nanoTime()));
        if (state.state() == BeatState.State.EXPIRED_START) {
            AppMethodBeat.stop();
            Log.line("calls are not recorded any longer: Trace.init was not called within ten seconds");
        }
    }
}
