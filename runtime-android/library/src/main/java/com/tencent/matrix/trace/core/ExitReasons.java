package com.tencent.matrix.trace.core;

import android.content.Context;
import android.os.Build;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * ANRs that ended earlier runs of this process, as the system tells them from API 30 on, each with the reports that
 * were made before it. For a thread of its own: asks the system and the disk.
 */
final class ExitReasons {
    /** Holds the time of the newest ANR that was told. */
    private static final String TOLD = "exits-told";
    /** How long a process may hang, with the system's question on the screen, until it is ended. */
    private static final long HANGS_MS = 300_000;
    /** The clocks of the two times are one, read a moment apart. */
    private static final long SLACK_MS = 2_000;
    /** The newest ones; a run has few. */
    private static final int MATCHES = 8;

    /** The end of a run by an ANR. */
    static final class Anr implements Comparable<Anr> {
        final long time;
        final JSONObject facts;

        Anr(long time, JSONObject facts) {
            this.time = time;
            this.facts = facts;
        }

        @Override
        public int compareTo(Anr other) {
            return Long.compare(time, other.time);
        }
    }

    private ExitReasons() {
    }

    /**
     * Reports that were not given out before, the oldest first. They are given out but once.
     *
     * @param folder of the reports of this process
     */
    static List<String> reports(Context context, String process, File folder) {
        List<String> reports = new ArrayList<String>();
        if (Build.VERSION.SDK_INT < 30) {
            return reports;
        }
        try {
            long told = told(folder);
            List<Anr> anrs = ExitInfos.anrs(context, process, told);
            if (!anrs.isEmpty()) {
                List<JSONObject> earlier = earlierAnrs(folder);
                for (Anr anr : anrs) {
                    reports.add(report(process, anr, earlier).toString());
                }
                remember(folder, anrs.get(anrs.size() - 1).time);
            }
        } catch (Throwable why) {
            Log.line("ANRs of earlier runs are not known", why);
        }
        return reports;
    }

    static JSONObject report(String process, Anr anr, List<JSONObject> earlier) throws JSONException {
        JSONArray matches = new JSONArray();
        String buildId = null;
        for (JSONObject report : earlier) {
            long time = report.optLong("time");
            if (time < anr.time - HANGS_MS || time > anr.time + SLACK_MS || matches.length() == MATCHES) {
                continue;
            }
            buildId = report.optString("buildId", buildId);
            matches.put(new JSONObject().put("time", time).put("detail", report.opt("detail"))
                    .putOpt("scene", report.opt("scene")).putOpt("stackKey", report.opt("stackKey"))
                    .putOpt("pathKey", report.opt("pathKey")));
        }
        JSONObject facts = anr.facts;
        return facts.put("schema", 1).put("tag", "Trace_ExitReason").put("process", process).put("time", anr.time)
                .putOpt("buildId", buildId).put("reports", matches);
    }

    /** Reports of ANRs in the folder, the newest first. */
    private static List<JSONObject> earlierAnrs(File folder) throws IOException {
        List<JSONObject> found = new ArrayList<JSONObject>();
        for (File file : new ReportStore(folder, 0).files()) {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(new FileInputStream(file), "UTF-8"))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    JSONObject anr = anr(line);
                    if (anr != null) {
                        found.add(0, anr);
                    }
                }
            }
        }
        return found;
    }

    private static JSONObject anr(String line) {
        if (!line.contains("ANR\"")) {
            return null;
        }
        try {
            JSONObject report = new JSONObject(line);
            String detail = report.optString("detail");
            return detail.equals("ANR") || detail.equals("SIGNAL_ANR") ? report : null;
        } catch (JSONException torn) {
            return null;
        }
    }

    private static long told(File folder) {
        try (DataInputStream file = new DataInputStream(new FileInputStream(new File(folder, TOLD)))) {
            return file.readLong();
        } catch (IOException nothingYet) {
            return 0;
        }
    }

    private static void remember(File folder, long time) throws IOException {
        if (!folder.isDirectory() && !folder.mkdirs() && !folder.isDirectory()) {
            throw new IOException("no folder " + folder);
        }
        try (DataOutputStream file = new DataOutputStream(new FileOutputStream(new File(folder, TOLD)))) {
            file.writeLong(time);
        }
    }
}
