package com.tencent.matrix.trace.core;

import android.app.Activity;
import android.app.Application;
import android.os.Build;

/** Tells of frames, and of the display's refresh rate by which they are judged. Main thread only. */
final class Frames implements Lifecycle.Watcher {
    /** Where frames are heard of. */
    interface Source {
        void resumed(Activity activity);

        void stopped(Activity activity);

        void remove();
    }

    private final Lifecycle lifecycle;
    private final LooperMonitor monitor;
    private final RefreshRate refreshRate;
    private Source source;

    /** {@code monitor}: tells the end of a frame on systems without {@code FrameMetrics}. */
    Frames(Application app, Lifecycle lifecycle, LooperMonitor monitor) {
        this.lifecycle = lifecycle;
        this.monitor = monitor;
        refreshRate = new RefreshRate(app);
    }

    /** Whether frames are heard of now; from Activities that are resumed already as well. */
    boolean install() {
        if (source != null) {
            return true;
        }
        source = Build.VERSION.SDK_INT >= 24 ? FrameMetricsSource.open() : ChoreographerSource.open(monitor);
        if (source == null) {
            return false;
        }
        refreshRate.install();
        lifecycle.watch(this);
        return true;
    }

    void remove() {
        if (source == null) {
            return;
        }
        lifecycle.watch(null);
        refreshRate.remove();
        source.remove();
        source = null;
    }

    @Override
    @SuppressWarnings("deprecation") // The one that came later is of API 30, and the same for an Activity.
    public void resumed(Activity activity) {
        refreshRate.shownOn(activity.getWindowManager().getDefaultDisplay());
        source.resumed(activity);
    }

    @Override
    public void stopped(Activity activity) {
        source.stopped(activity);
    }
}
