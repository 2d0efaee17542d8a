package com.tencent.matrix.trace;

/** How bad a frame is: by the number of frames that it made the display drop. */
public enum DropLevel {
    /** Below {@link TraceThresholds#droppedNormal()}: nobody sees it. */
    BEST,
    /** From {@link TraceThresholds#droppedNormal()}. */
    NORMAL,
    /** From {@link TraceThresholds#droppedMiddle()}. */
    MIDDLE,
    /** From {@link TraceThresholds#droppedHigh()}. */
    HIGH,
    /** From {@link TraceThresholds#droppedFrozen()}: at 60 Hz more than half a second. */
    FROZEN
}
