package com.tencent.matrix.trace.core;

/** Counts the calls and calls nothing itself, so that even {@code java.lang.Object} may call it. */
public final class AppMethodBeat {
    private static long enters;
    private static long exits;

    private AppMethodBeat() {}

    public static void i(int id) {
        enters++;
    }

    public static void o(int id) {
        exits++;
    }

    /** Enters so far; updates by several threads at once may be lost. */
    public static long enters() {
        return enters;
    }

    /** Exits so far. */
    public static long exits() {
        return exits;
    }
}
