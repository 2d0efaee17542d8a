package com.tencent.matrix.trace;

/** Is told of single bad frames, see {@link Trace#addDropListener}. */
public interface DropListener {
    /**
     * A frame took so long that others were dropped.
     *
     * <p>Called on a thread of the library that only calls listeners.
     *
     * @param frame the frame
     */
    void onDrop(BadFrame frame);
}
