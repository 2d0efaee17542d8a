package com.tencent.matrix.trace.core;

import android.app.Activity;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import org.json.JSONException;
import org.json.JSONObject;

/** The Activities that have the focus, without keeping them: mostly one, some in split screens. */
final class Focus {
    private static final ArrayList<WeakReference<Activity>> focused = new ArrayList<WeakReference<Activity>>();

    private Focus() {}

    /** Tells a change that is one. */
    static void changed(Activity activity, boolean focus) {
        try {
            if (activity != null && change(activity, focus)) {
                tell(activity, focus);
            }
        } catch (Throwable why) {
            Log.line("a change of focus was not told", why);
        }
    }

    /** A tracer that has just started is told what is. */
    static void tellAgain() throws JSONException {
        ArrayList<WeakReference<Activity>> all;
        synchronized (focused) {
            all = new ArrayList<WeakReference<Activity>>(focused);
        }
        for (WeakReference<Activity> one : all) {
            Activity activity = one.get();
            if (activity != null) {
                tell(activity, true);
            }
        }
    }

    /** Whether it is a change. */
    static boolean change(Activity activity, boolean focus) {
        synchronized (focused) {
            boolean had = false;
            for (int at = focused.size() - 1; at >= 0; at--) {
                Activity one = focused.get(at).get();
                had |= one == activity;
                if (one == null || one == activity && !focus) {
                    focused.remove(at);
                }
            }
            if (focus && !had) {
                focused.add(new WeakReference<Activity>(activity));
            }
            return had != focus;
        }
    }

    static int count() {
        synchronized (focused) {
            return focused.size();
        }
    }

    private static void tell(Activity activity, boolean focus) throws JSONException {
        if (Tracer.started()) {
            Tracer.event(new JSONObject().put("event", "focusChanged").put("activity", activity.getClass().getName())
                    .put("focused", focus));
        }
    }
}
