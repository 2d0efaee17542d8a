package com.tencent.matrix.trace;

import android.app.Activity;

/** Shows nothing. */
public final class FpsOverlay {
    private FpsOverlay() {}

    /** Does nothing. */
    public static FpsOverlay show(Activity activity) {
        return new FpsOverlay();
    }

    /** Does nothing. */
    public void hide() {}
}
