package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.app.ActivityManager;
import android.app.Application;
import android.app.ApplicationExitInfo;
import android.content.Context;
import com.tencent.matrix.trace.harness.ProcessRunner;
import java.io.File;
import java.nio.file.Files;
import java.util.List;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowActivityManager.ApplicationExitInfoBuilder;

/** What the system tells of the ends of earlier runs. */
@RunWith(ProcessRunner.class)
public final class ExitInfosTest {
    private static final String PROCESS = "com.example.sample";
    private static final long TIME = 1_700_000_000_000L;

    private final Application app = RuntimeEnvironment.getApplication();
    private File folder;

    @Before
    public void folder() throws Exception {
        folder = new File(Files.createTempDirectory("trace-exits").toFile(), "reports");
    }

    private void exited(int reason, long time, String process) {
        ApplicationExitInfo info = ApplicationExitInfoBuilder.newBuilder().setReason(reason).setTimestamp(time)
                .setProcessName(process).setPid(77).setDescription("Input dispatching timed out").setPss(5).build();
        ActivityManager manager = (ActivityManager) app.getSystemService(Context.ACTIVITY_SERVICE);
        Shadows.shadowOf(manager).addApplicationExitInfo(info);
    }

    private List<String> reports() {
        return ExitReasons.reports(app, PROCESS, folder);
    }

    @Test
    @Config(minSdk = 30)
    public void anrsOfThisProcessAreReportedOnceTheOldestFirst() throws Exception {
        exited(ApplicationExitInfo.REASON_ANR, TIME + 9, PROCESS);
        exited(ApplicationExitInfo.REASON_ANR, TIME, PROCESS);
        exited(ApplicationExitInfo.REASON_ANR, TIME + 1, PROCESS + ":remote");
        exited(ApplicationExitInfo.REASON_CRASH, TIME + 2, PROCESS);
        List<String> reports = reports();
        assertEquals(2, reports.size());
        JSONObject first = new JSONObject(reports.get(0));
        assertEquals("Trace_ExitReason", first.getString("tag"));
        assertEquals(TIME, first.getLong("time"));
        assertEquals(PROCESS, first.getString("process"));
        assertEquals(77, first.getInt("pid"));
        assertEquals("Input dispatching timed out", first.getString("description"));
        assertEquals(5, first.getJSONObject("memory").getLong("pss"));
        assertEquals(TIME + 9, new JSONObject(reports.get(1)).getLong("time"));
        assertTrue("but once", reports().isEmpty());
        exited(ApplicationExitInfo.REASON_ANR, TIME + 20, PROCESS);
        assertEquals(1, reports().size());
    }

    @Test
    @Config(minSdk = 30)
    public void anrHasTheReportThatWasMadeBeforeIt() throws Exception {
        ReportStore store = new ReportStore(folder, 1 << 20);
        store.append("{\"tag\":\"Trace_EvilMethod\",\"detail\":\"NORMAL\",\"time\":" + (TIME - 3_000) + "}");
        store.append("{\"tag\":\"Trace_EvilMethod\",\"detail\":\"ANR\",\"stackKey\":\"7|\",\"time\":" + (TIME - 4_000) + "}");
        Files.write(store.files()[0].toPath(), "{\"detail\":\"ANR\",\"ti".getBytes("UTF-8"),
                java.nio.file.StandardOpenOption.APPEND);
        exited(ApplicationExitInfo.REASON_ANR, TIME, PROCESS);
        JSONObject report = new JSONObject(reports().get(0));
        assertEquals(1, report.getJSONArray("reports").length());
        assertEquals("7|", report.getJSONArray("reports").getJSONObject(0).getString("stackKey"));
    }

    @Test
    @Config(maxSdk = 29)
    public void olderSystemsTellNothing() {
        assertTrue(reports().isEmpty());
    }
}
