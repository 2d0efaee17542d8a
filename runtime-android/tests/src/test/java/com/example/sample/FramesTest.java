package com.example.sample;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.TraceThresholds;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Report;
import com.tencent.matrix.trace.harness.ReportLog;
import com.tencent.matrix.trace.harness.Screen;
import java.util.Collections;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.android.controller.ActivityController;

/** Frames, as the framework tells of them. */
@RunWith(ProcessRunner.class)
public final class FramesTest {
    private static final int FRAMES = 20;

    private final ReportLog reports = new ReportLog();

    @Before
    public void start() throws Exception {
        Trace.addListener(reports);
        App.start(SampleApplication.class);
    }

    @Test
    public void jankyListIsReportedAsJanky() throws Exception {
        Trace.configure(TraceThresholds.builder().frameSliceMs(1_000).build());
        ActivityController<JankActivity> list = App.launch(JankActivity.class);
        for (int frame = 0; frame < FRAMES; frame++) {
            Screen.draw(list.get(), list.get()::scroll);
        }
        // Levels without FrameMetrics tell of further frames between, which only draw: it may take some slices.
        int slices = 0;
        long janky = 0;
        while (janky < FRAMES / 4) {
            Report fps = reports.await("Trace_FPS", ++slices).get(slices - 1);
            assertEquals(JankActivity.class.getName(), fps.scene());
            janky += fps.janky();
        }
        reports.settle(700);
        assertEquals("no message took 700 ms", 0, reports.naming("Thumbnails.decode"));
    }

    @Test
    public void onlyWhatIsDrawnIsReported() throws Exception {
        Trace.configure(TraceThresholds.builder().frameSliceMs(200).build());
        Activity activity = App.launch(Activity.class).get();
        for (int message = 0; message < FRAMES; message++) {
            MainThread.run(Settings::read);
        }
        reports.settle(700);
        assertEquals("a still screen", Collections.emptyList(), reports.of("Trace_FPS"));
        for (int frame = 0; frame < FRAMES; frame++) {
            Screen.draw(activity, Settings::read);
        }
        Report fps = reports.await("Trace_FPS");
        assertEquals(Activity.class.getName(), fps.scene());
    }
}
