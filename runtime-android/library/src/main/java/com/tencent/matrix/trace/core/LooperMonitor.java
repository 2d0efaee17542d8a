package com.tencent.matrix.trace.core;

import android.os.Build;
import android.os.Looper;
import android.os.MessageQueue;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Tells when the main looper begins with a message and is done with it. Main thread only.
 *
 * <p>Others may take the looper away at any time; that is looked after when the looper is idle, at most once a minute.
 */
final class LooperMonitor implements MessageKinds.Texts {
    /** How often to look, as Matrix does. */
    static final long CHECK_NANOS = 60_000_000_000L;

    /** Where messages are heard of. */
    interface Source {
        void remove();

        /** Looks whether it still hears. Called when the looper is idle. */
        Check check();
    }

    /** What a source found. */
    enum Check {
        FINE,
        /** Ask again after the next message. */
        UNSURE,
        /** It did not hear, and does now. */
        HOOKED,
    }

    private final boolean observe;
    private final long checkNanos;
    private final MessageKinds kinds = new MessageKinds(this);
    private final IdleCheck idleCheck = new IdleCheck();
    private Source source;
    private MessageQueue queue;
    /** Messages that have begun and are not done: one, or more while one of them loops by itself. */
    private int open;
    private Runnable afterMessage;
    /** How many were open when the end to wait for was that of the last one. */
    private int afterOpen;

    /**
     * @param observe whether to try the hidden {@code Looper.Observer}, which does without the looper's lines
     * @param checkNanos how often to look, {@link #CHECK_NANOS}
     */
    LooperMonitor(boolean observe, long checkNanos) {
        this.observe = observe;
        this.checkNanos = checkNanos;
    }

    boolean install() {
        if (source != null) {
            return true;
        }
        open = 0;
        source = observe && Build.VERSION.SDK_INT >= 29 ? LooperObserver.install(this) : null;
        if (source == null) {
            source = LooperPrinters.install(this, Looper.getMainLooper());
        }
        if (source == null) {
            return false;
        }
        idleCheck.last = System.nanoTime();
        queue = Looper.myQueue();
        queue.addIdleHandler(idleCheck);
        return true;
    }

    void remove() {
        if (source == null) {
            return;
        }
        queue.removeIdleHandler(idleCheck);
        source.remove();
        source = null;
        afterMessage = null;
    }

    /** The tracer begins to listen: it knows neither the message at hand nor any kind. */
    void tracerStarted() {
        kinds.forget();
        if (source != null) {
            tellWatched();
        }
    }

    boolean isInstalled() {
        return source != null;
    }

    /** Runs once, at the end of the message at hand. */
    void afterMessage(Runnable task) {
        afterMessage = task;
        afterOpen = open;
    }

    /** From the source: a message begins. {@code line}: what is printed of it, null if nothing is. */
    void begins(String line) {
        try {
            open++;
            AppMethodBeat.dispatchBegin(line == null || !Tracer.started() ? 0 : kinds.of(line));
        } catch (Throwable why) {
            Log.line("the begin of a message was not told", why);
        }
    }

    /** From the source: it is done. */
    void ends() {
        if (open == 0) {
            return;
        }
        open--;
        try {
            AppMethodBeat.dispatchEnd();
            Runnable task = afterMessage;
            if (task != null && open < afterOpen) {
                afterMessage = null;
                task.run();
            }
        } catch (Throwable why) {
            Log.line("the end of a message was not told", why);
        }
    }

    @Override
    public void kind(int number, String text) throws JSONException {
        Tracer.event(new JSONObject().put("event", "messageText").put("message", number).put("text", text));
    }

    private static void tellWatched() {
        try {
            Tracer.event(new JSONObject().put("event", "looperWatched"));
        } catch (JSONException why) {
            Log.line("the tracer was not told that the looper is watched", why);
        }
    }

    /** Between two idle times of a looper there is a message, so one of them tells whether it was heard. */
    private final class IdleCheck implements OwnIdleHandler {
        private long last;
        private boolean unsure;

        @Override
        public boolean queueIdle() {
            long now = System.nanoTime();
            if (unsure || now - last >= checkNanos) {
                last = now;
                check();
            }
            return true;
        }

        private void check() {
            try {
                Check found = source == null ? Check.FINE : source.check();
                unsure = found == Check.UNSURE;
                if (found == Check.HOOKED) {
                    open = 0;
                    tellWatched();
                }
            } catch (Throwable why) {
                unsure = false;
                Log.line("the main looper could not be looked after", why);
            }
        }
    }
}
