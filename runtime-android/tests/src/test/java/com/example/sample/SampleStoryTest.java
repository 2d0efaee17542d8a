package com.example.sample;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.TraceThresholds;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.Pairs;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Repeated;
import com.tencent.matrix.trace.harness.Report;
import com.tencent.matrix.trace.harness.ReportLog;
import com.tencent.matrix.trace.harness.Screen;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.android.controller.ActivityController;

/** Goes through the whole sample app: each fault that is planted is found, and nothing else is reported. */
@RunWith(ProcessRunner.class)
public final class SampleStoryTest {
    private static final int FRAMES = 20;

    private final ReportLog reports = new ReportLog();

    @Test
    @Repeated
    public void everyPlantedFaultIsFoundAndNothingElse() throws Exception {
        Pairs.warmUp(SampleStoryTest.class, "openAll");
        Trace.addListener(reports);
        App.start(SampleApplication.class);
        ActivityController<SplashActivity> splash = App.launch(SplashActivity.class);
        ActivityController<MainActivity> main = App.launch(MainActivity.class);
        App.close(splash);
        calm();
        App.close(App.launch(SlowActivity.class));
        jank();
        block();
        shop();
        calm();
        App.close(main);
        reports.settle(700);

        List<Report> frames = reports.of("Trace_FPS");
        List<Report> others = reports.all();
        others.removeAll(frames);
        String all = others.toString();
        assertEquals(all, 6, others.size());

        Report start = others.get(0);
        assertEquals(all, "Trace_StartUp", start.kind());
        assertFalse(all, start.json().getBoolean("is_warm_start_up"));

        expect(others.get(1), "NORMAL", "Catalogue.readEntries", 800);
        assertTrue(all, others.get(2).json().getString("threadStack").contains("Backup.copyFiles"));
        assertEquals(all, "LAG", others.get(2).kind());
        expect(others.get(3), "ANR", "Backup.copyFiles", 4_900);
        assertTrue(all, others.get(3).json().getString("threadStack").contains("Backup.copyFiles"));
        expect(others.get(4), "NORMAL", "Backup.copyFiles", 6_000);
        expect(others.get(5), "NORMAL", "Payment.sign", 900);
        assertEquals(all, "checkout", others.get(5).scene());

        long janky = 0;
        for (Report report : frames) {
            assertEquals(report.toString(), JankActivity.class.getName(), report.scene());
            janky += report.janky();
        }
        assertTrue(frames.toString(), janky >= FRAMES / 4);
    }

    /** The first Activities of a framework take longer than a message may. */
    static long[] openAll() throws Exception {
        App.start(SampleApplication.class);
        for (int time = 0; time < 2; time++) {
            App.close(App.launch(SplashActivity.class));
            App.close(App.launch(MainActivity.class));
            App.close(App.launch(JankActivity.class));
            App.close(App.launch(ShopActivity.class));
            calm();
        }
        return new long[0];
    }

    /** A millisecond less than was slept: that of the row is cut off. */
    private static void expect(Report report, String kind, String culprit, long millis) {
        assertEquals(report.toString(), kind, report.kind());
        assertTrue(report.toString(), report.row(culprit).millis >= millis - 1);
        List<String> path = report.path();
        assertEquals(report.toString(), Arrays.asList(culprit, "Waiting.millis"),
                path.subList(path.size() - 2, path.size()));
    }

    private static void calm() throws Exception {
        ActivityController<CalmActivity> calm = App.launch(CalmActivity.class);
        while (!MainThread.call(calm.get()::isDone)) {
            Thread.sleep(10);
        }
        App.close(calm);
    }

    private static void jank() throws Exception {
        // Ten seconds of frames by default.
        Trace.configure(TraceThresholds.builder().frameSliceMs(1_000).build());
        ActivityController<JankActivity> list = App.launch(JankActivity.class);
        for (int frame = 0; frame < FRAMES; frame++) {
            Screen.draw(list.get(), list.get()::scroll);
        }
        App.close(list);
        Trace.configure(TraceThresholds.builder().build());
    }

    private static void block() throws Exception {
        ActivityController<BlockActivity> block = App.launch(BlockActivity.class);
        MainThread.run(block.get()::save);
        App.close(block);
    }

    private static void shop() throws Exception {
        ActivityController<ShopActivity> shop = App.launch(ShopActivity.class);
        MainThread.run(shop.get()::pay);
        MainThread.idle();
        App.close(shop);
    }
}
