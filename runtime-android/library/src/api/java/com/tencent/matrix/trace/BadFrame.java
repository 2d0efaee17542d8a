package com.tencent.matrix.trace;

import org.json.JSONException;
import org.json.JSONObject;

/** A frame that made the display drop others. */
public final class BadFrame {
    private final JSONObject json;
    private final String scene;
    private final long dropped;
    private final JSONObject frame;

    private BadFrame(JSONObject json) throws JSONException {
        this.json = json;
        scene = json.getString("scene");
        dropped = json.getLong("dropped");
        frame = json.getJSONObject("frame");
    }

    /**
     * Reads what {@link #toString} gives.
     *
     * @param json the object
     * @return what it says
     * @throws IllegalArgumentException if it is no such object
     */
    public static BadFrame fromJson(String json) {
        try {
            return new BadFrame(new JSONObject(json));
        } catch (JSONException error) {
            throw new IllegalArgumentException("this is no bad frame: " + error.getMessage(), error);
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
     * How many frames it made the display drop.
     *
     * @return a number of frames
     */
    public long dropped() {
        return dropped;
    }

    /**
     * The display's refresh rate.
     *
     * @return in hertz
     */
    public double refreshRate() {
        return json.optDouble("refreshRate", 0);
    }

    /**
     * The time that a part of it took.
     *
     * @param part the part
     * @return in nanoseconds, 0 if it was not measured
     */
    public long nanos(FramePart part) {
        return frame.optLong(part.inFrame);
    }

    /**
     * All of it.
     *
     * @return as JSON
     */
    @Override
    public String toString() {
        return json.toString();
    }
}
