package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.app.ActivityManager;
import android.os.Process;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;

/** Facts for reports, as another thread finds them. */
@RunWith(ProcessRunner.class)
public final class AnswersTest {
    @Test
    public void stackAndStateAreThoseOfTheMainThread() throws Exception {
        CountDownLatch there = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        MainThread.post(() -> waitHere(there, done));
        there.await();
        // It may still be on its way from the one to the other.
        JSONObject facts;
        do {
            facts = Answers.facts(Answers.MAIN_THREAD);
        } while (!facts.getString("threadState").equals("WAITING"));
        done.countDown();
        String stack = facts.getString("threadStack");
        assertTrue(stack, stack.startsWith("\tat "));
        assertTrue(stack, stack.contains("\tat com.tencent.matrix.trace.core.AnswersTest.waitHere(AnswersTest.java:"));
        assertFalse("no more than was asked for", facts.has("memory"));
    }

    private static void waitHere(CountDownLatch there, CountDownLatch done) {
        there.countDown();
        try {
            done.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    public void everythingIsWhatTheKernelAndTheRuntimeTell() throws Exception {
        JSONObject facts = Answers.facts(Answers.EVERYTHING);
        assertEquals(facts.getInt("processNice") + 20, facts.getInt("processPriority"));
        JSONObject memory = facts.getJSONObject("memory");
        assertTrue(memory.toString(), memory.getLong("dalvik_heap") > 1_000);
        assertTrue(memory.toString(), memory.getLong("vm_size") > memory.getLong("dalvik_heap"));
        assertTrue(memory.toString(), memory.has("native_heap"));
        assertFalse(facts.has("notResponding"));
    }

    @Test
    public void systemSaysWhetherThisProcessResponds() {
        assertFalse(Answers.notResponding(null));
        assertFalse(says(Process.myPid() + 1, ActivityManager.ProcessErrorStateInfo.NOT_RESPONDING));
        assertFalse(says(Process.myPid(), ActivityManager.ProcessErrorStateInfo.CRASHED));
        assertTrue(says(Process.myPid(), ActivityManager.ProcessErrorStateInfo.NOT_RESPONDING));
    }

    @Test
    public void withoutAnAppTheSystemIsNotAsked() throws Exception {
        assertFalse(Answers.facts(Answers.NOT_RESPONDING).has("notResponding"));
    }

    private static boolean says(int pid, int condition) {
        ActivityManager.ProcessErrorStateInfo info = new ActivityManager.ProcessErrorStateInfo();
        info.pid = pid;
        info.condition = condition;
        return Answers.notResponding(Collections.singletonList(info));
    }
}
