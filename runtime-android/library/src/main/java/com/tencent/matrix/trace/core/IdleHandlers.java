package com.tencent.matrix.trace.core;

import android.os.Looper;
import android.os.MessageQueue;
import java.lang.reflect.Field;
import java.util.ArrayList;

/**
 * Tells when an idle handler of the main thread begins and is done: the queue's list of them is replaced by one
 * that wraps what is in it and what is added. Main thread only, except for what the queue does with the list.
 */
final class IdleHandlers {
    /** {@code Tracer.moment}. */
    private static final int BEGIN = 1;
    private static final int END = 2;

    private MessageQueue queue;
    /** What the queue holds with the list. */
    private Object lock;
    private Field field;
    private Wrapping ours;
    private ArrayList<MessageQueue.IdleHandler> before;

    /** Whether they are watched now. */
    boolean install() {
        if (ours != null) {
            return true;
        }
        try {
            queue = Looper.myQueue();
            lock = lockOf(queue);
            field = Hidden.field(MessageQueue.class, "mIdleHandlers");
            synchronized (queue) {
                synchronized (lock) {
                    before = list(field.get(queue));
                    Wrapping list = new Wrapping();
                    for (MessageQueue.IdleHandler handler : before) {
                        list.add(handler);
                    }
                    field.set(queue, list);
                    ours = list;
                }
            }
            return true;
        } catch (Throwable why) {
            Log.line("idle handlers cannot be watched", why);
            return false;
        }
    }

    /** Puts back the list that was there, with what is in ours now. */
    void remove() {
        if (ours == null) {
            return;
        }
        try {
            ours.on = false;
            synchronized (queue) {
                synchronized (lock) {
                    putBack();
                }
            }
        } catch (Throwable why) {
            Log.line("the list of idle handlers cannot be put back", why);
        }
        ours = null;
        before = null;
    }

    /** A list that somebody has put in place of ours stays; what he took over only passes calls on. */
    private void putBack() throws IllegalAccessException {
        if (field.get(queue) == ours) {
            before.clear();
            for (MessageQueue.IdleHandler handler : ours) {
                before.add(unwrapped(handler));
            }
            field.set(queue, before);
        }
    }

    /** The queue itself; from API 36 on there is another one, and which of them is used depends on the process. */
    private static Object lockOf(MessageQueue queue) throws IllegalAccessException {
        try {
            return Hidden.field(MessageQueue.class, "mIdleHandlersLock").get(queue);
        } catch (NoSuchFieldException before36) {
            return queue;
        }
    }

    @SuppressWarnings("unchecked")
    private static ArrayList<MessageQueue.IdleHandler> list(Object value) {
        return (ArrayList<MessageQueue.IdleHandler>) value;
    }

    private static MessageQueue.IdleHandler unwrapped(Object handler) {
        return handler instanceof Timed ? ((Timed) handler).handler : (MessageQueue.IdleHandler) handler;
    }

    /** The queue adds and removes by what the app gave it, and removes what is done by what it took from here. */
    private static final class Wrapping extends ArrayList<MessageQueue.IdleHandler> {
        private static final long serialVersionUID = 1;

        private transient volatile boolean on = true;

        @Override
        public boolean add(MessageQueue.IdleHandler handler) {
            boolean plain = handler == null || handler instanceof OwnIdleHandler;
            return super.add(plain ? handler : new Timed(handler, this));
        }

        @Override
        public boolean remove(Object handler) {
            int at = indexOf(handler);
            if (at >= 0) {
                remove(at);
            }
            return at >= 0;
        }

        @Override
        public boolean contains(Object handler) {
            return indexOf(handler) >= 0;
        }

        @Override
        public int indexOf(Object wanted) {
            for (int at = 0; at < size(); at++) {
                MessageQueue.IdleHandler handler = get(at);
                if (handler == wanted || wanted != null && wanted.equals(unwrapped(handler))) {
                    return at;
                }
            }
            return -1;
        }
    }

    /** The app's handler. What it throws is for the queue, which removes it then. */
    private static final class Timed implements MessageQueue.IdleHandler {
        private final MessageQueue.IdleHandler handler;
        private final Wrapping list;

        Timed(MessageQueue.IdleHandler handler, Wrapping list) {
            this.handler = handler;
            this.list = list;
        }

        @Override
        public boolean queueIdle() {
            boolean told = list.on && moment(BEGIN);
            boolean keep;
            try {
                keep = handler.queueIdle();
            } finally {
                if (told) {
                    moment(END);
                }
            }
            if (!keep && !list.on) {
                // The queue is about to remove this wrapper, which is not in its list any more.
                Looper.myQueue().removeIdleHandler(handler);
            }
            return keep;
        }

        private static boolean moment(int kind) {
            try {
                Tracer.moment(kind);
                return true;
            } catch (Throwable why) {
                Log.line("an idle handler was not told", why);
                return false;
            }
        }
    }
}
