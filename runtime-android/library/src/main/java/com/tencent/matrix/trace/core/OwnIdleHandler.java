package com.tencent.matrix.trace.core;

import android.os.MessageQueue;

/** An idle handler of the tracer itself, which is not traced. */
interface OwnIdleHandler extends MessageQueue.IdleHandler {
}
