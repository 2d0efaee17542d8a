package com.tencent.matrix.trace.core;

import android.app.Activity;

/** What instrumented code calls; here it records nothing. */
public final class AppMethodBeat {
    private AppMethodBeat() {}

    /**
     * A method begins.
     *
     * @param id its number
     */
    public static void i(int id) {}

    /**
     * A method ends.
     *
     * @param id its number
     */
    public static void o(int id) {}

    /**
     * The focus of an Activity's window changed.
     *
     * @param activity the Activity
     * @param focus whether it has it now
     */
    public static void at(Activity activity, boolean focus) {}
}
