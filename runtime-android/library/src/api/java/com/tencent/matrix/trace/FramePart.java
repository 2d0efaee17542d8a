package com.tencent.matrix.trace;

/** What the time of a frame is spent on; {@link android.view.FrameMetrics} says what each part is. */
public enum FramePart {
    /** Waiting for the main thread. */
    UNKNOWN_DELAY("unknownDelay"),
    /** Input. */
    INPUT_HANDLING("input"),
    /** Animations. */
    ANIMATION("animation"),
    /** Measuring and layout; before API 24 with drawing. */
    LAYOUT_MEASURE("layout"),
    /** {@code View.draw}. */
    DRAW("draw"),
    /** Handing over to the render thread. */
    SYNC("sync"),
    /** Commands to the GPU. */
    COMMAND_ISSUE("commandIssue"),
    /** Swapping buffers. */
    SWAP_BUFFERS("swapBuffers"),
    /** The GPU, from API 31 on. */
    GPU("gpu"),
    /** All of the frame. */
    TOTAL("total");

    /** Its name in a {@link BadFrame}. */
    final String inFrame;

    FramePart(String inFrame) {
        this.inFrame = inFrame;
    }

    /** Its name in {@link FrameStats} and reports. */
    String inStats() {
        return name() + "_DURATION";
    }
}
