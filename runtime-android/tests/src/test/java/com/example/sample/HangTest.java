package com.example.sample;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.TraceConfig;
import com.tencent.matrix.trace.TraceThresholds;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Report;
import com.tencent.matrix.trace.harness.ReportLog;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;

/** Messages and idle handlers that hang, with thresholds that need no patience. */
@RunWith(ProcessRunner.class)
public final class HangTest {
    private static final TraceThresholds SHORT = TraceThresholds.builder()
            .evilMethodMs(600)
            .lagMs(200)
            .anrMs(400)
            .idleHandlerLagMs(200)
            .build();

    private final ReportLog reports = new ReportLog();

    @Before
    public void start() throws Exception {
        Trace.addListener(reports);
        assertTrue(App.start(TraceConfig.builder().thresholds(SHORT).build()));
    }

    @Test
    public void hangingMessageIsOneLagAndOneAnr() throws Exception {
        MainThread.run(() -> new Payment().send());
        Report lag = reports.await("LAG");
        Report anr = reports.await("ANR");
        reports.settle(600);
        assertEquals(Arrays.asList("LAG", "ANR", "NORMAL"), reports.kinds());
        assertTrue(lag.toString(), lag.json().getString("threadStack").contains("Payment.sign"));
        assertTrue(anr.toString(), anr.json().getString("threadStack").contains("Payment.sign"));
        assertEquals("TIMED_WAITING", anr.json().getString("threadState"));
        assertTrue(anr.toString(), anr.row("Payment.sign").millis >= 350);
        assertTrue(anr.toString(), anr.json().getJSONObject("memory").getLong("dalvik_heap") > 0);
        assertEquals("Payment.sign", last(anr.path()));
    }

    @Test
    public void messagesAfterAHangAreJudgedByThemselves() throws Exception {
        MainThread.run(() -> new Payment().send());
        MainThread.run(() -> new Payment().send());
        reports.await("ANR", 2);
        MainThread.run(() -> Settings.read());
        reports.settle(600);
        assertEquals(2, reports.of("LAG").size());
        assertEquals(2, reports.of("ANR").size());
        assertEquals(2, reports.of("NORMAL").size());
    }

    @Test
    public void idleHandlerThatRunsLongIsReportedWhileItDoes() throws Exception {
        MainThread.run(() -> android.os.Looper.myQueue().addIdleHandler(() -> {
            new Payment().send();
            return false;
        }));
        Report lag = reports.await("LAG_IDLE_HANDLER");
        assertTrue(lag.toString(), lag.json().getString("threadStack").contains("Payment.sign"));
        reports.settle(600);
        assertEquals(Arrays.asList("LAG_IDLE_HANDLER"), reports.kinds());
    }

    @Test
    public void idleHandlersThatAreFastAreNotReported() throws Exception {
        int[] runs = new int[1];
        MainThread.run(() -> android.os.Looper.myQueue().addIdleHandler(() -> {
            Settings.read();
            return ++runs[0] < 20;
        }));
        while (MainThread.call(() -> runs[0] < 20)) {
            Thread.sleep(20);
        }
        reports.settle(600);
        assertEquals(Collections.emptyList(), reports.kinds());
    }

    private static String last(List<String> path) {
        // What sleeps is a method of the sample as well.
        List<String> own = new java.util.ArrayList<>(path);
        own.remove("Waiting.millis");
        return own.get(own.size() - 1);
    }
}
