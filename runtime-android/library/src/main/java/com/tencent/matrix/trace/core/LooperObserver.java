package com.tencent.matrix.trace.core;

import android.os.Looper;
import android.os.Message;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Hears of messages by {@code Looper.Observer}, which API 29 has for the system's own use. With it the looper need
 * not make two strings for each message; but what message it is, is told at its end only. Most phones refuse it to
 * apps. Not to be touched below API 29.
 */
final class LooperObserver implements LooperMonitor.Source, Looper.Observer {
    private final LooperMonitor monitor;
    /** The observer is one for all loopers. */
    private final Thread main = Thread.currentThread();
    private final Field current = Hidden.field(Looper.class, "sObserver");
    private final Method set = Hidden.method(Looper.class, "setObserver", Looper.Observer.class);
    private volatile Looper.Observer earlier;
    private boolean active;

    private LooperObserver(LooperMonitor monitor) throws ReflectiveOperationException {
        this.monitor = monitor;
    }

    /** Null if it cannot be. */
    static LooperMonitor.Source install(LooperMonitor monitor) {
        try {
            LooperObserver observer = new LooperObserver(monitor);
            observer.hook();
            return observer;
        } catch (Throwable why) {
            Log.line("there is no Looper.Observer for apps here: the looper's printer is used", why);
            return null;
        }
    }

    private void hook() throws ReflectiveOperationException {
        earlier = (Looper.Observer) current.get(null);
        set.invoke(null, this);
        active = true;
    }

    @Override
    public void remove() {
        active = false;
        try {
            if (current.get(null) == this) {
                set.invoke(null, earlier);
            }
        } catch (ReflectiveOperationException why) {
            Log.line("Looper.Observer cannot be given back", why);
        }
    }

    /** Nobody but the system sets one; who does may call ours, so only an empty place is taken again. */
    @Override
    public LooperMonitor.Check check() {
        try {
            if (current.get(null) != null) {
                return LooperMonitor.Check.FINE;
            }
            hook();
            return LooperMonitor.Check.HOOKED;
        } catch (ReflectiveOperationException why) {
            throw new IllegalStateException(why);
        }
    }

    @Override
    public Object messageDispatchStarting() {
        Looper.Observer earlier = this.earlier;
        Object token = earlier == null ? null : earlier.messageDispatchStarting();
        if (Thread.currentThread() == main && active) {
            monitor.begins(null);
        }
        return token;
    }

    @Override
    public void messageDispatched(Object token, Message message) {
        ends();
        Looper.Observer earlier = this.earlier;
        if (earlier != null) {
            earlier.messageDispatched(token, message);
        }
    }

    @Override
    public void dispatchingThrewException(Object token, Message message, Exception thrown) {
        ends();
        Looper.Observer earlier = this.earlier;
        if (earlier != null) {
            earlier.dispatchingThrewException(token, message, thrown);
        }
    }

    private void ends() {
        if (Thread.currentThread() == main && active) {
            monitor.ends();
        }
    }
}
