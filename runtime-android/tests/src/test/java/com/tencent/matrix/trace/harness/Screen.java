package com.tencent.matrix.trace.harness;

import android.app.Activity;
import android.os.Build;
import android.view.Choreographer;
import android.view.FrameMetrics;
import android.view.Window;
import java.time.Duration;
import org.robolectric.Shadows;
import org.robolectric.shadows.FrameMetricsBuilder;
import org.robolectric.shadows.ShadowLooper;

/** Draws frames. There is no renderer here: how long a frame took is measured and told as the framework tells it. */
public final class Screen {
    private static final Duration FRAME = Duration.ofMillis(17);

    private Screen() {}

    /** Draws a frame of an Activity, in which the main thread does some work. */
    public static void draw(Activity activity, MainThread.Task work) throws Exception {
        if (Build.VERSION.SDK_INT >= 24) {
            Metrics.draw(activity.getWindow(), work);
        } else {
            Throwable[] thrown = new Throwable[1];
            MainThread.run(() -> Choreographer.getInstance().postFrameCallback(vsync -> {
                try {
                    work.run();
                } catch (Throwable why) {
                    thrown[0] = why;
                }
            }));
            // The vsync is a message with a delay.
            ShadowLooper.shadowMainLooper().idleFor(FRAME);
            MainThread.idle();
            if (thrown[0] != null) {
                throw new AssertionError(thrown[0]);
            }
        }
    }

    /** From API 24 on. */
    private static final class Metrics {
        static void draw(Window window, MainThread.Task work) throws Exception {
            long nanos = MainThread.call(() -> {
                long begin = System.nanoTime();
                work.run();
                return System.nanoTime() - begin;
            });
            FrameMetrics metrics = new FrameMetricsBuilder()
                    .setMetric(FrameMetrics.LAYOUT_MEASURE_DURATION, nanos)
                    .setMetric(FrameMetrics.TOTAL_DURATION, nanos)
                    .build();
            MainThread.run(() -> Shadows.shadowOf(window).reportOnFrameMetricsAvailable(metrics));
        }
    }
}
