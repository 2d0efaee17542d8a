package com.tencent.matrix.trace.core;

import android.app.Activity;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.Process;
import android.view.FrameMetrics;
import android.view.Window;
import java.lang.ref.WeakReference;
import java.util.ArrayList;

/** Frames as the renderer measures them. Not to be touched below API 24. */
final class FrameMetricsSource implements Frames.Source, Window.OnFrameMetricsAvailableListener {
    private final ArrayList<WeakReference<Window>> windows = new ArrayList<WeakReference<Window>>();
    /** Of its own, so that frames wait for nobody, least of all for the main thread. Null before the first Activity. */
    private HandlerThread thread;
    private Handler handler;

    private FrameMetricsSource() {
    }

    /** A process without Activities has nothing of it. */
    static Frames.Source open() {
        return new FrameMetricsSource();
    }

    @Override
    public void resumed(Activity activity) {
        Window window = activity.getWindow();
        forget(null);
        for (WeakReference<Window> one : windows) {
            if (one.get() == window) {
                return;
            }
        }
        window.addOnFrameMetricsAvailableListener(this, handler());
        windows.add(new WeakReference<Window>(window));
    }

    @Override
    public void stopped(Activity activity) {
        Window window = activity.getWindow();
        if (forget(window)) {
            leave(window);
        }
    }

    @Override
    public void remove() {
        for (WeakReference<Window> one : windows) {
            Window window = one.get();
            if (window != null) {
                leave(window);
            }
        }
        windows.clear();
        if (thread != null) {
            thread.quit();
        }
    }

    private Handler handler() {
        if (handler == null) {
            thread = new HandlerThread("trace-frames", Process.THREAD_PRIORITY_BACKGROUND);
            thread.start();
            handler = new Handler(thread.getLooper());
        }
        return handler;
    }

    @Override
    public void onFrameMetricsAvailable(Window window, FrameMetrics metrics, int droppedReports) {
        try {
            if (Tracer.started()) {
                tell(metrics);
            }
        } catch (Throwable why) {
            Log.line("a frame was not told", why);
        }
    }

    /** What a system does not know yet is -1. */
    private static void tell(FrameMetrics metrics) {
        NativeTrace.frame(
                System.nanoTime(),
                true,
                metrics.getMetric(FrameMetrics.FIRST_DRAW_FRAME) == 1,
                metrics.getMetric(FrameMetrics.INTENDED_VSYNC_TIMESTAMP),
                metrics.getMetric(FrameMetrics.VSYNC_TIMESTAMP),
                metrics.getMetric(FrameMetrics.UNKNOWN_DELAY_DURATION),
                metrics.getMetric(FrameMetrics.INPUT_HANDLING_DURATION),
                metrics.getMetric(FrameMetrics.ANIMATION_DURATION),
                metrics.getMetric(FrameMetrics.LAYOUT_MEASURE_DURATION),
                metrics.getMetric(FrameMetrics.DRAW_DURATION),
                metrics.getMetric(FrameMetrics.SYNC_DURATION),
                metrics.getMetric(FrameMetrics.COMMAND_ISSUE_DURATION),
                metrics.getMetric(FrameMetrics.SWAP_BUFFERS_DURATION),
                metrics.getMetric(FrameMetrics.GPU_DURATION),
                metrics.getMetric(FrameMetrics.TOTAL_DURATION));
    }

    /** A window that was never drawn has nothing to leave on some systems, and says so. */
    private void leave(Window window) {
        try {
            window.removeOnFrameMetricsAvailableListener(this);
        } catch (Throwable why) {
            Log.line("a window's frames are still measured", why);
        }
    }

    /** Forgets a window and those that are gone; whether it was there. */
    private boolean forget(Window window) {
        boolean found = false;
        for (int at = windows.size() - 1; at >= 0; at--) {
            Window one = windows.get(at).get();
            if (one == null || one == window) {
                found |= one != null;
                windows.remove(at);
            }
        }
        return found;
    }
}
