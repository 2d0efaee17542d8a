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
import com.tencent.matrix.trace.harness.NativeLibrary;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.ReportLog;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Collections;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.robolectric.android.controller.ActivityController;

/** Nothing that the device lacks may harm the app. */
@RunWith(ProcessRunner.class)
public final class FailureTest {
    @Rule public final TemporaryFolder temporary = new TemporaryFolder();

    private final ReportLog reports = new ReportLog();

    @Before
    public void listen() {
        Trace.addListener(reports);
    }

    @Test
    @NativeLibrary(NativeLibrary.State.MISSING)
    public void missingLibraryIsALineInTheLog() throws Exception {
        appGoesOnUntraced();
    }

    @Test
    @NativeLibrary(NativeLibrary.State.BROKEN)
    public void brokenLibraryIsALineInTheLog() throws Exception {
        appGoesOnUntraced();
    }

    private void appGoesOnUntraced() throws Exception {
        App.start(SampleApplication.class);
        assertFalse(Trace.isStarted());
        assertEquals(LogLines.all().toString(), 1, LogLines.all().size());
        assertTrue(LogLines.all().toString(), LogLines.all().get(0).contains("native library"));
        ActivityController<ShopActivity> shop = App.launch(ShopActivity.class);
        MainThread.run(shop.get()::pay);
        App.recreate(shop);
        App.close(shop);
        MainThread.run(() -> {
            Trace.stop();
            Trace.start();
            Trace.destroy();
        });
        assertEquals(Collections.emptyList(), reports.all());
    }

    @Test
    public void folderThatCannotBeIsALineInTheLogAndListenersGetReports() throws Exception {
        File folder = temporary.newFile();
        twoReports(folder);
        assertEquals(LogLines.all().toString(), 1, LogLines.with("reports cannot be written").size());
    }

    @Test
    public void folderThatIsTakenAwayIsALineInTheLog() throws Exception {
        File folder = temporary.newFolder();
        App.start(config(folder));
        slowMessage(1);
        File own = Trace.reportsFolder();
        deleteAll(own);
        assertTrue(own.createNewFile());
        slowMessage(2);
        slowMessage(3);
        assertEquals(LogLines.all().toString(), 1, LogLines.with("reports cannot be written").size());
        assertTrue(own.delete());
        slowMessage(4);
        assertEquals("reports are written again", 1, lines(own));
    }

    @Test
    public void fullDiskIsALineInTheLog() throws Exception {
        File folder = temporary.newFolder();
        App.start(config(folder));
        slowMessage(1);
        File file = Trace.reportsFolder().listFiles()[0];
        assertTrue(file.delete());
        Files.createSymbolicLink(file.toPath(), Paths.get("/dev/full"));
        slowMessage(2);
        slowMessage(3);
        assertEquals(LogLines.all().toString(), 1, LogLines.with("reports cannot be written").size());
    }

    private void twoReports(File folder) throws Exception {
        App.start(config(folder));
        slowMessage(1);
        slowMessage(2);
    }

    private static TraceConfig config(File folder) {
        return TraceConfig.builder()
                .reportsFolder(folder)
                .thresholds(TraceThresholds.builder().evilMethodMs(100).build())
                .build();
    }

    private void slowMessage(int count) throws Exception {
        MainThread.run(() -> Waiting.millis(120));
        reports.await("NORMAL", count);
    }

    private static void deleteAll(File folder) {
        for (File file : folder.listFiles()) {
            assertTrue(file.delete());
        }
        assertTrue(folder.delete());
    }

    private static int lines(File folder) throws IOException {
        int lines = 0;
        for (File file : folder.listFiles()) {
            lines += Files.readAllLines(file.toPath()).size();
        }
        return lines;
    }
}
