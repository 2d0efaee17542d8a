package com.tencent.matrix.trace;

import java.util.Iterator;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * From when on something is worth a report. What is not set has the default of Matrix TraceCanary.
 *
 * <pre>{@code
 * TraceThresholds strict = TraceThresholds.builder().evilMethodMs(300).build();
 * TraceThresholds fromServer = TraceThresholds.fromJson("{\"evilMethodMs\":300}");
 * }</pre>
 */
public final class TraceThresholds {
    private final long evilMethodMs;
    private final long anrMs;
    private final long lagMs;
    private final long idleHandlerLagMs;
    private final long touchLagMs;
    private final long coldStartMs;
    private final long warmStartMs;
    private final long frameSliceMs;
    private final int droppedFrozen;
    private final int droppedHigh;
    private final int droppedMiddle;
    private final int droppedNormal;
    private final long denseMessages;
    private final long denseWindowMs;
    private final int stackRows;

    private TraceThresholds(Builder builder) {
        evilMethodMs = builder.evilMethodMs;
        anrMs = builder.anrMs;
        lagMs = builder.lagMs;
        idleHandlerLagMs = builder.idleHandlerLagMs;
        touchLagMs = builder.touchLagMs;
        coldStartMs = builder.coldStartMs;
        warmStartMs = builder.warmStartMs;
        frameSliceMs = builder.frameSliceMs;
        droppedFrozen = builder.droppedFrozen;
        droppedHigh = builder.droppedHigh;
        droppedMiddle = builder.droppedMiddle;
        droppedNormal = builder.droppedNormal;
        denseMessages = builder.denseMessages;
        denseWindowMs = builder.denseWindowMs;
        stackRows = builder.stackRows;
    }

    /**
     * A builder that holds the defaults.
     *
     * @return a new one
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads what a server may send: any of the names that {@link #toJson} has.
     *
     * @param json an object
     * @return what it says, and defaults for the rest
     * @throws IllegalArgumentException with the reason, if it is no such object, a name is unknown or a value is
     *     not possible
     */
    public static TraceThresholds fromJson(String json) {
        try {
            JSONObject object = new JSONObject(json);
            Builder builder = builder();
            for (Iterator<String> names = object.keys(); names.hasNext(); ) {
                String name = names.next();
                builder.set(name, object.getLong(name));
            }
            return builder.build();
        } catch (JSONException error) {
            throw new IllegalArgumentException("these are no thresholds: " + error.getMessage(), error);
        }
    }

    /**
     * All of them.
     *
     * @return a JSON object
     */
    public String toJson() {
        try {
            JSONObject json = new JSONObject();
            json.put("evilMethodMs", evilMethodMs);
            json.put("anrMs", anrMs);
            json.put("lagMs", lagMs);
            json.put("idleHandlerLagMs", idleHandlerLagMs);
            json.put("touchLagMs", touchLagMs);
            json.put("coldStartMs", coldStartMs);
            json.put("warmStartMs", warmStartMs);
            json.put("frameSliceMs", frameSliceMs);
            json.put("droppedFrozen", droppedFrozen);
            json.put("droppedHigh", droppedHigh);
            json.put("droppedMiddle", droppedMiddle);
            json.put("droppedNormal", droppedNormal);
            json.put("denseMessages", denseMessages);
            json.put("denseWindowMs", denseWindowMs);
            json.put("stackRows", stackRows);
            return json.toString();
        } catch (JSONException error) {
            throw new AssertionError(error); // only for NaN and infinity, which integers are not
        }
    }

    @Override
    public String toString() {
        return toJson();
    }

    /**
     * How long a message may take before it is reported as an evil method.
     *
     * @return milliseconds
     */
    public long evilMethodMs() {
        return evilMethodMs;
    }

    /**
     * How long a message may go on before it is reported as an ANR.
     *
     * @return milliseconds
     */
    public long anrMs() {
        return anrMs;
    }

    /**
     * How long a message may go on before it is reported as a lag, with the main thread's stack.
     *
     * @return milliseconds
     */
    public long lagMs() {
        return lagMs;
    }

    /**
     * How long an idle handler may run.
     *
     * @return milliseconds
     */
    public long idleHandlerLagMs() {
        return idleHandlerLagMs;
    }

    /**
     * How long a touch event may take.
     *
     * @return milliseconds
     */
    public long touchLagMs() {
        return touchLagMs;
    }

    /**
     * How long a cold start may take before a report has its slow methods.
     *
     * @return milliseconds
     */
    public long coldStartMs() {
        return coldStartMs;
    }

    /**
     * How long a warm start may take before a report has its slow methods.
     *
     * @return milliseconds
     */
    public long warmStartMs() {
        return warmStartMs;
    }

