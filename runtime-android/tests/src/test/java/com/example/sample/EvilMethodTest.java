package com.example.sample;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Report;
import com.tencent.matrix.trace.harness.ReportLog;
import java.util.Arrays;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.android.controller.ActivityController;

/** Messages that take too long. */
@RunWith(ProcessRunner.class)
public final class EvilMethodTest {
    private final ReportLog reports = new ReportLog();

    @Before
    public void start() throws Exception {
        Trace.addListener(reports);
        App.start(SampleApplication.class);
    }

    @Test
    public void slowOnCreateIsReportedWithTheMethodThatTookTheTime() throws Exception {
        App.launch(SlowActivity.class);
        Report report = reports.awaitNaming("NORMAL", "Catalogue.readEntries");
        assertTrue(report.toString(), report.cost() >= 800);
        assertEquals("readEntries", 1, report.row("Catalogue.readEntries").calls);
        assertTrue(report.toString(), report.row("Catalogue.readEntries").millis >= 799);
        assertTrue(report.toString(), report.row("SlowActivity.onCreate").millis >= 805);
        assertEquals(
                Arrays.asList("SlowActivity.onCreate", "SlowActivity.show", "Catalogue.load", "Catalogue.parse",
                        "Catalogue.readEntries"),
                report.path().subList(0, 5));
        reports.settle(700);
        assertEquals("one report", 1, reports.naming("Catalogue.readEntries"));
    }

    @Test
    public void slowMessageIsReportedWithItsSceneAndMessage() throws Exception {
        ActivityController<ShopActivity> shop = App.launch(ShopActivity.class);
        MainThread.run(shop.get()::pay);
        Report report = reports.awaitNaming("NORMAL", "Payment.sign");
        assertEquals("checkout", report.scene());
        assertTrue(report.toString(), report.row("Payment.sign").millis >= 899);
        assertTrue(report.toString(), report.json().getString("message").contains("ShopActivity"));
    }

    @Test
    public void messageThatIsFastEnoughIsNotReported() throws Exception {
        ActivityController<CalmActivity> calm = App.launch(CalmActivity.class);
        while (!calm.get().isDone()) {
            MainThread.idle();
        }
        reports.settle(700);
        assertEquals(0, reports.naming("CalmActivity.step"));
        MainThread.run(() -> new Payment().send());
        reports.awaitNaming("NORMAL", "Payment.sign");
    }
}
