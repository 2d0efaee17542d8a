package com.tencent.matrix.trace.core;

import android.content.Context;
import android.hardware.display.DisplayManager;
import android.view.Display;
import org.json.JSONException;
import org.json.JSONObject;

/** Tells the refresh rate of the display that the app was shown on last, and each change of it. Main thread only. */
final class RefreshRate implements DisplayManager.DisplayListener {
    private final Context context;
    private DisplayManager displays;
    private int display = Display.INVALID_DISPLAY;
    private float told;

    RefreshRate(Context context) {
        this.context = context;
    }

    void install() {
        told = 0;
        try {
            displays = (DisplayManager) context.getSystemService(Context.DISPLAY_SERVICE);
            displays.registerDisplayListener(this, null);
        } catch (Throwable why) {
            Log.line("changes of the refresh rate are seen with the next Activity only", why);
        }
    }

    void remove() {
        if (displays != null) {
            displays.unregisterDisplayListener(this);
            displays = null;
        }
    }

    /** An Activity is shown. */
    void shownOn(Display display) {
        this.display = display.getDisplayId();
        tell(display);
    }

    @Override
    public void onDisplayChanged(int changed) {
        try {
            Display display = changed == this.display && displays != null ? displays.getDisplay(changed) : null;
            if (display != null) {
                tell(display);
            }
        } catch (Throwable why) {
            Log.line("a change of the refresh rate was not told", why);
        }
    }

    @Override
    public void onDisplayAdded(int added) {
    }

    @Override
    public void onDisplayRemoved(int removed) {
    }

    private void tell(Display display) {
        float hertz = display.getRefreshRate();
        if (hertz == told) {
            return;
        }
        try {
            Tracer.event(new JSONObject().put("event", "refreshRate").put("hertz", (double) hertz));
            told = hertz;
        } catch (JSONException why) {
            Log.line("the display has no refresh rate", why);
        }
    }
}
