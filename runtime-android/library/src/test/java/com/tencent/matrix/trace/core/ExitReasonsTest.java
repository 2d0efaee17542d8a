package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;

import java.io.BufferedReader;
import java.io.StringReader;
import java.util.Arrays;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.Test;

public final class ExitReasonsTest {
    private static JSONObject anr(long time, String detail) throws JSONException {
        return new JSONObject().put("time", time).put("detail", detail).put("scene", "app.Main").put("stackKey", "7|");
    }

    @Test
    public void reportsOfTheMinutesBeforeTheEndBelongToIt() throws Exception {
        ExitReasons.Anr end = new ExitReasons.Anr(1_000_000, new JSONObject().put("pid", 5));
        JSONObject report = ExitReasons.report("app", end, Arrays.asList(
                anr(1_003_000, "ANR"), anr(999_000, "SIGNAL_ANR").put("buildId", "b"), anr(995_000, "ANR"),
                anr(600_000, "ANR")));
        assertEquals("Trace_ExitReason", report.getString("tag"));
        assertEquals(5, report.getInt("pid"));
        assertEquals(1_000_000, report.getLong("time"));
        assertEquals("b", report.getString("buildId"));
        assertEquals(2, report.getJSONArray("reports").length());
        JSONObject newest = report.getJSONArray("reports").getJSONObject(0);
        assertEquals("SIGNAL_ANR", newest.getString("detail"));
        assertEquals("7|", newest.getString("stackKey"));
        assertEquals(995_000, report.getJSONArray("reports").getJSONObject(1).getLong("time"));
    }

    @Test
    public void endWithoutReportsIsReportedAllTheSame() throws Exception {
        ExitReasons.Anr end = new ExitReasons.Anr(1_000_000, new JSONObject());
        JSONObject report = ExitReasons.report("app", end, Arrays.asList());
        assertEquals(0, report.getJSONArray("reports").length());
        assertFalse(report.has("buildId"));
    }

    @Test
    public void stackIsThatOfTheMainThread() throws Exception {
        String trace = "----- pid 5 -----\n\n\"Signal Catcher\" daemon prio=5\n  at a.B.c(B.java:1)\n\n"
                + "\"main\" prio=5 tid=1 Blocked\n  at app.Main.wait(Main.java:9)\n\n\"other\" prio=5\n";
        assertEquals("\"main\" prio=5 tid=1 Blocked\n  at app.Main.wait(Main.java:9)\n", mainThread(trace));
        assertNull(mainThread("----- pid 5 -----\n"));
    }

    private static String mainThread(String trace) throws Exception {
        return ExitInfos.mainThread(new BufferedReader(new StringReader(trace)));
    }
}
