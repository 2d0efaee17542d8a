package com.tencent.matrix.trace.core;

/** The class whose fields the library reads and writes. */
final class AppMethodBeat {
    static long written;
    static volatile int tick = -2;

    private AppMethodBeat() {}
}
