package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import android.app.Application;
import android.os.Looper;
import android.os.MessageQueue;
import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.TraceConfig;
import com.tencent.matrix.trace.TraceThresholds;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.LogLines;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Report;
import com.tencent.matrix.trace.harness.ReportLog;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RuntimeEnvironment;

/** Idle handlers of the main thread that were there, come and go. */
@RunWith(ProcessRunner.class)
public final class IdleHandlersTest {
    private final IdleHandlers watched = new IdleHandlers();
    private final AtomicInteger runs = new AtomicInteger();
    private final MessageQueue.IdleHandler stays = () -> {
        runs.incrementAndGet();
        return true;
    };
    private final MessageQueue.IdleHandler once = () -> {
        runs.incrementAndGet();
        return false;
    };
    private Object before;
    private int count;

    @Before
    public void look() throws Exception {
        before = list();
        count = list().size();
    }

    @After
    public void remove() throws Exception {
        MainThread.run(() -> {
            watched.remove();
            Looper.myQueue().removeIdleHandler(stays);
        });
    }

    private static List<?> list() throws Exception {
        return (List<?>) MainThread.call(
                () -> Hidden.field(MessageQueue.class, "mIdleHandlers").get(Looper.myQueue()));
    }

    private static void add(MessageQueue.IdleHandler handler) throws Exception {
        MainThread.run(() -> Looper.myQueue().addIdleHandler(handler));
    }

    private void install() throws Exception {
        assertTrue(MainThread.call(watched::install));
    }

    private boolean runs() throws Exception {
        int then = runs.get();
        Dispatches.idle();
        return runs.get() > then;
    }

    @Test
    public void oneThatWasThereRunsAndCanBeRemoved() throws Exception {
        add(stays);
        install();
        assertTrue(runs());
        assertFalse("wrapped", list().get(count) == stays);
        MainThread.run(() -> Looper.myQueue().removeIdleHandler(stays));
        assertFalse(runs());
        assertEquals(count, list().size());
    }

    @Test
    public void oneThatIsAddedRunsAndCanBeRemoved() throws Exception {
        install();
        add(stays);
        assertTrue(runs());
        assertFalse("wrapped", list().get(count) == stays);
        MainThread.run(() -> Looper.myQueue().removeIdleHandler(stays));
        assertFalse(runs());
        assertEquals(count, list().size());
    }

    @Test
    public void oneThatIsDoneGoes() throws Exception {
        install();
        add(once);
        Dispatches.idle();
        assertEquals(1, runs.get());
        assertEquals(count, list().size());
    }

    @Test
    public void oneThatIsAddedTwiceRunsTwiceAndGoesOneByOne() throws Exception {
        install();
        add(stays);
        add(stays);
        assertEquals(count + 2, list().size());
        MainThread.run(() -> Looper.myQueue().removeIdleHandler(stays));
        assertEquals(count + 1, list().size());
        assertTrue(runs());
    }

    @Test
    public void oneThatThrowsIsTheQueuesToRemove() throws Exception {
        install();
        add(() -> {
            runs.incrementAndGet();
            throw new IllegalStateException("planted");
        });
        Dispatches.idle();
        assertEquals(1, runs.get());
        assertEquals(count, list().size());
    }

    @Test
    public void oneThatIsDoneGoesAlsoIfTheListIsPutBackMeanwhile() throws Exception {
        install();
        add(() -> {
            runs.incrementAndGet();
            watched.remove();
            return false;
        });
        Dispatches.idle();
        assertEquals(1, runs.get());
        assertEquals(count, list().size());
    }

    @Test
    public void whereThereIsNoQueueNothingIsWatchedAndTheLogSaysSo() throws Exception {
        // Test and main thread are two.
        assertFalse(watched.install());
        assertEquals(1, LogLines.with("idle handlers cannot be watched").size());
        watched.remove();
        assertSame(before, list());
    }

    @Test
    public void listThatWasThereComesBackWithWhatIsInOurs() throws Exception {
        install();
        add(stays);
        MainThread.run(watched::remove);
        assertSame(before, list());
        assertSame("not wrapped", stays, list().get(count));
        assertTrue(runs());
    }

    @Test
    public void listOfSomebodyWhoCameLaterStays() throws Exception {
        install();
        add(stays);
        ArrayList<MessageQueue.IdleHandler> theirs = new ArrayList<>();
        for (Object handler : list()) {
            theirs.add((MessageQueue.IdleHandler) handler);
        }
        Field field = Hidden.field(MessageQueue.class, "mIdleHandlers");
        MainThread.run(() -> field.set(Looper.myQueue(), theirs));
        MainThread.run(watched::remove);
        assertSame(theirs, list());
        assertTrue("a wrapped one that they took over", runs());
        MainThread.run(() -> field.set(Looper.myQueue(), before));
    }

    @Test
    public void slowOneIsReportedAlsoIfItWasThereBefore() throws Exception {
        ReportLog reports = new ReportLog();
        Trace.addListener(reports);
        App.start(Application.class);
        AtomicBoolean sleep = new AtomicBoolean();
        MessageQueue.IdleHandler sleeps = () -> {
            if (sleep.get()) {
                sleepThatShows();
            }
            return !sleep.get();
        };
        add(sleeps);
        TraceThresholds thresholds = TraceThresholds.builder().idleHandlerLagMs(200).build();
        Application app = RuntimeEnvironment.getApplication();
        assertTrue(MainThread.call(() -> Trace.init(app, TraceConfig.builder().thresholds(thresholds).build())));
        sleep.set(true);
        MainThread.post(() -> {});
        Report report = reports.await("LAG_IDLE_HANDLER");
        assertTrue(report.toString(), report.json().getString("threadStack").contains("sleepThatShows"));
        MainThread.run(Trace::destroy);
        assertSame(before, list());
    }

    private static void sleepThatShows() {
        try {
            Thread.sleep(600);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