    /**
     * The time for which a scene must be drawn to be reported.
     *
     * @return milliseconds of frames
     */
    public long frameSliceMs() {
        return frameSliceMs;
    }

    /**
     * From how many dropped frames on a frame is {@link DropLevel#FROZEN}.
     *
     * @return a number of frames
     */
    public int droppedFrozen() {
        return droppedFrozen;
    }

    /**
     * From how many dropped frames on a frame is {@link DropLevel#HIGH}.
     *
     * @return a number of frames
     */
    public int droppedHigh() {
        return droppedHigh;
    }

    /**
     * From how many dropped frames on a frame is {@link DropLevel#MIDDLE}.
     *
     * @return a number of frames
     */
    public int droppedMiddle() {
        return droppedMiddle;
    }

    /**
     * From how many dropped frames on a frame is {@link DropLevel#NORMAL}.
     *
     * @return a number of frames
     */
    public int droppedNormal() {
        return droppedNormal;
    }

    /**
     * More messages of one kind than these, in {@link #denseWindowMs()}, are named in reports.
     *
     * @return a number of messages
     */
    public long denseMessages() {
        return denseMessages;
    }

    /**
     * The window for {@link #denseMessages()}.
     *
     * @return milliseconds
     */
    public long denseWindowMs() {
        return denseWindowMs;
    }

    /**
     * How many methods a report has at most.
     *
     * @return a number of rows
     */
    public int stackRows() {
        return stackRows;
    }

    /** Makes {@link TraceThresholds}; {@link #build} checks. */
    public static final class Builder {
        private long evilMethodMs = 700;
        private long anrMs = 5_000;
        private long lagMs = 2_000;
        private long idleHandlerLagMs = 2_000;
        private long touchLagMs = 2_000;
        private long coldStartMs = 10_000;
        private long warmStartMs = 4_000;
        private long frameSliceMs = 10_000;
        private int droppedFrozen = 42;
        private int droppedHigh = 24;
        private int droppedMiddle = 9;
        private int droppedNormal = 3;
        private long denseMessages = 500;
        private long denseWindowMs = 10_000;
        private int stackRows = 30;

        private Builder() {}

        /**
         * How long a message may take before it is reported as an evil method.
         *
         * @param evilMethodMs milliseconds, default 700
         * @return this
         */
        public Builder evilMethodMs(long evilMethodMs) {
            this.evilMethodMs = evilMethodMs;
            return this;
        }

        /**
         * How long a message may go on before it is reported as an ANR.
         *
         * @param anrMs milliseconds, default 5,000
         * @return this
         */
        public Builder anrMs(long anrMs) {
            this.anrMs = anrMs;
            return this;
        }

        /**
         * How long a message may go on before it is reported as a lag, with the main thread's stack.
         *
         * @param lagMs milliseconds, default 2,000
         * @return this
         */
        public Builder lagMs(long lagMs) {
            this.lagMs = lagMs;
            return this;
        }

        /**
         * How long an idle handler may run.
         *
         * @param idleHandlerLagMs milliseconds, default 2,000
         * @return this
         */
        public Builder idleHandlerLagMs(long idleHandlerLagMs) {
            this.idleHandlerLagMs = idleHandlerLagMs;
            return this;
        }

        /**
         * How long a touch event may take.
         *
         * @param touchLagMs milliseconds, default 2,000
         * @return this
         */
        public Builder touchLagMs(long touchLagMs) {
            this.touchLagMs = touchLagMs;
            return this;
        }

        /**
         * How long a cold start may take before a report has its slow methods.
         *
         * @param coldStartMs milliseconds, default 10,000
         * @return this
         */
        public Builder coldStartMs(long coldStartMs) {
            this.coldStartMs = coldStartMs;
            return this;
        }

        /**
         * How long a warm start may take before a report has its slow methods.
         *
         * @param warmStartMs milliseconds, default 4,000
         * @return this
         */
        public Builder warmStartMs(long warmStartMs) {
            this.warmStartMs = warmStartMs;
            return this;
        }

        /**
         * The time for which a scene must be drawn to be reported.
         *
         * @param frameSliceMs milliseconds of frames, default 10,000
         * @return this
         */
        public Builder frameSliceMs(long frameSliceMs) {
            this.frameSliceMs = frameSliceMs;
            return this;
        }

        /**
         * From how many dropped frames on a frame is {@link DropLevel#FROZEN}.
         *
         * @param droppedFrozen a number of frames, default 42
         * @return this
         */
        public Builder droppedFrozen(int droppedFrozen) {
            this.droppedFrozen = droppedFrozen;
            return this;
        }

        /**
         * From how many dropped frames on a frame is {@link DropLevel#HIGH}.
         *
         * @param droppedHigh a number of frames, default 24
         * @return this
         */
        public Builder droppedHigh(int droppedHigh) {
            this.droppedHigh = droppedHigh;
            return this;
        }

