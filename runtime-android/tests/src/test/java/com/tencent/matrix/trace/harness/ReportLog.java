package com.tencent.matrix.trace.harness;

import com.tencent.matrix.trace.TraceListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Listens to reports and keeps them. */
public final class ReportLog implements TraceListener {
    private final List<Report> reports = new ArrayList<>();

    @Override
    public synchronized void onReport(String json) {
        reports.add(new Report(json));
        notifyAll();
    }

    /** All so far. */
    public synchronized List<Report> all() {
        return new ArrayList<>(reports);
    }

    /** Those of a {@link Report#kind} so far. */
    public List<Report> of(String kind) {
        return all().stream().filter(report -> report.kind().equals(kind)).collect(Collectors.toList());
    }

    /** Kinds of all so far, in their order. */
    public List<String> kinds() {
        return all().stream().map(Report::kind).collect(Collectors.toList());
    }

    /** Waits for the first report of a kind. */
    public Report await(String kind) throws InterruptedException {
        return await(kind, 1).get(0);
    }

    /**
     * Waits for the first report of a kind that has a method in its stack. On a busy machine others may come before: what the
     * framework does for the first time can take long indeed.
     */
    public Report awaitNaming(String kind, String method) throws InterruptedException {
        for (int count = 1;; count++) {
            Report report = await(kind, count).get(count - 1);
            if (report.names(method)) {
                return report;
            }
        }
    }

    /** How many so far have a method in their stack. */
    public long naming(String method) {
        return all().stream().filter(report -> report.names(method)).count();
    }

    /** Waits until there are as many reports of a kind. */
    public synchronized List<Report> await(String kind, int count) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MainThread.DEADLINE_S);
        while (of(kind).size() < count) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError(count + " " + kind + " expected, there are " + reports);
            }
            wait(left);
        }
        return of(kind);
    }

    /**
     * Waits until all reports of what has happened so far are here: makes a slow message, waits for its report, and takes
     * that away.
     *
     * @param evilMethodMs the threshold at hand
     */
    public void settle(long evilMethodMs) throws Exception {
        MainThread.post(new Settling(evilMethodMs));
        synchronized (this) {
            while (!reports.removeIf(ReportLog::isSettling)) {
                await("NORMAL", of("NORMAL").size() + 1);
            }
        }
    }

    private static boolean isSettling(Report report) {
        return report.json().optString("message").contains(Settling.class.getSimpleName());
    }

    private static final class Settling implements Runnable {
        private final long millis;

        Settling(long millis) {
            this.millis = millis;
        }

        @Override
        public void run() {
            try {
                Thread.sleep(millis + 5);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
