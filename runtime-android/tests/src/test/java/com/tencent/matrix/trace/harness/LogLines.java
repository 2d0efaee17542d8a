package com.tencent.matrix.trace.harness;

import java.util.List;
import java.util.stream.Collectors;
import org.robolectric.shadows.ShadowLog;

/** What the library has written to the log in this process. */
public final class LogLines {
    private LogLines() {}

    /** All lines. */
    public static List<String> all() {
        return ShadowLog.getLogsForTag("Trace").stream().map(item -> item.msg).collect(Collectors.toList());
    }

    /** Those that contain a text. */
    public static List<String> with(String text) {
        List<String> lines = all();
        lines.removeIf(line -> !line.contains(text));
        return lines;
    }
}
