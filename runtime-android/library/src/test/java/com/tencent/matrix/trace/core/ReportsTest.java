package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.tencent.matrix.trace.TraceListener;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class ReportsTest {
    @Rule public final TemporaryFolder temporary = new TemporaryFolder();

    private final List<TraceListener> added = new ArrayList<>();

    @After
    public void forgetListeners() {
        for (TraceListener listener : added) {
            Reports.removeListener(listener);
        }
    }

    @Test
    public void reportIsOnDiskBeforeListenersAreTold() throws Exception {
        Reports.open(temporary.getRoot(), "app:remote", 1 << 16);
        assertEquals(new File(temporary.getRoot(), "app%3Aremote"), Reports.folder());
        BlockingQueue<List<String>> seen = new LinkedBlockingQueue<>();
        listen(json -> {
            try {
                seen.add(ReportStoreTest.lines(Reports.folder()));
            } catch (Exception error) {
                throw new AssertionError(error);
            }
        });
        Reports.add("{\"n\":1}");
        assertEquals(Arrays.asList("{\"n\":1}"), next(seen));
        Reports.add("{\"n\":2}");
        assertEquals(Arrays.asList("{\"n\":1}", "{\"n\":2}"), next(seen));
    }

    @Test
    public void listenerThatThrowsHarmsNoOther() throws Exception {
        Reports.open(temporary.getRoot(), "app", 1 << 16);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        listen(json -> {
            throw new StackOverflowError("thrown by a test");
        });
        listen(told::add);
        Reports.add("1");
        Reports.add("2");
        assertEquals("1", next(told));
        assertEquals("2", next(told));
    }

    @Test
    public void listenerThatBlocksLosesItsOwnReportsButNoneOnDisk() throws Exception {
        Reports.open(temporary.getRoot(), "app", 1 << 20);
        CountDownLatch release = new CountDownLatch(1);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        listen(json -> {
            told.add(json);
            try {
                release.await();
            } catch (InterruptedException error) {
                throw new AssertionError(error);
            }
        });
        List<String> all = new ArrayList<>();
        for (int n = 0; n < 5 * Reports.QUEUE; n++) {
            all.add("" + n);
            Reports.add("" + n);
            waitForLines(n + 1);
        }
        assertEquals(all, ReportStoreTest.lines(Reports.folder()));
        release.countDown();
        // The one that blocked, and what was in the queue.
        for (int n = 0; n <= Reports.QUEUE; n++) {
            assertEquals("" + n, next(told));
        }
        Reports.add("last");
        assertEquals("last", next(told));
    }

    @Test
    public void queueThatIsFullDropsTheNewestAndHoldsNobodyUp() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        Worker worker = new Worker("test-worker", 3);
        BlockingQueue<Integer> done = new LinkedBlockingQueue<>();
        assertTrue(worker.post(() -> {
            busy.countDown();
            try {
                release.await();
            } catch (InterruptedException error) {
                throw new AssertionError(error);
            }
        }));
        assertTrue(busy.await(10, TimeUnit.SECONDS));
        for (int n = 0; n < 6; n++) {
            int number = n;
            assertEquals(n < 3, worker.post(() -> done.add(number)));
        }
        release.countDown();
        assertEquals(0, (int) next(done));
        assertEquals(1, (int) next(done));
        assertEquals(2, (int) next(done));
        assertTrue(worker.post(() -> {
            throw new IllegalStateException("thrown by a test");
        }));
        assertTrue(worker.post(() -> done.add(7)));
        assertEquals("goes on, and nothing of what was dropped comes later", 7, (int) next(done));
    }

    @Test
    public void workersAreDaemons() throws Exception {
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        new Worker("test-worker", 1).post(() -> threads.add(Thread.currentThread()));
        Thread thread = next(threads);
        assertTrue(thread.isDaemon());
        assertEquals("test-worker", thread.getName());
        assertNotEquals(Thread.currentThread(), thread);
    }

    @Test
    public void withoutDiskListenersAreToldAndWhenItComesBackItIsUsed() throws Exception {
        File root = temporary.newFile();
        Reports.open(root, "app", 1 << 16);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        listen(told::add);
        Reports.add("1");
        Reports.add("2");
        assertEquals("1", next(told));
        assertEquals("2", next(told));
        assertTrue(root.delete());
        Reports.add("3");
        assertEquals("3", next(told));
        assertEquals(Arrays.asList("3"), ReportStoreTest.lines(Reports.folder()));
    }

    @Test
    public void listenerThatIsRemovedIsToldNoMore() throws Exception {
        Reports.open(temporary.getRoot(), "app", 1 << 16);
        BlockingQueue<String> first = new LinkedBlockingQueue<>();
        BlockingQueue<String> second = new LinkedBlockingQueue<>();
        TraceListener removed = listen(first::add);
        Reports.addListener(removed); // but once
        listen(second::add);
        Reports.add("1");
        assertEquals("1", next(second));
        Reports.removeListener(removed);
        Reports.add("2");
        assertEquals("2", next(second));
        assertEquals("1", first.poll());
        assertNull(first.poll());
    }

    @Test
    public void manyThreadsAtOnce() throws Exception {
        Reports.open(temporary.getRoot(), "app", 1 << 20);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        listen(told::add);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int thread = t;
            threads[t] = new Thread(() -> {
                for (int n = 0; n < Reports.QUEUE / 4; n++) {
                    Reports.add(thread + ":" + n);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        waitForLines(Reports.QUEUE);
        int[] last = {-1, -1, -1, -1};
        for (String line : ReportStoreTest.lines(Reports.folder())) {
            int thread = line.charAt(0) - '0';
            assertEquals(line, ++last[thread], Integer.parseInt(line.substring(2)));
        }
        assertFalse(told.isEmpty());
    }

    private TraceListener listen(TraceListener listener) {
        Reports.addListener(listener);
        added.add(listener);
        return listener;
    }

    private static void waitForLines(int number) throws Exception {
        for (int tries = 0; tries < 2000; tries++) {
            if (Reports.folder().isDirectory() && ReportStoreTest.lines(Reports.folder()).size() == number) {
                return;
            }
            Thread.sleep(5);
        }
        assertEquals(number, ReportStoreTest.lines(Reports.folder()).size());
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(10, TimeUnit.SECONDS);
        assertTrue("nothing within 10 s", next != null);
        return next;
    }
}
