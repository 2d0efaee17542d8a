package com.tencent.matrix.trace.core;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A daemon thread with a short queue. It is there only while there is something to do. */
final class Worker {
    private final String name;
    private final ThreadPoolExecutor executor;

    Worker(final String name, int queue) {
        this.name = name;
        ThreadFactory threads = new ThreadFactory() {
            @Override
            public Thread newThread(Runnable run) {
                Thread thread = new Thread(run, name);
                thread.setDaemon(true);
                thread.setPriority(Thread.NORM_PRIORITY - 1);
                return thread;
            }
        };
        executor = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<Runnable>(queue), threads);
        executor.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs it later, in order. What it throws is logged.
     *
     * @return false if the queue is full, which is logged, or there can be no thread
     */
    boolean post(final Runnable task) {
        try {
            executor.execute(new Runnable() {
                @Override
                public void run() {
                    try {
                        task.run();
                    } catch (Throwable why) {
                        Log.line(name, why);
                    }
                }
            });
            return true;
        } catch (RejectedExecutionException full) {
            Log.line(name + ": the queue is full, what is newest is dropped");
        } catch (Throwable why) {
            Log.line(name, why); // no memory for a thread
        }
        return false;
    }
}
