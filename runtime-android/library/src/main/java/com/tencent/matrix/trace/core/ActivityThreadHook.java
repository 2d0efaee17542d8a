package com.tencent.matrix.trace.core;

import android.os.Build;
import android.os.Handler;
import android.os.Message;
import java.lang.reflect.Field;

/**
 * Hears of the system's messages to {@code ActivityThread} that begin something: its handler's callback is wrapped.
 * Main thread only.
 *
 * <p>There before the tracer is: messages are kept until {@link #drainTo}. A callback that was there is called, with
 * its own result; one that is set later and does not call ours is left alone, for what counts comes early in a
 * process.
 */
final class ActivityThreadHook {
    static final int LAUNCH_ACTIVITY = 100;
    static final int RECEIVER = 113;
    static final int CREATE_SERVICE = 114;
    static final int RELAUNCH_ACTIVITY = 126;
    static final int EXECUTE_TRANSACTION = 159;

    /** Kept messages; a process has a few before its tracer starts. */
    private static final int KEPT = 64;

    /** Takes messages. */
    interface Sink {
        void systemMessage(long at, int what, boolean launchesActivity);
    }

    private final long[] times = new long[KEPT];
    private final int[] whats = new int[KEPT];
    private final boolean[] launches = new boolean[KEPT];
    private int kept;
    private Sink sink;
    private PreferencesFix preferencesFix;
    private Handler handler;
    private Field field;
    private Callback ours;

    /** Whether it hears now. */
    boolean install() {
        if (ours != null) {
            return true;
        }
        try {
            Class<?> threads = Class.forName("android.app.ActivityThread");
            Object thread = Hidden.method(threads, "currentActivityThread").invoke(null);
            handler = (Handler) Hidden.field(threads, "mH").get(thread);
            field = Hidden.field(Handler.class, "mCallback");
            Callback callback = new Callback((Handler.Callback) field.get(handler));
            field.set(handler, callback);
            ours = callback;
            return true;
        } catch (Throwable why) {
            Log.line("the system's messages cannot be heard: starts end with the first Activity", why);
            return false;
        }
    }

    /** Puts back what was there, unless somebody has come later; then ours only passes messages on. */
    void remove() {
        if (ours == null) {
            return;
        }
        ours.on = false;
        try {
            if (field.get(handler) == ours) {
                field.set(handler, ours.earlier);
            }
        } catch (Throwable why) {
            Log.line("the callback of ActivityThread's handler cannot be put back", why);
        }
        ours = null;
        sink = null;
        kept = 0;
    }

    /** If an Activity's launch is among what was kept, forgets it all. */
    boolean forgetLaunch() {
        for (int at = 0; at < kept; at++) {
            if (launches[at] || whats[at] == LAUNCH_ACTIVITY) {
                kept = 0;
                return true;
            }
        }
        return false;
    }

    /** Gives what was kept to {@code sink}, and all that comes. */
    void drainTo(Sink sink) {
        for (int at = 0; at < kept; at++) {
            sink.systemMessage(times[at], whats[at], launches[at]);
        }
        kept = 0;
        this.sink = sink;
    }

    /** See {@link PreferencesFix}; false on a system that does not need it. */
    boolean fixPreferences() {
        preferencesFix = PreferencesFix.find();
        return preferencesFix != null;
    }

    private void heard(Message message) throws ReflectiveOperationException {
        if (preferencesFix != null) {
            preferencesFix.before(message.what);
        }
        if (!matters(message.what)) {
            return;
        }
        boolean launch = message.what == EXECUTE_TRANSACTION && Transactions.launch(message.obj);
        if (sink != null) {
            sink.systemMessage(System.nanoTime(), message.what, launch);
        } else if (kept < KEPT) {
            times[kept] = System.nanoTime();
            whats[kept] = message.what;
            launches[kept] = launch;
            kept++;
        }
    }

    private static boolean matters(int what) {
        switch (what) {
            case LAUNCH_ACTIVITY:
            case RELAUNCH_ACTIVITY:
                // From API 28 on other messages have these numbers.
                return Build.VERSION.SDK_INT < 28;
            case EXECUTE_TRANSACTION:
                return Build.VERSION.SDK_INT >= 28;
            default:
                return what == RECEIVER || what == CREATE_SERVICE;
        }
    }

    private final class Callback implements Handler.Callback {
        private final Handler.Callback earlier;
        private boolean on = true;

        Callback(Handler.Callback earlier) {
            this.earlier = earlier;
        }

        @Override
        public boolean handleMessage(Message message) {
            if (on) {
                try {
                    heard(message);
                } catch (Throwable why) {
                    Log.line("a message of the system was not told", why);
                }
            }
            return earlier != null && earlier.handleMessage(message);
        }
    }
}
