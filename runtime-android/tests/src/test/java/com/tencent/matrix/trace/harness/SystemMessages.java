package com.tencent.matrix.trace.harness;

import android.os.Build;
import android.os.Handler;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.FutureTask;

/**
 * Messages as the system sends them to {@code ActivityThread}'s handler. Their work is done by a callback of that
 * handler, for Robolectric makes components without messages.
 */
final class SystemMessages {
    static final int LAUNCH_ACTIVITY = 100;
    static final int CREATE_SERVICE = 114;
    static final int EXECUTE_TRANSACTION = 159;

    private static final Queue<FutureTask<?>> WORK = new ArrayDeque<>();

    private SystemMessages() {}

    static Handler handler() throws ReflectiveOperationException {
        Class<?> type = Class.forName("android.app.ActivityThread");
        Object thread = type.getDeclaredMethod("currentActivityThread").invoke(null);
        return (Handler) field(type, "mH").get(thread);
    }

    /** Makes work of messages ours; to be called before the process hooks the handler itself. */
    static void install() throws ReflectiveOperationException {
        field(Handler.class, "mCallback").set(handler(), (Handler.Callback) message -> {
            FutureTask<?> work;
            synchronized (WORK) {
                work = isOurs(message.what) ? WORK.poll() : null;
            }
            if (work != null) {
                work.run();
            }
            return work != null;
        });
    }

    /** Sends a message and returns when its work is done. */
    static void send(int what, MainThread.Task task) throws Exception {
        FutureTask<Void> work = new FutureTask<>(() -> {
            task.run();
            return null;
        });
        synchronized (WORK) {
            WORK.add(work);
        }
        Object transaction = what == EXECUTE_TRANSACTION ? launch() : null;
        handler().obtainMessage(what, transaction).sendToTarget();
        MainThread.result(work);
        MainThread.idle();
    }

    /** Sends the message that launches an Activity on this level. */
    static void sendLaunch(MainThread.Task task) throws Exception {
        send(Build.VERSION.SDK_INT >= 28 ? EXECUTE_TRANSACTION : LAUNCH_ACTIVITY, task);
    }

    private static boolean isOurs(int what) {
        return what == LAUNCH_ACTIVITY || what == CREATE_SERVICE || what == EXECUTE_TRANSACTION;
    }

    /** A {@code ClientTransaction} with a {@code LaunchActivityItem}. */
    private static Object launch() throws ReflectiveOperationException {
        Object transaction = make("android.app.servertransaction.ClientTransaction");
        Object item = make("android.app.servertransaction.LaunchActivityItem");
        for (Method method : transaction.getClass().getDeclaredMethods()) {
            if (method.getName().equals("addCallback")) {
                method.setAccessible(true);
                method.invoke(transaction, item);
            }
        }
        return transaction;
    }

    private static Object make(String type) throws ReflectiveOperationException {
        Constructor<?> constructor = Class.forName(type).getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
