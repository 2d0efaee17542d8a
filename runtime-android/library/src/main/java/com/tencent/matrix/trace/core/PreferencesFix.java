package com.tencent.matrix.trace.core;

import android.os.Build;
import java.util.Collection;

/**
 * Keeps {@code SharedPreferences.apply()} from hanging the main thread. When an Activity or a service stops,
 * {@code ActivityThread} waits there for all that was applied to reach the disk. Forgetting what is waited for ends
 * that; it is written all the same, but a process that is killed in that moment loses it. From API 26 on the system
 * writes in another way.
 */
final class PreferencesFix {
    private static final int STOP_ACTIVITY_SHOW = 103;
    private static final int STOP_ACTIVITY_HIDE = 104;
    private static final int SERVICE_ARGS = 115;
    private static final int STOP_SERVICE = 116;
    private static final int SLEEPING = 137;

    private final Collection<?> finishers;

    private PreferencesFix(Collection<?> finishers) {
        this.finishers = finishers;
    }

    /** Null on a system that does not need it, or does not let us. */
    static PreferencesFix find() {
        if (Build.VERSION.SDK_INT >= 26) {
            return null;
        }
        try {
            Class<?> work = Class.forName("android.app.QueuedWork");
            return new PreferencesFix((Collection<?>) Hidden.field(work, "sPendingWorkFinishers").get(null));
        } catch (Throwable why) {
            Log.line("the main thread may hang in SharedPreferences.apply()", why);
            return null;
        }
    }

    /** Before {@code ActivityThread} handles a message: it may wait in some. */
    void before(int what) {
        switch (what) {
            case STOP_ACTIVITY_SHOW:
            case STOP_ACTIVITY_HIDE:
            case SERVICE_ARGS:
            case STOP_SERVICE:
            case SLEEPING:
                finishers.clear();
                break;
            default:
                break;
        }
    }
}
