package com.tencent.matrix.trace;

import org.json.JSONException;
import org.json.JSONObject;

/** How smoothly a scene was drawn during some time. */
public final class FrameStats {
    private final JSONObject json;
    private final String scene;
    private final double fps;

    private FrameStats(JSONObject json) throws JSONException {
        this.json = json;
        scene = json.getString("scene");
        fps = json.getDouble("fps");
    }

    /**
     * Reads the JSON of a {@code Trace_FPS} report.
     *
     * @param json the object
     * @return what it says
     * @throws IllegalArgumentException if it is no such object
     */
    public static FrameStats fromJson(String json) {
        try {
            return new FrameStats(new JSONObject(json));
        } catch (JSONException error) {
            throw new IllegalArgumentException("these are no frame stats: " + error.getMessage(), error);
        }
    }

    /**
     * What the user saw.
     *
     * @return an Activity's class name, or what the app told {@link Trace#scene}
     */
    public String scene() {
        return scene;
    }

    /**
     * Frames a second.
     *
     * @return at most the display's refresh rate
     */
    public double fps() {
        return fps;
    }

    /**
     * The display's refresh rate.
     *
     * @return in hertz, 0 if it is not known
     */
    public double refreshRate() {
        return json.optDouble("refreshRate", 0);
    }

    /**
     * How many frames were counted.
     *
     * @return a number of frames
     */
    public long frames() {
        return json.optLong("frames");
    }

    /**
     * How many of them were of a level.
     *
     * @param level the level
     * @return a number of frames
     */
    public long framesAt(DropLevel level) {
        return of("dropLevel", "DROPPED_" + level.name());
    }

    /**
     * How many frames those of a level made the display drop.
     *
     * @param level the level
     * @return a number of frames
     */
    public long droppedAt(DropLevel level) {
        return of("dropSum", "DROPPED_" + level.name());
    }

    /**
     * The worst level that a frame was of.
     *
     * @return {@link DropLevel#BEST} if there was no frame
     */
    public DropLevel worst() {
        DropLevel worst = DropLevel.BEST;
        for (DropLevel level : DropLevel.values()) {
            if (framesAt(level) > 0) {
                worst = level;
            }
        }
        return worst;
    }

    /**
     * The mean time of a part.
     *
     * @param part the part
     * @return in nanoseconds, 0 if it was not measured
     */
    public long meanNanos(FramePart part) {
        return json.optLong(part.inStats());
    }

    /**
     * The longest time of a part.
     *
     * @param part the part
     * @return in nanoseconds, 0 if it was not measured
     */
    public long maxNanos(FramePart part) {
        return of("maxDurations", part.inStats());
    }

    /**
     * All of it.
     *
     * @return as JSON, with the names of a {@code Trace_FPS} report
     */
    @Override
    public String toString() {
        return json.toString();
    }

    private long of(String object, String key) {
        JSONObject of = json.optJSONObject(object);
        return of == null ? 0 : of.optLong(key);
    }
}
