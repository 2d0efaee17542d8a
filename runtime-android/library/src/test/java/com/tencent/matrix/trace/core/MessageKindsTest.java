package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

public final class MessageKindsTest {
    private final List<String> told = new ArrayList<>();
    private final MessageKinds kinds = new MessageKinds((number, text) -> told.add(number + " " + text));

    private static String line(String target, String hash, String callback, int what) {
        return ">>>>> Dispatching to Handler (" + target + ") {" + hash + "} " + callback + ": " + what;
    }

    @Test
    public void kindsDifferInTargetCallbackAndNumberButNotInIdentity() throws Exception {
        int one = kinds.of(line("android.os.Handler", "1f2e3d", "app.Work$1@a1b2c3", 0));
        assertEquals(one, kinds.of(line("android.os.Handler", "0", "app.Work$1@0", 0)));
        assertNotEquals(one, kinds.of(line("android.os.Handler", "0", "app.Work$2@0", 0)));
        assertNotEquals(one, kinds.of(line("android.os.Handler", "0", "app.Work$1@0", 1)));
        assertNotEquals(one, kinds.of(line("app.Handler", "0", "app.Work$1@0", 0)));
        assertEquals(
                "[1 android.os.Handler app.Work$1 0, 2 android.os.Handler app.Work$2 0, "
                        + "3 android.os.Handler app.Work$1 1, 4 app.Handler app.Work$1 0]",
                told.toString());
    }

    @Test
    public void textIsTargetCallbackAndNumber() {
        assertEquals("android.app.ActivityThread$H null 159",
                MessageKinds.text(line("android.app.ActivityThread$H", "5e4b5f", "null", 159)));
        assertEquals("a handler of its own null 2",
                MessageKinds.text(">>>>> Dispatching to a handler of its own null: 2"));
        assertEquals("android.os.Handler Task{at: 10:30} -1",
                MessageKinds.text(line("android.os.Handler", "0", "Task{at: 10:30}", -1)));
        assertEquals("android.os.Handler an @ and mail@home 0",
                MessageKinds.text(line("android.os.Handler", "0", "an @ and mail@home", 0)));
    }

    @Test
    public void anyLineHasAKind() throws Exception {
        for (String line : new String[] {"", ">", "@", "@1", " {", " {1", " {1}", "Handler (", ">>>>> Dispatching to ", ":"}) {
            assertTrue(line, kinds.of(line) > 0);
        }
    }

    @Test
    public void numberAtTheEndOfALongLineCounts() throws Exception {
        String much = new String(new char[5_000]).replace('\0', 'x');
        int one = kinds.of(line("h", "0", much, 1));
        assertEquals(one, kinds.of(line("h", "0", much + "y", 1)));
        assertNotEquals(one, kinds.of(line("h", "0", much, 2)));
    }

    @Test
    public void thereAreNoMoreKindsThanFit() throws Exception {
        for (int what = 0; what < MessageKinds.MAX; what++) {
            assertEquals(what + 1, kinds.of(line("h", "0", "null", what)));
        }
        assertEquals(0, kinds.of(line("h", "0", "null", -1)));
        assertEquals(7, kinds.of(line("h", "0", "null", 6)));
        assertEquals(MessageKinds.MAX, told.size());
    }

    @Test
    public void forgottenKindsAreToldAgain() throws Exception {
        kinds.of(line("h", "0", "null", 5));
        kinds.forget();
        assertEquals(1, kinds.of(line("h", "0", "null", 6)));
        assertEquals("[1 h null 5, 1 h null 6]", told.toString());
    }

    @Test
    public void knownKindAllocatesNothing() throws Exception {
        // One that comes again at once, and more than are remembered as they are.
        String line = line("android.view.Choreographer$FrameHandler", "1f2e3d", "app.Work@1f2e3d", 0);
        String[] others = new String[1_000];
        for (int n = 0; n < others.length; n++) {
            others[n] = line("android.os.Handler", Integer.toHexString(n), "app.Work@1f2e3d", 0);
            kinds.of(others[n]);
        }
        assertEquals(1, told.size());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        kinds.of(line);
        threads.getThreadAllocatedBytes(self);
        long before = threads.getThreadAllocatedBytes(self);
        for (int n = 0; n < 10_000; n++) {
            kinds.of(line);
            kinds.of(others[n % others.length]);
        }
        // What the question itself allocates, and no byte for each line.
        assertTrue(threads.getThreadAllocatedBytes(self) - before < 10_000);
    }
}
