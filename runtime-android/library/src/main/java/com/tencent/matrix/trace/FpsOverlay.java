package com.tencent.matrix.trace;

import android.app.Activity;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup;
import android.view.ViewParent;
import android.widget.FrameLayout;
import com.tencent.matrix.trace.core.Log;

/**
 * Shows over an Activity how smoothly it is drawn: frames a second, dropped frames, and the worst level in its
 * colour.
 *
 * <p>It is a view in the Activity's own window, so it needs no permission and goes with the Activity. A still
 * screen draws no
 * frames, so the text keeps what was last measured. For the main thread.
 */
public final class FpsOverlay {
    private static final float STATUS_BAR_DP = 32;

    private final View view;

    private FpsOverlay(View view) {
        this.view = view;
    }

    /**
     * Puts one over an Activity, after {@code setContentView}.
     *
     * @param activity a visible one
     * @return to be hidden again, or left to go with the Activity
     */
    public static FpsOverlay show(Activity activity) {
        try {
            FpsView view = new FpsView(activity);
            int wrap = ViewGroup.LayoutParams.WRAP_CONTENT;
            ViewGroup window = (ViewGroup) activity.getWindow().getDecorView();
            FrameLayout.LayoutParams place = new FrameLayout.LayoutParams(wrap, wrap, Gravity.TOP | Gravity.RIGHT);
            // Below the status bar, over which nobody can read.
            place.topMargin = Math.round(STATUS_BAR_DP * activity.getResources().getDisplayMetrics().density);
            window.addView(view, place);
            return new FpsOverlay(view);
        } catch (Throwable why) {
            Log.line("the overlay is not shown", why);
            return new FpsOverlay(null);
        }
    }

    /** Takes it away. */
    public void hide() {
        try {
            ViewParent window = view == null ? null : view.getParent();
            if (window != null) {
                ((ViewGroup) window).removeView(view);
            }
        } catch (Throwable why) {
            Log.line("the overlay is not hidden", why);
        }
    }
}
