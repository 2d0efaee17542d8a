package com.tencent.matrix.trace.core;

import com.tencent.matrix.trace.TraceListener;
import java.io.File;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Finished reports: to disk, then to who listens.
 *
 * <p>Disk and listeners have a thread each, so that a listener that blocks costs no report on disk.
 */
public final class Reports {
    static final int QUEUE = 64;

    private static final Worker DISK = new Worker("trace-reports", QUEUE);
    private static final Worker LISTENERS = new Worker("trace-listeners", QUEUE);
    private static final CopyOnWriteArrayList<TraceListener> listeners = new CopyOnWriteArrayList<TraceListener>();

    private static volatile File folder;
    private static volatile ReportStore store;
    /** For the thread of the disk. */
    private static boolean refused;

    private Reports() {}

    /**
     * Says where reports go from now on.
     *
     * @param root folder of the app's reports
     * @param process name of this process, which has a folder of its own in it
     * @param limitBytes how much is kept of this process
     */
    static void open(File root, String process, long limitBytes) {
        File own = ReportStore.folderOf(root, process);
        folder = own;
        store = new ReportStore(own, limitBytes);
    }

    /** The folder of this process, null before {@link #open}. */
    public static File folder() {
        return folder;
    }

    /** A report: on any thread, returns at once. */
    static void add(final String json) {
        DISK.post(new Runnable() {
            @Override
            public void run() {
                write(json);
                tell(json);
            }
        });
    }

    /** Tells a listener of reports from now on; but once, however often it is added. */
    public static void addListener(TraceListener listener) {
        listeners.addIfAbsent(listener);
    }

    /** Does so no more; one call that is under way may still come. */
    public static void removeListener(TraceListener listener) {
        listeners.remove(listener);
    }

    private static void write(String json) {
        ReportStore store = Reports.store;
        if (store == null) {
            return;
        }
        try {
            store.append(json);
            refused = false;
        } catch (Throwable why) {
            // Tried again with the next report: disks get room again.
            if (!refused) {
                refused = true;
                Log.line("reports cannot be written, listeners still get them", why);
            }
        }
    }

    private static void tell(final String json) {
        if (listeners.isEmpty()) {
            return;
        }
        LISTENERS.post(new Runnable() {
            @Override
            public void run() {
                for (TraceListener listener : listeners) {
                    try {
                        listener.onReport(json);
                    } catch (Throwable why) {
                        Log.line("a listener of reports failed: " + listener.getClass().getName(), why);
                    }
                }
            }
        });
    }
}
