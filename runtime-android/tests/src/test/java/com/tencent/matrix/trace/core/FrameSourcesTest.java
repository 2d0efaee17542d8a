package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import android.app.Application;
import android.hardware.display.DisplayManager;
import android.os.Build;
import android.view.Choreographer;
import android.view.Display;
import android.view.FrameMetrics;
import com.tencent.matrix.trace.FrameListener;
import com.tencent.matrix.trace.FramePart;
import com.tencent.matrix.trace.FrameStats;
import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.LogLines;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Screen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Shadows;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.FrameMetricsBuilder;
import org.robolectric.shadows.ShadowDisplayManager;
import org.robolectric.shadows.ShadowWindow;

/** What is told of each frame, and of which frames. */
@RunWith(ProcessRunner.class)
public final class FrameSourcesTest {
    private static final long DEADLINE_S = 60;

    private final BlockingQueue<FrameStats> told = new LinkedBlockingQueue<>();
    private final FrameListener listener = told::add;
    private ActivityController<Activity> controller;
    private Activity activity;

    @Before
    public void start() throws Exception {
        Application app = App.start(Application.class);
        assertTrue(MainThread.call(() -> Trace.init(app)));
        controller = App.launch(Activity.class);
        activity = controller.get();
        // The interval is over with each frame.
        Trace.addFrameListener(listener, null, 1, 0);
    }

    @After
    public void destroy() throws Exception {
        MainThread.run(Trace::destroy);
    }

    private FrameStats next() throws Exception {
        FrameStats stats = told.poll(DEADLINE_S, TimeUnit.SECONDS);
        assertTrue("no frame", stats != null);
        return stats;
    }

    /** A frame of so many milliseconds, which is told of. */
    private void draw(long millis) throws Exception {
        Screen.draw(activity, () -> Thread.sleep(millis));
    }

    private void drawWith(FrameMetricsBuilder metrics) throws Exception {
        FrameMetrics built = metrics.build();
        MainThread.run(() -> Shadows.shadowOf(activity.getWindow()).reportOnFrameMetricsAvailable(built));
    }

    @Test
    public void frameHasItsSceneAndTheDisplaysRate() throws Exception {
        draw(30);
        FrameStats stats = next();
        assertEquals(Activity.class.getName(), stats.scene());
        assertEquals(60, stats.refreshRate(), 0.5);
        assertTrue(stats.toString(), stats.meanNanos(FramePart.TOTAL) >= 30_000_000);
    }

    @Test
    @Config(minSdk = 24)
    public void durationsAreThoseOfTheMetrics() throws Exception {
        int[] metrics = {FrameMetrics.UNKNOWN_DELAY_DURATION, FrameMetrics.INPUT_HANDLING_DURATION,
            FrameMetrics.ANIMATION_DURATION, FrameMetrics.LAYOUT_MEASURE_DURATION, FrameMetrics.DRAW_DURATION,
            FrameMetrics.SYNC_DURATION, FrameMetrics.COMMAND_ISSUE_DURATION, FrameMetrics.SWAP_BUFFERS_DURATION};
        FramePart[] parts = {FramePart.UNKNOWN_DELAY, FramePart.INPUT_HANDLING, FramePart.ANIMATION, FramePart.LAYOUT_MEASURE,
            FramePart.DRAW, FramePart.SYNC, FramePart.COMMAND_ISSUE, FramePart.SWAP_BUFFERS};
        FrameMetricsBuilder frame = new FrameMetricsBuilder();
        for (int at = 0; at < metrics.length; at++) {
            frame.setMetric(metrics[at], (at + 1) * 1_000_000L);
        }
        drawWith(frame);
        FrameStats stats = next();
        for (int at = 0; at < parts.length; at++) {
            assertEquals(parts[at].name(), (at + 1) * 1_000_000L, stats.meanNanos(parts[at]));
        }
        assertEquals(36_000_000, stats.meanNanos(FramePart.TOTAL));
    }

    @Test
    @Config(minSdk = 24)
    public void firstFrameOfAWindowIsNotCounted() throws Exception {
        drawWith(new FrameMetricsBuilder().setMetric(FrameMetrics.FIRST_DRAW_FRAME, 1)
                .setMetric(FrameMetrics.DRAW_DURATION, 900_000_000));
        drawWith(new FrameMetricsBuilder().setMetric(FrameMetrics.DRAW_DURATION, 20_000_000));
        assertEquals(20_000_000, next().meanNanos(FramePart.TOTAL));
    }