        /**
         * From how many dropped frames on a frame is {@link DropLevel#MIDDLE}.
         *
         * @param droppedMiddle a number of frames, default 9
         * @return this
         */
        public Builder droppedMiddle(int droppedMiddle) {
            this.droppedMiddle = droppedMiddle;
            return this;
        }

        /**
         * From how many dropped frames on a frame is {@link DropLevel#NORMAL}.
         *
         * @param droppedNormal a number of frames, default 3
         * @return this
         */
        public Builder droppedNormal(int droppedNormal) {
            this.droppedNormal = droppedNormal;
            return this;
        }

        /**
         * More messages of one kind than these, in {@link #denseWindowMs()}, are named in reports.
         *
         * @param denseMessages a number of messages, default 500
         * @return this
         */
        public Builder denseMessages(long denseMessages) {
            this.denseMessages = denseMessages;
            return this;
        }

        /**
         * The window for {@link #denseMessages()}.
         *
         * @param denseWindowMs milliseconds, default 10,000
         * @return this
         */
        public Builder denseWindowMs(long denseWindowMs) {
            this.denseWindowMs = denseWindowMs;
            return this;
        }

        /**
         * How many methods a report has at most.
         *
         * @param stackRows a number of rows, default 30
         * @return this
         */
        public Builder stackRows(int stackRows) {
            this.stackRows = stackRows;
            return this;
        }

        /**
         * What was set.
         *
         * @return the thresholds
         * @throws IllegalArgumentException that names the value, if one is not positive, or the levels of dropped
         *     frames
         *     are not in order
         */
        public TraceThresholds build() {
            positive("evilMethodMs", evilMethodMs);
            positive("anrMs", anrMs);
            positive("lagMs", lagMs);
            positive("idleHandlerLagMs", idleHandlerLagMs);
            positive("touchLagMs", touchLagMs);
            positive("coldStartMs", coldStartMs);
            positive("warmStartMs", warmStartMs);
            positive("frameSliceMs", frameSliceMs);
            positive("droppedFrozen", droppedFrozen);
            positive("droppedHigh", droppedHigh);
            positive("droppedMiddle", droppedMiddle);
            positive("droppedNormal", droppedNormal);
            positive("denseMessages", denseMessages);
            positive("denseWindowMs", denseWindowMs);
            positive("stackRows", stackRows);
            ascending("droppedNormal", droppedNormal, "droppedMiddle", droppedMiddle);
            ascending("droppedMiddle", droppedMiddle, "droppedHigh", droppedHigh);
            ascending("droppedHigh", droppedHigh, "droppedFrozen", droppedFrozen);
            return new TraceThresholds(this);
        }

        private void set(String name, long value) {
            switch (name) {
                case "evilMethodMs":
                    evilMethodMs = value;
                    break;
                case "anrMs":
                    anrMs = value;
                    break;
                case "lagMs":
                    lagMs = value;
                    break;
                case "idleHandlerLagMs":
                    idleHandlerLagMs = value;
                    break;
                case "touchLagMs":
                    touchLagMs = value;
                    break;
                case "coldStartMs":
                    coldStartMs = value;
                    break;
                case "warmStartMs":
                    warmStartMs = value;
                    break;
                case "frameSliceMs":
                    frameSliceMs = value;
                    break;
                case "droppedFrozen":
                    droppedFrozen = toInt("droppedFrozen", value);
                    break;
                case "droppedHigh":
                    droppedHigh = toInt("droppedHigh", value);
                    break;
                case "droppedMiddle":
                    droppedMiddle = toInt("droppedMiddle", value);
                    break;
                case "droppedNormal":
                    droppedNormal = toInt("droppedNormal", value);
                    break;
                case "denseMessages":
                    denseMessages = value;
                    break;
                case "denseWindowMs":
                    denseWindowMs = value;
                    break;
                case "stackRows":
                    stackRows = toInt("stackRows", value);
                    break;
                default:
                    throw new IllegalArgumentException("there is no threshold " + name);
            }
        }

        private static int toInt(String name, long value) {
            if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(name + " is " + value + ": give at most " + Integer.MAX_VALUE);
            }
            return (int) value;
        }

        private static void positive(String name, long value) {
            if (value <= 0) {
                throw new IllegalArgumentException(name + " is " + value + ": give at least 1");
            }
        }

        private static void ascending(String low, int lowValue, String high, int highValue) {
            if (lowValue > highValue) {
                throw new IllegalArgumentException(low + " is " + lowValue + ", " + high + " only " + highValue
                        + ": give levels of dropped frames in ascending order");
            }
        }
    }
}
