package com.tencent.matrix.trace;

import android.app.Application;

/**
 * A part of the app that goes on and off together with the tracing, see {@link Trace#addPlugin}.
 *
 * <p>All methods are called on the thread that called the method of {@link Trace} they are named after, {@link
 * #onForeground} on the main thread. What they throw is logged and does no harm to others.
 */
public interface TracePlugin {
    /**
     * Tracing is set up; for a plugin that is added later, at once.
     *
     * @param app the app
     */
    void onInit(Application app);

    /** Tracing begins, also again after {@link #onStop}. */
    void onStart();

    /** Tracing stops. */
    void onStop();

    /** Tracing ends for this process. */
    void onDestroy();

    /**
     * The app came to the foreground or left it. Turning the phone does not count.
     *
     * @param foreground whether one of its Activities is started
     */
    void onForeground(boolean foreground);
}
