package com.example.sample;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.TraceThresholds;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Report;
import com.tencent.matrix.trace.harness.ReportLog;
import java.util.Collections;
import java.util.List;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.android.controller.ActivityController;

/** Starts of the app. */
@RunWith(ProcessRunner.class)
public final class StartUpTest {
    private final ReportLog reports = new ReportLog();

    @Before
    public void listen() {
        Trace.addListener(reports);
    }

    @Test
    public void coldStartEndsBehindTheSplashScreen() throws Exception {
        App.start(SampleApplication.class);
        ActivityController<SplashActivity> splash = App.launch(SplashActivity.class);
        Thread.sleep(50);
        assertEquals("the splash screen ends nothing", Collections.emptyList(), reports.kinds());
        App.launch(MainActivity.class);
        App.close(splash);
        Report start = reports.await("Trace_StartUp");
        assertFalse(start.json().getBoolean("is_warm_start_up"));
        int launch = android.os.Build.VERSION.SDK_INT >= 28 ? 159 : 100;
        assertEquals(launch, start.json().getInt("application_create_scene"));
        long application = start.json().getLong("application_create");
        long first = start.json().getLong("first_activity_create");
        long all = start.json().getLong("startup_duration");
        assertTrue(start.toString(), application >= 20 && application <= first && first + 50 <= all);
        reports.settle(700);
        assertEquals(1, reports.of("Trace_StartUp").size());
    }

    @Test
    public void firstActivityInALivingProcessIsAWarmStart() throws Exception {
        App.start(SampleApplication.class);
        App.close(App.launch(MainActivity.class));
        App.launch(SlowActivity.class);
        List<Report> starts = reports.await("Trace_StartUp", 2);
        assertTrue(starts.get(1).json().getBoolean("is_warm_start_up"));
        assertTrue(starts.toString(), starts.get(1).json().getLong("startup_duration") >= 805);
    }

    @Test
    public void processForAServiceStartsColdByItselfAndItsFirstActivityWarm() throws Exception {
        App.start(SampleApplication.class);
        App.startService(SyncService.class);
        Report service = reports.await("Trace_StartUp");
        assertEquals(114, service.json().getInt("application_create_scene"));
        assertEquals(
                service.json().getLong("application_create"), service.json().getLong("startup_duration"));
        App.launch(MainActivity.class);
        List<Report> starts = reports.await("Trace_StartUp", 2);
        assertTrue(starts.get(1).json().getBoolean("is_warm_start_up"));
    }

    @Test
    public void changeOfConfigurationStartsNothing() throws Exception {
        App.start(SampleApplication.class);
        ActivityController<MainActivity> main = App.launch(MainActivity.class);
        App.recreate(main);
        reports.settle(700);
        assertEquals(1, reports.of("Trace_StartUp").size());
    }

    @Test
    public void startThatIsTooSlowHasItsMethods() throws Exception {
        App.start(SampleApplication.class);
        Trace.configure(TraceThresholds.builder().coldStartMs(500).build());
        App.launch(SlowActivity.class);
        Report start = reports.await("STARTUP");
        assertEquals(1, start.json().getInt("subType"));
        assertTrue(start.toString(), start.row("Catalogue.readEntries").millis >= 799);
        assertTrue(start.toString(), start.names("Settings.read"));
    }
}
