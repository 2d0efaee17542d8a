package com.tencent.matrix.trace.core;

import java.util.HashSet;
import java.util.Set;

/** Lines to the app's log, tag {@code Trace}; each but once, for most of what fails fails again and again. */
public final class Log {
    private static final String TAG = "Trace";
    /** Different lines; more than a sound app has. */
    private static final int MOST = 256;

    private static final Set<String> written = new HashSet<String>();

    private Log() {}

    /**
     * A line. Never throws.
     *
     * @param line what happened
     */
    public static void line(String line) {
        try {
            synchronized (written) {
                if (written.size() >= MOST || !written.add(line)) {
                    return;
                }
            }
            android.util.Log.w(TAG, line);
        } catch (Throwable nobodyToTell) {
            // The app goes on.
        }
    }

    /**
     * A line about what was caught. Never throws.
     *
     * @param what what does not work now
     * @param why what was caught
     */
    public static void line(String what, Throwable why) {
        String reason;
        try {
            reason = String.valueOf(why);
        } catch (Throwable broken) {
            reason = why.getClass().getName();
        }
        line(what + ": " + reason);
    }
}
