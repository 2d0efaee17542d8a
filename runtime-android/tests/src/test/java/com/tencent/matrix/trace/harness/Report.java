package com.tencent.matrix.trace.harness;

import java.util.ArrayList;
import java.util.List;
import org.json.JSONException;
import org.json.JSONObject;

/** A report, with its methods by name. */
public final class Report {
    private final JSONObject json;

    Report(String json) {
        try {
            this.json = new JSONObject(json);
        } catch (JSONException error) {
            throw new AssertionError("this is no report: " + json, error);
        }
    }

    public JSONObject json() {
        return json;
    }

    /** {@code detail} of an evil method, {@code tag} of all others. */
    public String kind() {
        return json.optString("detail", json.optString("tag"));
    }

    public String scene() {
        return json.optString("scene");
    }

    /** Milliseconds. */
    public long cost() {
        return json.optLong("cost", -1);
    }

    /** Frames of a {@code Trace_FPS} that dropped 3 and more. */
    public long janky() {
        try {
            return json.getLong("frames") - json.getJSONObject("dropLevel").getLong("DROPPED_BEST");
        } catch (JSONException error) {
            throw new AssertionError(toString(), error);
        }
    }

    /** The stack's rows in their order. */
    public List<Row> stack() {
        List<Row> rows = new ArrayList<>();
        for (String row : json.optString("stack").split("\n")) {
            if (!row.isEmpty()) {
                rows.add(new Row(row.split(",")));
            }
        }
        return rows;
    }

    /** The row of a method, for example {@code Payment.sign}; it must be there once. */
    public Row row(String method) {
        List<Row> rows = stack();
        rows.removeIf(row -> !row.method.equals(method));
        if (rows.size() != 1) {
            throw new AssertionError(method + " is there " + rows.size() + " times in " + this);
        }
        return rows.get(0);
    }

    /** Whether a method is in the stack. */
    public boolean names(String method) {
        return stack().stream().anyMatch(row -> row.method.equals(method));
    }

    /** The heaviest chain of calls, outermost first. */
    public List<String> path() {
        List<String> path = new ArrayList<>();
        for (String id : json.optString("pathKey").split("\\|")) {
            if (!id.isEmpty()) {
                path.add(Mapping.method(id));
            }
        }
        return path;
    }

    /** The rows by name, and the JSON. */
    @Override
    public String toString() {
        return stack() + " " + json;
    }

    /** A method of a stack, and how long it took. */
    public static final class Row {
        public final int depth;
        public final String method;
        public final int calls;
        public final long millis;

        private Row(String[] parts) {
            depth = Integer.parseInt(parts[0]);
            method = Mapping.method(parts[1]);
            calls = Integer.parseInt(parts[2]);
            millis = Long.parseLong(parts[3]);
        }

        @Override
        public String toString() {
            return "\n" + "  ".repeat(depth) + method + " " + calls + "x " + millis + " ms";
        }
    }
}
