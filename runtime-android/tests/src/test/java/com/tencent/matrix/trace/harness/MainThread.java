package com.tencent.matrix.trace.harness;

import android.os.Handler;
import android.os.Looper;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The app's main thread, which runs the real loop of the main looper. Tests run on a thread of their own. */
public final class MainThread {
    /** So long that it says that something hangs, on however busy a machine. */
    static final long DEADLINE_S = 60;

    private MainThread() {}

    /** Code that may throw. */
    public interface Task {
        void run() throws Exception;
    }

    /** Runs it in a message of its own, and returns when that is done. What it throws is thrown here. */
    public static void run(Task task) throws Exception {
        call(() -> {
            task.run();
            return null;
        });
    }

    /** Like {@link #run}, with a result. */
    public static <V> V call(Callable<V> task) throws Exception {
        FutureTask<V> future = new FutureTask<>(task);
        new Handler(Looper.getMainLooper()).post(future);
        V value = result(future);
        idle();
        return value;
    }

    /** Posts it as a message, and returns at once. */
    public static void post(Runnable task) {
        new Handler(Looper.getMainLooper()).post(task);
    }

    /** Waits until all that is posted now has been handled. Messages with a delay never come: the clock stands. */
    public static void idle() throws Exception {
        FutureTask<Void> last = new FutureTask<>(() -> null);
        post(last);
        result(last);
    }

    static <V> V result(FutureTask<V> future) throws Exception {
        try {
            return future.get(DEADLINE_S, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            AssertionError hangs = new AssertionError("the main thread hangs");
            hangs.setStackTrace(Looper.getMainLooper().getThread().getStackTrace());
            throw hangs;
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof Error) {
                throw (Error) thrown.getCause();
            }
            throw (Exception) thrown.getCause();
        }
    }
}
