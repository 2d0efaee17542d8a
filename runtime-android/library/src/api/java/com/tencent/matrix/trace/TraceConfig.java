package com.tencent.matrix.trace;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * How to trace. The defaults suit most apps.
 *
 * <pre>{@code
 * TraceConfig config = TraceConfig.builder().splashActivities("com.example.Splash").build();
 * }</pre>
 */
public final class TraceConfig {
    private final int ringCapacity;
    private final String buildId;
    private final List<String> splashActivities;
    private final TraceThresholds thresholds;
    private final File reportsFolder;
    private final long reportsLimitBytes;
    private final boolean evilMethods;
    private final boolean anrs;
    private final boolean lags;
    private final boolean startUps;
    private final boolean frames;
    private final boolean idleHandlers;
    private final boolean priorities;
    private final boolean eachIssueOnce;
    private final boolean exitReasons;
    private final boolean watchSignals;
    private final boolean looperObserver;
    private final boolean preferencesFix;

    private TraceConfig(Builder builder) {
        ringCapacity = builder.ringCapacity;
        buildId = builder.buildId;
        splashActivities = builder.splashActivities;
        thresholds = builder.thresholds;
        reportsFolder = builder.reportsFolder;
        reportsLimitBytes = builder.reportsLimitBytes;
        evilMethods = builder.evilMethods;
        anrs = builder.anrs;
        lags = builder.lags;
        startUps = builder.startUps;
        frames = builder.frames;
        idleHandlers = builder.idleHandlers;
        priorities = builder.priorities;
        eachIssueOnce = builder.eachIssueOnce;
        exitReasons = builder.exitReasons;
        watchSignals = builder.watchSignals;
        looperObserver = builder.looperObserver;
        preferencesFix = builder.preferencesFix;
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
     * How many records of calls are kept.
     *
     * @return a power of two
     */
    public int ringCapacity() {
        return ringCapacity;
    }

    /**
     * Which build's method mapping belongs to the reports.
     *
     * @return null if it is to be read from the app's asset
     */
    public String buildId() {
        return buildId;
    }

    /**
     * Activities that only show while the app starts.
     *
     * @return their class names
     */
    public List<String> splashActivities() {
        return splashActivities;
    }

    /**
     * From when on something is worth a report.
     *
     * @return those to begin with
     */
    public TraceThresholds thresholds() {
        return thresholds;
    }

    /**
     * Where reports are kept.
     *
     * @return null for the folder {@code trace-reports} of the app's files
     */
    public File reportsFolder() {
        return reportsFolder;
    }

    /**
     * How much of them is kept.
     *
     * @return in bytes, for each process of the app
     */
    public long reportsLimitBytes() {
        return reportsLimitBytes;
    }

    /**
     * Whether messages that take too long are reported, with the methods that took the time.
     *
     * @return whether
     */
    public boolean evilMethods() {
        return evilMethods;
    }

    /**
     * Whether messages that go on for so long that the system may call it an ANR are reported while they do.
     *
     * @return whether
     */
    public boolean anrs() {
        return anrs;
    }

    /**
     * Whether messages that go on for long are reported while they do, with the main thread's stack.
     *
     * @return whether
     */
    public boolean lags() {
        return lags;
    }

    /**
     * Whether starts of the app are reported.
     *
     * @return whether
     */
    public boolean startUps() {
        return startUps;
    }

    /**
     * Whether frames are watched. Frame listeners and {     * link FpsOverlay} need it.
     *
     * @return whether
     */
    public boolean frames() {
        return frames;
    }

    /**
     * Whether idle handlers are watched.
     *
     * @return whether
     */
    public boolean idleHandlers() {
        return idleHandlers;
    }

    /**
     * Whether it is reported that somebody makes the main thread slower.
     *
     * @return whether
     */
    public boolean priorities() {
        return priorities;
    }

    /**
     * Whether each issue is reported but once between start and stop: messages that are slow for the same
     * reason, hangs in the same place. Starts and frames are always reported.
     *
     * @return whether
     */
    public boolean eachIssueOnce() {
        return eachIssueOnce;
    }

    /**
     * Whether an ANR that ended an earlier process is reported, from API 30 on.
     *
     * @return whether
     */
    public boolean exitReasons() {
        return exitReasons;
    }

    /**
     * Whether SIGQUIT is watched, which the system sends to a process that it takes for hung. The most exact way
     * to know of
     * ANRs, but not tried on many phones yet.
     *
     * @return whether
     */
    public boolean watchSignals() {
        return watchSignals;
    }

    /**
     * Whether the hidden {     * code Looper.Observer} is used where it can be reached (API 29), in place of the
     * looper's printer.
     *
     * @return whether
     */
    public boolean looperObserver() {
        return looperObserver;
    }

    /**
     * Whether the main thread no longer waits for {     * code SharedPreferences.apply} when an Activity or a
     * service stops
     * (API 21 to 25). A change may be lost if the process dies at that moment.
     *
     * @return whether
     */
    public boolean preferencesFix() {
        return preferencesFix;
    }

    /** Makes a {@link TraceConfig}; each method checks what it is given. */
    public static final class Builder {
        private static final int LEAST_RECORDS = 1 << 16;
        private static final int MOST_RECORDS = 1 << 24;
        private static final long LEAST_BYTES = 64 << 10;

        private int ringCapacity = 1 << 20;
        private String buildId;
        private List<String> splashActivities = Collections.emptyList();
        private TraceThresholds thresholds = TraceThresholds.builder().build();
        private File reportsFolder;
        private long reportsLimitBytes = 2 << 20;
        private boolean evilMethods = true;
        private boolean anrs = true;
        private boolean lags = true;
        private boolean startUps = true;
        private boolean frames = true;
        private boolean idleHandlers = true;
        private boolean priorities = true;
        private boolean eachIssueOnce;
        private boolean exitReasons = true;
        private boolean watchSignals;
        private boolean looperObserver;
        private boolean preferencesFix;

        private Builder() {}

        /**
         * How many records of calls are kept, 8 bytes each. A report can show no more than the newest ones.
         *
         * @param records a power of two from 65,536 to 16,777,216, default 1,048,576 (8 MiB)
         * @return this
         * @throws IllegalArgumentException if it is none
         */
        public Builder ringCapacity(int records) {
            if (records < LEAST_RECORDS || records > MOST_RECORDS || Integer.bitCount(records) != 1) {
                throw new IllegalArgumentException("ringCapacity is " + records
                        + ": give a power of two from " + LEAST_RECORDS + " to " + MOST_RECORDS);
            }
            ringCapacity = records;
            return this;
        }

        /**
         * Which build's method mapping belongs to the reports: {@code build_id} of the summary that {@code
         * trace-instrument} wrote.
         *
         * @param id the build, null (default) to read it from the app's asset
         * @return this
         */
        public Builder buildId(String id) {
            buildId = id;
            return this;
        }

        /**
         * Activities that only show while the app starts: a start ends with the first other one.
         *
         * @param classNames full class names, default none
         * @return this
         * @throws IllegalArgumentException if one is null or empty
         */
        public Builder splashActivities(String... classNames) {
            for (String name : classNames) {
                if (name == null || name.isEmpty()) {
                    throw new IllegalArgumentException("a splash Activity has no name: give full class names");
                }
            }
            splashActivities = Collections.unmodifiableList(new ArrayList<String>(Arrays.asList(classNames)));
            return this;
        }

        /**
         * From when on something is worth a report. {@link Trace#configure} changes it later.
         *
         * @param thresholds those to begin with
         * @return this
         * @throws IllegalArgumentException if null
         */
        public Builder thresholds(TraceThresholds thresholds) {
            if (thresholds == null) {
                throw new IllegalArgumentException("thresholds are null: leave them out for the defaults");
            }
            this.thresholds = thresholds;
            return this;
        }

        /**
         * Where reports are kept.
         *
         * @param folder made if it is missing; null (default) for {@code trace-reports} in the app's files
         * @return this
         */
        public Builder reportsFolder(File folder) {
            reportsFolder = folder;
            return this;
        }

        /**
         * How much is kept of them; the oldest go first.
         *
         * @param bytes for each process of the app, at least 65,536, default 2,097,152
         * @return this
         * @throws IllegalArgumentException if it is less
         */
        public Builder reportsLimitBytes(long bytes) {
            if (bytes < LEAST_BYTES) {
                throw new IllegalArgumentException("reportsLimitBytes is " + bytes + ": give at least " + LEAST_BYTES);
            }
            reportsLimitBytes = bytes;
            return this;
        }

        /**
         * Whether messages that take too long are reported, with the methods that took the time.
         *
         * @param on whether, default true
         * @return this
         */
        public Builder evilMethods(boolean on) {
            evilMethods = on;
            return this;
        }

        /**
         * Whether messages that go on for so long that the system may call it an ANR are reported while they do.
         *
         * @param on whether, default true
         * @return this
         */
        public Builder anrs(boolean on) {
            anrs = on;
            return this;
        }

        /**
         * Whether messages that go on for long are reported while they do, with the main thread's stack.
         *
         * @param on whether, default true
         * @return this
         */
        public Builder lags(boolean on) {
            lags = on;
            return this;
        }

        /**
         * Whether starts of the app are reported.
         *
         * @param on whether, default true
         * @return this
         */
        public Builder startUps(boolean on) {
            startUps = on;
            return this;
        }

        /**
         * Whether frames are watched. Frame listeners and {         * link FpsOverlay} need it.
         *
         * @param on whether, default true
         * @return this
         */
        public Builder frames(boolean on) {
            frames = on;
            return this;
        }

        /**
         * Whether idle handlers are watched.
         *
         * @param on whether, default true
         * @return this
         */
        public Builder idleHandlers(boolean on) {
            idleHandlers = on;
            return this;
        }

        /**
         * Whether it is reported that somebody makes the main thread slower.
         *
         * @param on whether, default true
         * @return this
         */
        public Builder priorities(boolean on) {
            priorities = on;
            return this;
        }

        /**
         * Whether each issue is reported but once between start and stop: messages that are slow for the same
         * reason, hangs in the same place. Starts and frames are always reported.
         *
         * @param on whether, default false
         * @return this
         */
        public Builder eachIssueOnce(boolean on) {
            eachIssueOnce = on;
            return this;
        }

        /**
         * Whether an ANR that ended an earlier process is reported, from API 30 on.
         *
         * @param on whether, default true
         * @return this
         */
        public Builder exitReasons(boolean on) {
            exitReasons = on;
            return this;
        }

        /**
         * Whether SIGQUIT is watched, which the system sends to a process that it takes for hung. The most exact
         * way to know of
         * ANRs, but not tried on many phones yet.
         *
         * @param on whether, default false
         * @return this
         */
        public Builder watchSignals(boolean on) {
            watchSignals = on;
            return this;
        }

        /**
         * Whether the hidden {         * code Looper.Observer} is used where it can be reached (API 29), in place
         * of the looper's printer.
         *
         * @param on whether, default false
         * @return this
         */
        public Builder looperObserver(boolean on) {
            looperObserver = on;
            return this;
        }

        /**
         * Whether the main thread no longer waits for {         * code SharedPreferences.apply} when an Activity
         * or a service stops
         * (API 21 to 25). A change may be lost if the process dies at that moment.
         *
         * @param on whether, default false
         * @return this
         */
        public Builder preferencesFix(boolean on) {
            preferencesFix = on;
            return this;
        }

        /**
         * What was set.
         *
         * @return the configuration
         */
        public TraceConfig build() {
            return new TraceConfig(this);
        }
    }
}
