package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.app.Application;
import android.util.Printer;
import com.sun.management.ThreadMXBean;
import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import java.lang.management.ManagementFactory;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;

/** What a message costs while it is traced. */
@RunWith(ProcessRunner.class)
public final class DispatchCostTest {
    private static final int MESSAGES = 20_000;
    private static final String BEGIN = ">>>>> Dispatching to Handler (android.os.Handler) {1f2e3d} app.Work@4c5b6a: 7";
    private static final String END = "<<<<< Finished to Handler (android.os.Handler) {1f2e3d} app.Work@4c5b6a";

    @After
    public void destroy() throws Exception {
        MainThread.run(Trace::destroy);
    }

    @Test
    public void messageOfAKnownKindAllocatesNothing() throws Exception {
        Application app = App.start(Application.class);
        assertTrue(MainThread.call(() -> Trace.init(app)));
        Printer printer = (Printer) Dispatches.printer();
        long bytes = MainThread.call(() -> {
            dispatch(printer, 100);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long self = Thread.currentThread().getId();
            long before = threads.getThreadAllocatedBytes(self);
            dispatch(printer, MESSAGES);
            return threads.getThreadAllocatedBytes(self) - before;
        });
        // The question itself allocates a little, once.
        assertEquals("bytes a message", 0, bytes / MESSAGES);
    }

    private static void dispatch(Printer printer, int messages) {
        for (int n = 0; n < messages; n++) {
            printer.println(BEGIN);
            printer.println(END);
        }
    }
}
