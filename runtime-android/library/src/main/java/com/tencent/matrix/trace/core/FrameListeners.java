package com.tencent.matrix.trace.core;

import com.tencent.matrix.trace.BadFrame;
import com.tencent.matrix.trace.DropListener;
import com.tencent.matrix.trace.FrameListener;
import com.tencent.matrix.trace.FrameStats;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Who listens to frames. The engine counts for each listener under a number; this remembers whose it is, and what
 * to ask for
 * again when tracing starts.
 *
 * <p>No lock is held while the engine is told something, for the engine's thread may be in here.
 */
public final class FrameListeners {
    /** As many of each kind as the engine hears. */
    static final int MOST = 16;

    private static final Worker WORKER = new Worker("trace-frame-listeners", 64);
    private static final Map<Integer, Scenes> scenes = new ConcurrentHashMap<Integer, Scenes>();
    private static final Map<Integer, Drops> drops = new ConcurrentHashMap<Integer, Drops>();
    private static int last;

    private FrameListeners() {}

    /**
     * Adds a listener, or asks anew for one that listens to the same scene.
     *
     * @param scene null for all
     * @return false, with a line in the log, if the engine would not hear it
     */
    public static boolean add(FrameListener listener, String scene, long intervalMs, int threshold) {
        if (listener == null) {
            return refused("it is null");
        }
        if (intervalMs < 1 || threshold < 0) {
            return refused(
                    "its interval is " + intervalMs + " ms, its threshold " + threshold + ": give at least 1 and 0");
        }
        Scenes added = new Scenes(listener, scene, intervalMs, threshold);
        int number;
        synchronized (FrameListeners.class) {
            number = ++last;
            for (Map.Entry<Integer, Scenes> known : scenes.entrySet()) {
                if (known.getValue().isFor(listener, scene)) {
                    number = known.getKey();
                }
            }
            if (scenes.size() >= MOST && !scenes.containsKey(number)) {
                return refused("there are " + MOST + " already: remove one first");
            }
            scenes.put(number, added);
        }
        Tracer.event(added.event(number));
        return true;
    }

    /** Forgets a listener, for all scenes. */
    public static void remove(FrameListener listener) {
        for (Map.Entry<Integer, Scenes> known : new ArrayList<Map.Entry<Integer, Scenes>>(scenes.entrySet())) {
            if (known.getValue().listener == listener && scenes.remove(known.getKey()) != null) {
                unlisten(known.getKey());
            }
        }
    }

    /**
     * Adds a listener for single bad frames, or changes its threshold.
     *
     * @return false, with a line in the log, if the engine would not hear it
     */
    public static boolean addDrops(DropListener listener, int threshold) {
        if (listener == null) {
            return refused("it is null");
        }
        if (threshold < 1) {
            return refused("its threshold is " + threshold + ": give at least one dropped frame");
        }
        Drops added = new Drops(listener, threshold);
        int number;
        synchronized (FrameListeners.class) {
            number = ++last;
            for (Map.Entry<Integer, Drops> known : drops.entrySet()) {
                if (known.getValue().listener == listener) {
                    number = known.getKey();
                }
            }
            if (drops.size() >= MOST && !drops.containsKey(number)) {
                return refused("there are " + MOST + " already: remove one first");
            }
            drops.put(number, added);
        }
        Tracer.event(added.event(number));
        return true;
    }

    /** Forgets a listener. */
    public static void removeDrops(DropListener listener) {
        for (Map.Entry<Integer, Drops> known : new ArrayList<Map.Entry<Integer, Drops>>(drops.entrySet())) {
            if (known.getValue().listener == listener && drops.remove(known.getKey()) != null) {
                unlisten(known.getKey());
            }
        }
    }

    /** Tells an engine that was just started of all listeners. */
    public static void listenAgain() {
        for (Map.Entry<Integer, Scenes> known : scenes.entrySet()) {
            Tracer.event(known.getValue().event(known.getKey()));
        }
        for (Map.Entry<Integer, Drops> known : drops.entrySet()) {
            Tracer.event(known.getValue().event(known.getKey()));
        }
    }

    /** Forgets all listeners. */
    public static void clear() {
        scenes.clear();
        drops.clear();
    }

    /** What was counted for a listener; on the engine's thread, which must not wait for an app's code. */
    static void onFrames(int number, final String json) {
        final Scenes to = scenes.get(number);
        if (to != null) {
            WORKER.post(new Runnable() {
                @Override
                public void run() {
                    try {
                        to.listener.onFrames(FrameStats.fromJson(json));
                    } catch (Throwable why) {
                        Log.line("a listener of frames failed: " + to.listener.getClass().getName(), why);
                    }
                }
            });
        }
    }

    /** A bad frame for a listener; on the engine's thread. */
    static void onBadFrame(int number, final String json) {
        final Drops to = drops.get(number);
        if (to != null) {
            WORKER.post(new Runnable() {
                @Override
                public void run() {
                    try {
                        to.listener.onDrop(BadFrame.fromJson(json));
                    } catch (Throwable why) {
                        Log.line("a listener of bad frames failed: " + to.listener.getClass().getName(), why);
                    }
                }
            });
        }
    }

    private static void unlisten(int number) {
        Tracer.event(object("event", "unlisten", "listener", number));
    }

    private static boolean refused(String why) {
        Log.line("a listener of frames is not added: " + why);
        return false;
    }

    private static JSONObject object(Object... keysAndValues) {
        try {
            JSONObject object = new JSONObject();
            for (int at = 0; at < keysAndValues.length; at += 2) {
                object.put((String) keysAndValues[at], keysAndValues[at + 1]);
            }
            return object;
        } catch (JSONException error) {
            throw new AssertionError(error); // only for NaN and infinity
        }
    }

    private static final class Scenes {
        final FrameListener listener;
        final String scene;
        final long intervalMs;
        final int threshold;

        Scenes(FrameListener listener, String scene, long intervalMs, int threshold) {
            this.listener = listener;
            this.scene = scene;
            this.intervalMs = intervalMs;
            this.threshold = threshold;
        }

        boolean isFor(FrameListener listener, String scene) {
            return this.listener == listener && (scene == null ? this.scene == null : scene.equals(this.scene));
        }

        /** A scene that is null is no member at all, which means all scenes. */
        JSONObject event(int number) {
            return object("event", "listenFrames", "listener", number, "scene", scene, "intervalMs", intervalMs,
                    "threshold", threshold);
        }
    }

    private static final class Drops {
        final DropListener listener;
        final int threshold;

        Drops(DropListener listener, int threshold) {
            this.listener = listener;
            this.threshold = threshold;
        }

        JSONObject event(int number) {
            return object("event", "listenDrops", "listener", number, "threshold", threshold);
        }
    }
}
