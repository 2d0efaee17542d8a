package com.tencent.matrix.trace.core;

import android.app.Activity;
import android.view.Choreographer;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Frames by the three queues of {@code Choreographer}, for systems without {@code FrameMetrics}: a callback at the
 * head of each queue tells when it begins, and the end of the message when the last one is done. A callback is for
 * one frame, and asks for none: a still screen stays still.
 */
final class ChoreographerSource implements Frames.Source {
    private static final int INPUT = 0;
    private static final int ANIMATION = 1;
    private static final int TRAVERSAL = 2;
    /** Before all others, which have a time of {@code SystemClock.uptimeMillis()}. */
    private static final Long FIRST = -1L;
    /** A vsync longer ago is none. */
    private static final long LONGEST_WAIT = 60_000_000_000L;

    private final LooperMonitor monitor;
    private final Object lock;
    private final Object[] queues;
    private final Method add;
    private final Method take;
    private final Object receiver;
    private final Field vsync;

    private final Runnable onInput = new Runnable() {
        @Override
        public void run() {
            begins();
        }
    };
    private final Runnable onAnimation = new Runnable() {
        @Override
        public void run() {
            animation = System.nanoTime();
        }
    };
    private final Runnable onTraversal = new Runnable() {
        @Override
        public void run() {
            traversal = System.nanoTime();
        }
    };
    private final Runnable onEnd = new Runnable() {
        @Override
        public void run() {
            ends();
        }
    };

    private boolean on = true;
    private long input;
    private long animation;
    private long traversal;

    private ChoreographerSource(LooperMonitor monitor) throws ReflectiveOperationException {
        this.monitor = monitor;
        Choreographer choreographer = Choreographer.getInstance();
        lock = Hidden.field(Choreographer.class, "mLock").get(choreographer);
        queues = (Object[]) Hidden.field(Choreographer.class, "mCallbackQueues").get(choreographer);
        Class<?> queue = queues[INPUT].getClass();
        add = Hidden.method(queue, "addCallbackLocked", long.class, Object.class, Object.class);
        take = Hidden.method(queue, "removeCallbacksLocked", Object.class, Object.class);
        receiver = Hidden.field(Choreographer.class, "mDisplayEventReceiver").get(choreographer);
        // Without vsync there is no receiver.
        vsync = receiver == null ? null : Hidden.field(receiver.getClass(), "mTimestampNanos");
    }

    /** Null if it cannot be. */
    static Frames.Source open(LooperMonitor monitor) {
        if (!monitor.isInstalled()) {
            Log.line("frames cannot be measured: the main looper is not watched");
            return null;
        }
        try {
            return new ChoreographerSource(monitor);
        } catch (Throwable why) {
            Log.line("frames cannot be measured", why);
            return null;
        }
    }

    /** Also when others have emptied the queues. */
    @Override
    public void resumed(Activity activity) {
        try {
            listen();
        } catch (ReflectiveOperationException why) {
            Log.line("frames cannot be measured", why);
        }
    }

    @Override
    public void stopped(Activity activity) {
    }

    @Override
    public void remove() {
        on = false;
        try {
            synchronized (lock) {
                take.invoke(queues[INPUT], onInput, null);
                take.invoke(queues[ANIMATION], onAnimation, null);
                take.invoke(queues[TRAVERSAL], onTraversal, null);
            }
        } catch (ReflectiveOperationException why) {
            Log.line("a callback stays until the next frame", why);
        }
    }

    private void listen() throws ReflectiveOperationException {
        synchronized (lock) {
            take.invoke(queues[INPUT], onInput, null);
            add.invoke(queues[INPUT], FIRST, onInput, null);
        }
    }

    private void begins() {
        if (!on) {
            return;
        }
        try {
            input = System.nanoTime();
            animation = 0;
            traversal = 0;
            synchronized (lock) {
                add.invoke(queues[ANIMATION], FIRST, onAnimation, null);
                add.invoke(queues[TRAVERSAL], FIRST, onTraversal, null);
            }
            monitor.afterMessage(onEnd);
        } catch (Throwable why) {
            Log.line("frames are not measured any more", why);
        }
    }

    private void ends() {
        if (!on) {
            return;
        }
        try {
            long end = System.nanoTime();
            if (traversal > 0 && Tracer.started()) {
                tell(end);
            }
            listen();
        } catch (Throwable why) {
            Log.line("frames are not measured any more", why);
        }
    }

    private void tell(long end) throws IllegalAccessException {
        long begin = vsync == null ? input : vsync.getLong(receiver);
        if (begin > input || input - begin > LONGEST_WAIT) {
            begin = input;
        }
        NativeTrace.frame(end, true, false, begin, begin, input - begin, animation - input, traversal - animation,
                end - traversal, 0, 0, 0, 0, 0, end - begin);
    }
}
