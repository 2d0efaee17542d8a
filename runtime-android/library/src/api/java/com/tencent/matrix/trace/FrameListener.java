package com.tencent.matrix.trace;

/** Is told how smoothly a scene is drawn, see {@link Trace#addFrameListener}. */
public interface FrameListener {
    /**
     * A scene was drawn for as long as the listener asked for.
     *
     * <p>Called on a thread of the library that only calls listeners.
     *
     * @param stats what was counted since the last call for this scene
     */
    void onFrames(FrameStats stats);
}