    @Test
    @Config(maxSdk = 23)
    public void durationsAreThoseOfTheQueues() throws Exception {
        List<String> order = new ArrayList<>();
        MainThread.run(() -> {
            // Input, animation, traversal; later levels have other numbers.
            for (int queue = 0; queue <= 2; queue++) {
                int number = queue;
                Choreographer.getInstance().postCallback(queue, () -> {
                    order.add("callback " + number);
                    sleep(20 * (number + 1));
                }, null);
            }
        });
        draw(0);
        assertEquals(Arrays.asList("callback 0", "callback 1", "callback 2"), order);
        FrameStats stats = next();
        while (stats.meanNanos(FramePart.TOTAL) < 120_000_000) {
            stats = next();
        }
        assertTrue(stats.toString(), stats.meanNanos(FramePart.INPUT_HANDLING) >= 20_000_000);
        assertTrue(stats.toString(), stats.meanNanos(FramePart.ANIMATION) >= 40_000_000);
        assertTrue(stats.toString(), stats.meanNanos(FramePart.LAYOUT_MEASURE) >= 60_000_000);
    }

    @Test
    @Config(minSdk = 23)
    public void changeOfTheDisplayChangesTheRate() throws Exception {
        Display display = activity.getWindowManager().getDefaultDisplay();
        Shadows.shadowOf(display).setRefreshRate(120);
        // Each call makes other objects of the display's shadow on some levels; the listener asks the manager.
        DisplayManager displays = (DisplayManager) activity.getSystemService(Activity.DISPLAY_SERVICE);
        Shadows.shadowOf(displays.getDisplay(display.getDisplayId())).setRefreshRate(120);
        ShadowDisplayManager.changeDisplay(display.getDisplayId(), "w400dp-h800dp");
        MainThread.idle();
        FrameStats stats;
        do {
            draw(20);
            stats = next();
        } while (stats.refreshRate() < 119);
        assertEquals(120, stats.refreshRate(), 0.5);
    }

    @Test
    @Config(minSdk = 24)
    public void stoppedActivityIsNotListenedTo() throws Exception {
        assertEquals(1, listeners());
        MainThread.run(() -> controller.pause().resume());
        assertEquals("once", 1, listeners());
        MainThread.run(() -> controller.pause().stop());
        assertEquals(0, listeners());
        MainThread.run(() -> controller.restart().start().resume());
        assertEquals(1, listeners());
        MainThread.run(Trace::stop);
        assertEquals(0, listeners());
    }

    private int listeners() throws Exception {
        Object window = Shadows.shadowOf(activity.getWindow());
        return ((Collection<?>) Hidden.field(ShadowWindow.class, "onFrameMetricsAvailableListeners").get(window)).size();
    }

    @Test
    public void framesComeAgainAfterStopAndStart() throws Exception {
        draw(20);
        next();
        MainThread.run(Trace::stop);
        assertFalse(isMeasured());
        draw(20);
        told.clear();
        MainThread.run(Trace::start);
        draw(20);
        assertEquals("the resumed Activity is known", Activity.class.getName(), next().scene());
    }

    @Test
    @Config(maxSdk = 23)
    public void withoutTheLoopersMessagesOlderLevelsAreNotMeasured() throws Exception {
        assertNull(MainThread.call(() -> ChoreographerSource.open(new LooperMonitor(false, 0))));
        assertEquals(1, LogLines.with("frames cannot be measured").size());
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether something of ours waits for frames: the thread of the metrics, or a callback. */
    private static boolean isMeasured() throws Exception {
        if (Build.VERSION.SDK_INT >= 24) {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("trace-frames")) {
                    thread.join(1_000);
                    return thread.isAlive();
                }
            }
            return false;
        }
        return MainThread.call(() -> {
            Object[] queues = (Object[]) Hidden.field(Choreographer.class, "mCallbackQueues")
                    .get(Choreographer.getInstance());
            boolean found = false;
            for (Object queue : queues) {
                Object record = Hidden.field(queue.getClass(), "mHead").get(queue);
                while (record != null) {
                    Object action = Hidden.field(record.getClass(), "action").get(record);
                    found |= action.getClass().getName().startsWith(ChoreographerSource.class.getName());
                    record = Hidden.field(record.getClass(), "next").get(record);
                }
            }
            return found;
        });
    }
}
