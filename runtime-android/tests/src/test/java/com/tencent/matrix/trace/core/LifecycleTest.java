package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import android.app.Application;
import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.TraceConfig;
import com.tencent.matrix.trace.TraceThresholds;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Report;
import com.tencent.matrix.trace.harness.ReportLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.android.controller.ActivityController;

/** Activities that the tracer is told of, also when it comes late. */
@RunWith(ProcessRunner.class)
public final class LifecycleTest {
    private final ReportLog reports = new ReportLog();
    private Application app;

    /** Another one. */
    public static final class Second extends Activity {}

    @Before
    public void start() throws Exception {
        Trace.addListener(reports);
        app = App.start(Application.class);
        TraceThresholds thresholds = TraceThresholds.builder().evilMethodMs(200).build();
        TraceConfig config = TraceConfig.builder().thresholds(thresholds).build();
        assertTrue(MainThread.call(() -> Trace.init(app, config)));
    }

    @After
    public void destroy() throws Exception {
        MainThread.run(Trace::destroy);
    }

    /** What a slow message is reported with. */
    private Report slow() throws Exception {
        reports.settle(200);
        int before = reports.of("NORMAL").size();
        MainThread.run(() -> Thread.sleep(250));
        return reports.await("NORMAL", before + 1).get(before);
    }

    private void assertScene(String scene, boolean foreground) throws Exception {
        Report report = slow();
        assertEquals(scene, report.scene());
        assertEquals(foreground, report.json().getBoolean("isProcessForeground"));
    }

    @Test
    public void sceneIsTheActivityThatWasResumedLast() throws Exception {
        assertScene("", false);
        ActivityController<Activity> first = App.launch(Activity.class);
        assertScene(Activity.class.getName(), true);
        MainThread.run(first::pause);
        ActivityController<Second> second = App.launch(Second.class);
        assertScene(Second.class.getName(), true);
        App.close(second);
        MainThread.run(first::resume);
        assertScene(Activity.class.getName(), true);
        MainThread.run(() -> first.pause().stop());
        assertScene("", false);
    }

    @Test
    public void tracerThatStartsAgainKnowsTheActivitiesThereAre() throws Exception {
        App.launch(Activity.class);
        MainThread.run(Trace::stop);
        ActivityController<Second> second = App.launch(Second.class);
        MainThread.run(Trace::start);
        assertScene(Second.class.getName(), true);
        App.close(second);
        assertScene(Activity.class.getName(), true);
        assertEquals("none of them is a start", Collections.emptyList(), reports.of("Trace_StartUp"));
    }

    @Test
    public void watcherIsToldOfThoseThatAreResumedAndOfThoseThatCome() throws Exception {
        List<String> told = new ArrayList<>();
        Lifecycle lifecycle = new Lifecycle(app);
        MainThread.run(() -> {
            lifecycle.install();
            lifecycle.install();
        });
        ActivityController<Activity> first = App.launch(Activity.class);
        MainThread.run(() -> lifecycle.watch(new Lifecycle.Watcher() {
            @Override
            public void resumed(Activity activity) {
                told.add("resumed " + activity.getClass().getSimpleName());
            }

            @Override
            public void stopped(Activity activity) {
                told.add("stopped " + activity.getClass().getSimpleName());
                throw new IllegalStateException("planted");
            }
        }));
        App.launch(Second.class);
        App.close(first);
        MainThread.run(lifecycle::remove);
        App.launch(Second.class);
        assertEquals(Arrays.asList("resumed Activity", "resumed Second", "stopped Activity"), told);
    }
}
