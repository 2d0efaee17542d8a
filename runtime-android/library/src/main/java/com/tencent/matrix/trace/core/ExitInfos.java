package com.tencent.matrix.trace.core;

import android.app.ActivityManager;
import android.app.ApplicationExitInfo;
import android.content.Context;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.json.JSONException;
import org.json.JSONObject;

/** {@code ApplicationExitInfo}. Not to be touched below API 30. */
final class ExitInfos {
    /** The system keeps as many for an app. */
    private static final int MAX = 16;
    /** Lines of the system's trace that are read until the main thread comes, and of that thread. */
    private static final int TRACE_LINES = 20_000;
    private static final int STACK_LINES = 200;

    private ExitInfos() {
    }

    /** ANRs after {@code since}, in milliseconds since 1970, of processes with that name; the oldest first. */
    static List<ExitReasons.Anr> anrs(Context context, String process, long since) throws JSONException {
        ActivityManager manager = (ActivityManager) context.getSystemService(Context.ACTIVITY_SERVICE);
        List<ExitReasons.Anr> anrs = new ArrayList<ExitReasons.Anr>();
        for (ApplicationExitInfo exit : manager.getHistoricalProcessExitReasons(null, 0, MAX)) {
            if (exit.getReason() == ApplicationExitInfo.REASON_ANR && exit.getTimestamp() > since
                    && process.equals(exit.getProcessName())) {
                anrs.add(new ExitReasons.Anr(exit.getTimestamp(), facts(exit)));
            }
        }
        Collections.sort(anrs);
        return anrs;
    }

    private static JSONObject facts(ApplicationExitInfo exit) throws JSONException {
        return new JSONObject()
                .put("reason", "ANR")
                .put("pid", exit.getPid())
                .putOpt("description", exit.getDescription())
                .put("importance", exit.getImportance())
                .put("memory", new JSONObject().put("pss", exit.getPss()).put("rss", exit.getRss()))
                .putOpt("threadStack", mainThread(exit));
    }

    /** The main thread's part of the trace that the system wrote; null if it kept none. */
    private static String mainThread(ApplicationExitInfo exit) {
        try (InputStream trace = exit.getTraceInputStream()) {
            return trace == null ? null : mainThread(new BufferedReader(new InputStreamReader(trace, "UTF-8")));
        } catch (IOException why) {
            Log.line("the system's trace of an ANR cannot be read", why);
            return null;
        }
    }

    /** A thread's part begins with its name in quotes and ends with an empty line. */
    static String mainThread(BufferedReader trace) throws IOException {
        StringBuilder stack = new StringBuilder();
        int lines = 0;
        String line = trace.readLine();
        for (int read = 0; line != null && read < TRACE_LINES && lines < STACK_LINES; read++) {
            boolean begins = line.startsWith("\"main\"");
            if (lines > 0 && line.trim().isEmpty()) {
                break;
            }
            if (begins || lines > 0) {
                stack.append(line).append('\n');
                lines++;
            }
            line = trace.readLine();
        }
        return lines == 0 ? null : stack.toString();
    }
}
