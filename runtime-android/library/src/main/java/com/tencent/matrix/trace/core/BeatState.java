package com.tencent.matrix.trace.core;

/**
 * Whether calls are recorded. The native library's module {@code beat} is the model, with a table of the changes;
 * both are tested with the same ones.
 */
final class BeatState {
    /** How long a process may take to start the tracer, from when this was loaded and then from the first call. */
    static final long START_LIMIT = 10_000_000_000L;

    /** Matrix's states. */
    enum State {
        DEFAULT,
        READY,
        STARTED,
        STOPPED,
        EXPIRED_START,
        RELEASED;

        boolean records() {
            return this == DEFAULT || this == READY || this == STARTED;
        }
    }

    /** What has to be done after a change of state. */
    enum Change {
        NONE,
        /** Hear of what the system tells the app. */
        HOOK,
        /** Make a ring, then hook. */
        MAKE_RING,
        /** Take the hooks out and let the ring go. */
        RELEASE,
    }

    private State state = State.DEFAULT;
    private boolean hooked;
    private boolean startKept;
    private long since;

    /** {@code at}: when this was loaded, as all times of {@code System.nanoTime}. */
    BeatState(long at) {
        since = at;
    }

    State state() {
        return state;
    }

    Change firstCall(long at) {
        if (state != State.DEFAULT) {
            return Change.NONE;
        }
        since = at;
        state = startKept ? State.STARTED : State.READY;
        return hook();
    }

    Change start() {
        switch (state) {
            case STARTED:
                return Change.NONE;
            case DEFAULT:
                startKept = true;
                return Change.NONE;
            case RELEASED:
                state = State.STARTED;
                hooked = true;
                return Change.MAKE_RING;
            default:
                state = State.STARTED;
                return hook();
        }
    }

    void stop() {
        startKept = false;
        if (state == State.STARTED) {
            state = State.STOPPED;
        }
    }

    void forceStop() {
        startKept = false;
        if (state != State.RELEASED) {
            state = State.STOPPED;
        }
    }

    Change release() {
        return startKept || state == State.STARTED || state == State.RELEASED ? Change.NONE : giveUp();
    }

    Change giveUp() {
        state = State.RELEASED;
        hooked = false;
        startKept = false;
        return Change.RELEASE;
    }

    /** Whether there is a time at which {@link #elapse} changes something. */
    boolean waits() {
        return (state == State.DEFAULT || state == State.READY) && !startKept;
    }

    Change elapse(long at) {
        if (!waits() || at - since < START_LIMIT) {
            return Change.NONE;
        }
        if (state == State.DEFAULT) {
            return giveUp();
        }
        state = State.EXPIRED_START;
        return Change.NONE;
    }

    private Change hook() {
        if (hooked) {
            return Change.NONE;
        }
        hooked = true;
        return Change.HOOK;
    }
}
