package com.example.sample;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.TraceConfig;
import com.tencent.matrix.trace.TraceThresholds;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.LogLines;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Report;
import com.tencent.matrix.trace.harness.ReportLog;
import java.util.Arrays;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;

/** What the app does with the tracer, and what becomes of its tracing. */
@RunWith(ProcessRunner.class)
public final class LifeTest {
    private static final TraceThresholds SHORT = TraceThresholds.builder().evilMethodMs(300).build();

    private final ReportLog reports = new ReportLog();

    @Before
    public void listen() {
        Trace.addListener(reports);
    }

    @Test
    public void processWithoutActivityIsInTheBackgroundAndTraced() throws Exception {
        App.start(TraceConfig.builder().thresholds(SHORT).build());
        MainThread.run(() -> new Payment().send());
        Report report = reports.await("NORMAL");
        assertEquals("", report.scene());
        assertFalse(report.json().getBoolean("isProcessForeground"));
        assertTrue(report.toString(), report.row("Payment.sign").millis >= 899);
    }

    @Test
    public void stoppedNothingIsReportedAndStartedAgainAllIs() throws Exception {
        App.start(TraceConfig.builder().thresholds(SHORT).build());
        MainThread.run(Trace::stop);
        assertFalse(Trace.isStarted());
        MainThread.run(() -> new Payment().send());
        MainThread.run(Trace::start);
        assertTrue(Trace.isStarted());
        MainThread.run(() -> new Catalogue().load());
        reports.await("NORMAL");
        reports.settle(300);
        assertEquals(1, reports.all().size());
        Report report = reports.all().get(0);
        assertTrue(report.toString(), report.row("Catalogue.readEntries").millis >= 799);
        assertFalse(report.toString(), report.names("Payment.sign"));
    }

    @Test
    public void secondInitChangesNothing() throws Exception {
        android.app.Application app = App.start(android.app.Application.class);
        assertTrue(MainThread.call(() -> Trace.init(app, TraceConfig.builder().thresholds(SHORT).build())));
        assertFalse(MainThread.call(() -> Trace.init(app)));
        MainThread.run(() -> Waiting.millis(350));
        reports.await("NORMAL");
        reports.settle(300);
        assertEquals(Arrays.asList("NORMAL"), reports.kinds());
    }

    @Test
    public void fullRingKeepsWhatIsNew() throws Exception {
        App.start(TraceConfig.builder().thresholds(SHORT).ringCapacity(1 << 16).build());
        MainThread.run(() -> {
            Sums.tree(1, 17);
            new Payment().send();
        });
        Report overwritten = reports.await("NORMAL");
        assertTrue(overwritten.toString(), overwritten.row("Payment.sign").millis >= 899);
        MainThread.run(() -> new Catalogue().load());
        Report whole = reports.await("NORMAL", 2).get(1);
        assertTrue(whole.toString(), whole.row("Catalogue.readEntries").millis >= 799);
        assertTrue(whole.toString(), whole.json().getDouble("uncovered") < 0.1);
    }

    @Test
    public void listenerThatThrowsHarmsNobody() throws Exception {
        Trace.removeListener(reports);
        Trace.addListener(json -> {
            throw new IllegalStateException("of a listener");
        });
        Trace.addListener(reports);
        App.start(TraceConfig.builder().thresholds(SHORT).build());
        MainThread.run(() -> Waiting.millis(350));
        MainThread.run(() -> Waiting.millis(350));
        reports.await("NORMAL", 2);
        assertEquals(LogLines.all().toString(), 1, LogLines.with("of a listener").size());
    }
}
