package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import android.util.Printer;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.annotation.Config;

/** The main looper has one printer, and others want it too. */
@RunWith(ProcessRunner.class)
public final class LooperMonitorTest {
    /** Between the two messages that ask ends the first one, and the second one begins. */
    private static final String WATCHED = "<><>";

    private final AtomicInteger lines = new AtomicInteger();
    private final Printer other = line -> lines.incrementAndGet();
    private LooperMonitor monitor;

    @Before
    public void record() throws Exception {
        Dispatches.record();
        set(null);
    }

    @After
    public void remove() throws Exception {
        if (monitor != null) {
            MainThread.run(monitor::remove);
        }
        set(null);
    }

    private void install(boolean observe) throws Exception {
        monitor = new LooperMonitor(observe, 0);
        assertTrue(MainThread.call(monitor::install));
    }

    private static void set(Printer printer) throws Exception {
        MainThread.run(() -> Looper.getMainLooper().setMessageLogging(printer));
    }

    private boolean otherIsCalled() throws Exception {
        int before = lines.get();
        MainThread.idle();
        MainThread.idle();
        return lines.get() > before;
    }

    @Test
    public void eachMessageBeginsAndEnds() throws Exception {
        assertEquals("", Dispatches.ofMessage());
        install(false);
        assertEquals(WATCHED, Dispatches.ofMessage());
    }

    @Test
    public void earlierPrinterIsCalledAndPutBack() throws Exception {
        set(other);
        install(false);
        assertEquals(WATCHED, Dispatches.ofMessage());
        assertTrue(otherIsCalled());
        MainThread.run(monitor::remove);
        assertSame(other, Dispatches.printer());
        assertEquals("", Dispatches.ofMessage());
    }

    @Test
    public void installedTwiceItIsThereOnce() throws Exception {
        install(false);
        Object ours = Dispatches.printer();
        assertTrue(MainThread.call(monitor::install));
        assertSame(ours, Dispatches.printer());
        assertEquals(WATCHED, Dispatches.ofMessage());
    }

    @Test
    public void laterPrinterThatForgetsOursIsWrapped() throws Exception {
        install(false);
        set(other);
        Dispatches.idle();
        assertNotSame(other, Dispatches.printer());
        assertEquals(WATCHED, Dispatches.ofMessage());
        assertTrue(otherIsCalled());
    }

    @Test
    public void printerThatIsTakenAwayComesBack() throws Exception {
        install(false);
        set(null);
        Dispatches.idle();
        assertEquals(WATCHED, Dispatches.ofMessage());
    }

    @Test
    public void laterPrinterThatCallsOursIsLeftAlone() throws Exception {
        install(false);
        Printer ours = (Printer) Dispatches.printer();
        Printer around = line -> {
            lines.incrementAndGet();
            ours.println(line);
        };
        set(around);
        Dispatches.idle();
        assertSame(around, Dispatches.printer());
        assertEquals("once", WATCHED, Dispatches.ofMessage());
        assertTrue(otherIsCalled());
    }

    @Test
    public void afterRemovalOursInAChainOnlyPassesLinesOn() throws Exception {
        set(other);
        install(false);
        Printer ours = (Printer) Dispatches.printer();
        Printer around = ours::println;
        set(around);
        MainThread.run(monitor::remove);
        assertSame("theirs stays", around, Dispatches.printer());
        assertTrue(otherIsCalled());
        assertEquals("", Dispatches.ofMessage());
    }

    @Test
    public void printerOfOursThatSomebodyPutsBackCountsAgain() throws Exception {
        install(false);
        Printer ours = (Printer) Dispatches.printer();
        set(other);
        Dispatches.idle();
        set(ours);
        Dispatches.idle();
        assertSame(ours, Dispatches.printer());
        assertEquals(WATCHED, Dispatches.ofMessage());
    }

    @Test
    public void whatAnotherPrinterThrowsIsNotHidden() throws Exception {
        IllegalStateException planted = new IllegalStateException("planted");
        set(line -> {
            if (line.equals(">>>>> planted")) {
                throw planted;
            }
        });
        install(false);
        Printer ours = (Printer) Dispatches.printer();
        IllegalStateException thrown = MainThread.call(() -> {
            try {
                ours.println(">>>>> planted");
                return null;
            } catch (IllegalStateException error) {
                return error;
            }
        });
        assertSame(planted, thrown);
    }

    @Test
    @Config(minSdk = 29)
    public void observerNeedsNoPrinter() throws Exception {
        install(true);
        assertNull(Dispatches.printer());
        assertEquals(WATCHED, Dispatches.ofMessage());
        // Other loopers have the same observer.
        HandlerThread thread = new HandlerThread("other");
        thread.start();
        new Handler(thread.getLooper()).post(() -> {});
        thread.quitSafely();
        thread.join();
        assertEquals(WATCHED, Dispatches.ofMessage());
        MainThread.run(monitor::remove);
        assertEquals("", Dispatches.ofMessage());
    }

    @Test
    @Config(maxSdk = 28)
    public void whereThereIsNoObserverThePrinterIsUsed() throws Exception {
        install(true);
        assertEquals(WATCHED, Dispatches.ofMessage());
    }

    @Test
    public void messageWithinAnotherHasItsOwnEnd() throws Exception {
        install(false);
        Printer printer = (Printer) Dispatches.printer();
        List<String> ends = new ArrayList<>();
        String edges = Dispatches.within(() -> {
            monitor.afterMessage(() -> ends.add("outer"));
            printer.println(">>>>> Dispatching to inner: 0");
            printer.println("<<<<< Finished to inner");
            ends.add("inner");
        });
        MainThread.idle();
        assertEquals("><", edges);
        assertEquals(Arrays.asList("inner", "outer"), ends);
        assertEquals("the outer one has its end", WATCHED, Dispatches.ofMessage());
    }

    @Test
    public void endWithoutABeginIsNone() throws Exception {
        monitor = new LooperMonitor(false, 0);
        assertEquals("", Dispatches.within(() -> {
            monitor.install();
            ((Printer) Dispatches.printer()).println("<<<<< Finished to what began before");
        }));
    }

    @Test
    public void taskAfterAMessageRunsOnce() throws Exception {
        install(false);
        AtomicInteger runs = new AtomicInteger();
        assertEquals(0, (int) MainThread.call(() -> {
            monitor.afterMessage(runs::incrementAndGet);
            return runs.get();
        }));
        MainThread.idle();
        assertEquals(1, runs.get());
    }
}
