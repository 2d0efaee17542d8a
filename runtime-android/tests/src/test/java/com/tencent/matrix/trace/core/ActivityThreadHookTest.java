package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import android.os.Build;
import android.os.Handler;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.annotation.Config;

/** The callback of {@code ActivityThread}'s handler, which is of another library before and after. */
@RunWith(ProcessRunner.class)
public final class ActivityThreadHookTest {
    private static final int LAUNCH = Build.VERSION.SDK_INT >= 28 ? 159 : 100;

    private final ActivityThreadHook hook = new ActivityThreadHook();
    private final List<String> heard = new ArrayList<>();
    private final List<Integer> others = new ArrayList<>();
    /** Handles all: what the framework would do with made messages is not for here. */
    private final Handler.Callback other = message -> others.add(message.what);
    private Handler handler;
    private Field callback;

    @Before
    public void install() throws Exception {
        Class<?> type = Class.forName("android.app.ActivityThread");
        Object thread = Hidden.method(type, "currentActivityThread").invoke(null);
        handler = (Handler) Hidden.field(type, "mH").get(thread);
        callback = Hidden.field(Handler.class, "mCallback");
        callback.set(handler, other);
        assertTrue(MainThread.call(hook::install));
    }

    @After
    public void remove() throws Exception {
        MainThread.run(hook::remove);
        callback.set(handler, null);
    }

    private void send(int what, Object object) throws Exception {
        handler.obtainMessage(what, object).sendToTarget();
        MainThread.idle();
    }

    private void drain() throws Exception {
        MainThread.run(() -> hook.drainTo((at, what, launches) -> {
            assertTrue(at <= System.nanoTime());
            heard.add(what + (launches ? " launch" : ""));
        }));
    }

    @Test
    public void messagesAreKeptUntilSomebodyListens() throws Exception {
        send(114, null);
        send(113, null);
        drain();
        assertEquals(Arrays.asList("114", "113"), heard);
        send(114, null);
        assertEquals(Arrays.asList("114", "113", "114"), heard);
        assertEquals("the other one's too", Arrays.asList(114, 113, 114), others);
    }

    @Test
    public void onlyWhatBeginsSomethingIsHeard() throws Exception {
        drain();
        send(LAUNCH, LAUNCH == 159 ? transaction(true) : null);
        for (int what : new int[] {99, 103, 118, 137, 160}) {
            send(what, null);
        }
        assertEquals(Arrays.asList(LAUNCH == 159 ? "159 launch" : "100"), heard);
    }

    @Test
    public void numbersOfOtherLevelsAreOtherMessages() throws Exception {
        drain();
        send(LAUNCH == 159 ? 100 : 159, null);
        send(LAUNCH == 159 ? 126 : 159, null);
        assertEquals(Arrays.asList(), heard);
    }

    @Test
    @Config(minSdk = 28)
    public void transactionWithoutALaunchIsNone() throws Exception {
        drain();
        send(159, transaction(false));
        send(159, null);
        assertEquals(Arrays.asList("159", "159"), heard);
    }

    @Test
    public void noMoreAreKeptThanFit() throws Exception {
        for (int n = 0; n < 100; n++) {
            send(113, null);
        }
        drain();
        assertEquals(64, heard.size());
    }

    @Test
    public void installedTwiceItHearsOnce() throws Exception {
        drain();
        assertTrue(MainThread.call(hook::install));
        send(113, null);
        assertEquals(Arrays.asList("113"), heard);
        assertEquals(Arrays.asList(113), others);
    }

    @Test
    public void resultIsTheOtherOnes() throws Exception {
        Handler.Callback ours = (Handler.Callback) callback.get(handler);
        assertNotSame(other, ours);
        assertTrue(MainThread.call(() -> ours.handleMessage(handler.obtainMessage(113))));
        MainThread.run(hook::remove);
        callback.set(handler, (Handler.Callback) message -> false);
        MainThread.run(hook::install);
        Handler.Callback again = (Handler.Callback) callback.get(handler);
        assertEquals(false, MainThread.call(() -> again.handleMessage(handler.obtainMessage(113))));
    }

    @Test
    public void whatWasThereComesBack() throws Exception {
        MainThread.run(hook::remove);
        assertSame(other, callback.get(handler));
    }

    @Test
    public void callbackThatCameLaterStaysAndOursInItPassesMessagesOn() throws Exception {
        drain();
        Handler.Callback ours = (Handler.Callback) callback.get(handler);
        Handler.Callback later = ours::handleMessage;
        callback.set(handler, later);
        send(113, null);
        assertEquals(Arrays.asList("113"), heard);
        MainThread.run(hook::remove);
        assertSame(later, callback.get(handler));
        send(114, null);
        assertEquals(Arrays.asList("113"), heard);
        assertEquals(Arrays.asList(113, 114), others);
    }

    @Test
    public void sinkThatThrowsHarmsNobody() throws Exception {
        MainThread.run(() -> hook.drainTo((at, what, launches) -> {
            throw new IllegalStateException("planted");
        }));
        send(113, null);
        assertEquals(Arrays.asList(113), others);
    }

    @Test
    @Config(minSdk = 26)
    public void systemThatDoesNotWaitForPreferencesIsLeftAlone() throws Exception {
        assertFalse(MainThread.call(hook::fixPreferences));
    }

    @Test
    @Config(maxSdk = 25)
    public void waitingForPreferencesIsForgottenWhereTheSystemWaits() throws Exception {
        assertTrue(MainThread.call(hook::fixPreferences));
        @SuppressWarnings("unchecked")
        Collection<Runnable> finishers = (Collection<Runnable>)
                Hidden.field(Class.forName("android.app.QueuedWork"), "sPendingWorkFinishers").get(null);
        for (int what : new int[] {103, 104, 115, 116, 137}) {
            finishers.add(() -> {});
            send(what, null);
            assertTrue(what + "", finishers.isEmpty());
        }
        finishers.add(() -> {});
        send(113, null);
        assertEquals(1, finishers.size());
        finishers.clear();
    }

    private static Object transaction(boolean launch) throws Exception {
        Object transaction = make("android.app.servertransaction.ClientTransaction");
        String item = launch ? "LaunchActivityItem" : "NewIntentItem";
        for (Method method : transaction.getClass().getDeclaredMethods()) {
            if (method.getName().equals("addCallback")) {
                method.setAccessible(true);
                method.invoke(transaction, make("android.app.servertransaction." + item));
            }
        }
        return transaction;
    }

    private static Object make(String type) throws ReflectiveOperationException {
        Constructor<?> constructor = Class.forName(type).getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }
}
