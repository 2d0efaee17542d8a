package com.tencent.matrix.trace;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.graphics.Color;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.Test;

/** Reads what the engine's own tests say it writes. */
public class FrameValuesTest {
    @Test
    public void statsOfTheEngine() throws Exception {
        FrameStats stats = FrameStats.fromJson(actions("frames-durations", "report").get(0).toString());
        JSONObject json = new JSONObject(stats.toString());
        assertEquals(json.getString("scene"), stats.scene());
        assertEquals(json.getDouble("fps"), stats.fps(), 0);
        assertTrue(stats.frames() > 0);
        assertEquals(json.getDouble("refreshRate"), stats.refreshRate(), 0);
        long frames = 0;
        for (DropLevel level : DropLevel.values()) {
            frames += stats.framesAt(level);
            assertEquals(json.getJSONObject("dropSum").getLong("DROPPED_" + level), stats.droppedAt(level));
        }
        assertEquals(stats.frames(), frames);
        for (FramePart part : FramePart.values()) {
            assertEquals(part + "", json.getLong(part + "_DURATION"), stats.meanNanos(part));
            assertEquals(part + "", json.getJSONObject("maxDurations").getLong(part + "_DURATION"), stats.maxNanos(part));
        }
    }

    @Test
    public void worstLevelIsTheOneWithFrames() {
        String json = "{\"scene\":\"s\",\"fps\":30.4,\"dropLevel\":{\"DROPPED_BEST\":9,\"DROPPED_MIDDLE\":1},"
                + "\"dropSum\":{\"DROPPED_BEST\":2,\"DROPPED_MIDDLE\":10}}";
        FrameStats stats = FrameStats.fromJson(json);
        assertEquals(DropLevel.MIDDLE, stats.worst());
        assertEquals("30 fps  12 dropped", FpsView.text(stats));
        assertEquals(Color.YELLOW, FpsView.colour(stats.worst()));
        assertEquals(DropLevel.BEST, FrameStats.fromJson("{\"scene\":\"\",\"fps\":0}").worst());
    }

    @Test
    public void badFrameOfTheEngine() throws Exception {
        JSONObject json = actions("frames-drop-listener", "frameDropped").get(0);
        BadFrame frame = BadFrame.fromJson(json.toString());
        assertEquals(json.getString("scene"), frame.scene());
        assertEquals(json.getLong("dropped"), frame.dropped());
        assertEquals(json.getDouble("refreshRate"), frame.refreshRate(), 0);
        for (FramePart part : FramePart.values()) {
            assertEquals(part + "", json.getJSONObject("frame").getLong(part.inFrame), frame.nanos(part));
        }
    }

    @Test
    public void othersAreRefused() {
        for (String json : new String[] {"", "[]", "{}", "{\"scene\":\"s\"}"}) {
            try {
                FrameStats.fromJson(json);
                fail(json);
            } catch (IllegalArgumentException error) {
                assertTrue(error.getMessage().startsWith("these are no frame stats: "));
            }
            try {
                BadFrame.fromJson(json);
                fail(json);
            } catch (IllegalArgumentException error) {
                assertTrue(error.getMessage().startsWith("this is no bad frame: "));
            }
        }
    }

    private static List<JSONObject> actions(String script, String key) throws Exception {
        File file = new File(System.getProperty("basedir", "."), "../../fixtures/scripts/" + script + ".expected.jsonl");
        List<JSONObject> found = new ArrayList<>();
        for (String line : Files.readAllLines(file.toPath(), StandardCharsets.UTF_8)) {
            JSONObject action = new JSONObject(line).getJSONObject("action");
            if (action.has(key)) {
                found.add(action.getJSONObject(key));
            }
        }
        return found;
    }
}
