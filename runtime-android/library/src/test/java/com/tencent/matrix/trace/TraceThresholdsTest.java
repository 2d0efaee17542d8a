package com.tencent.matrix.trace;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.File;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.TreeMap;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.Test;

public class TraceThresholdsTest {
    @Test
    public void defaultsAreThoseOfTheEngine() throws Exception {
        File golden = new File(System.getProperty("basedir", "."), "../../fixtures/thresholds.json");
        String text = new String(Files.readAllBytes(golden.toPath()), StandardCharsets.UTF_8);
        assertEquals(values(text), values(TraceThresholds.builder().build().toJson()));
    }

    @Test
    public void eachValueGoesThroughBuilderGetterAndJson() throws Exception {
        TreeMap<String, Object> all = values(TraceThresholds.builder().build().toJson());
        TraceThresholds.Builder builder = TraceThresholds.builder();
        // Ascending by name happens to put droppedFrozen before droppedNormal: count down.
        int value = 100;
        JSONObject json = new JSONObject();
        for (String name : all.keySet()) {
            value--;
            setter(name).invoke(builder, value);
            json.put(name, value);
        }
        TraceThresholds built = builder.build();
        assertEquals(values(json.toString()), values(built.toJson()));
        assertEquals(values(json.toString()), values(TraceThresholds.fromJson(json.toString()).toJson()));
        for (String name : all.keySet()) {
            Number got = (Number) TraceThresholds.class.getMethod(name).invoke(built);
            assertEquals(name, json.getLong(name), got.longValue());
        }
    }

    @Test
    public void whatCannotBeIsRefusedByName() {
        refused("{\"evilMethodMs\":0}", "evilMethodMs is 0: give at least 1");
        refused("{\"evilMethod\":5}", "there is no threshold evilMethod");
        refused("{\"stackRows\":3000000000}", "stackRows is 3000000000");
        refused("{\"droppedMiddle\":30}", "droppedMiddle is 30, droppedHigh only 24");
        refused("[]", "these are no thresholds");
        refused("{\"anrMs\":\"soon\"}", "these are no thresholds");
    }

    private static void refused(String json, String why) {
        try {
            TraceThresholds.fromJson(json);
        } catch (IllegalArgumentException error) {
            assertTrue(error.getMessage(), error.getMessage().startsWith(why));
            return;
        }
        fail(json + " was taken");
    }

    private static Method setter(String name) {
        for (Method method : TraceThresholds.Builder.class.getMethods()) {
            if (method.getName().equals(name)) {
                return method;
            }
        }
        throw new AssertionError("no setter " + name);
    }

    private static TreeMap<String, Object> values(String json) throws JSONException {
        JSONObject object = new JSONObject(json);
        TreeMap<String, Object> values = new TreeMap<>();
        for (Iterator<String> names = object.keys(); names.hasNext(); ) {
            String name = names.next();
            values.put(name, object.getLong(name));
        }
        return values;
    }
}
