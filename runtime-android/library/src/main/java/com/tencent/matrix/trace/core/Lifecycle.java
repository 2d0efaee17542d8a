package com.tencent.matrix.trace.core;

import android.app.Activity;
import android.app.Application;
import android.os.Bundle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Tells what becomes of the app's Activities. Main thread only.
 *
 * <p>Knows those that there are, without keeping them, so that a tracer that starts later can be told.
 */
final class Lifecycle implements Application.ActivityLifecycleCallbacks {
    /** Activities that are made again at once; a system makes one after the other. */
    private static final int CHANGING = 16;

    /** Who needs the Activities themselves. */
    interface Watcher {
        void resumed(Activity activity);

        void stopped(Activity activity);
    }

    private enum Stage {
        CREATED,
        STARTED,
        RESUMED,
    }

    private final Application app;
    /** The one resumed last at the end. */
    private final ArrayList<Known> known = new ArrayList<Known>();
    /** Classes of Activities that were destroyed to be made again. */
    private final ArrayList<String> changing = new ArrayList<String>();
    private Watcher watcher;
    private boolean installed;

    Lifecycle(Application app) {
        this.app = app;
    }

    boolean install() {
        if (!installed) {
            app.registerActivityLifecycleCallbacks(this);
            installed = true;
        }
        return true;
    }

    void remove() {
        if (installed) {
            app.unregisterActivityLifecycleCallbacks(this);
            installed = false;
        }
        known.clear();
        changing.clear();
        watcher = null;
    }

    /** The tracer begins to listen: it is told of the Activities there are. None of them is a start. */
    void tracerStarted() {
        for (Known one : known) {
            if (one.activity.get() == null) {
                continue;
            }
            tellCreated(one.name, false);
            if (one.stage != Stage.CREATED) {
                tell("activityStarted", one.name);
            }
            if (one.stage == Stage.RESUMED) {
                tell("activityResumed", one.name);
            }
        }
    }

    /** Null for nobody. Is told at once of the Activities that are resumed. */
    void watch(Watcher watcher) {
        this.watcher = watcher;
        for (Known one : known) {
            Activity activity = one.activity.get();
            if (activity != null && one.stage == Stage.RESUMED && watcher != null) {
                watcher.resumed(activity);
            }
        }
    }

    /** API 29: the begin of {@code onCreate}; before, the end of {@code Activity.onCreate} is the first to be heard. */
    @Override
    public void onActivityPreCreated(Activity activity, Bundle state) {
        created(activity);
    }

    @Override
    public void onActivityCreated(Activity activity, Bundle state) {
        if (find(activity) == null) {
            created(activity);
        }
    }

    private void created(Activity activity) {
        try {
            forgetCollected();
            String name = activity.getClass().getName();
            boolean fresh = !changing.remove(name);
            known.add(new Known(activity, Stage.CREATED));
            tellCreated(name, fresh);
        } catch (Throwable why) {
            Log.line("a new Activity was not told", why);
        }
    }

    @Override
    public void onActivityStarted(Activity activity) {
        reached(activity, Stage.STARTED, "activityStarted");
    }

    @Override
    public void onActivityResumed(Activity activity) {
        reached(activity, Stage.RESUMED, "activityResumed");
        try {
            if (watcher != null) {
                watcher.resumed(activity);
            }
        } catch (Throwable why) {
            Log.line("a resumed Activity is not watched", why);
        }
    }

    @Override
    public void onActivityPaused(Activity activity) {
        reached(activity, Stage.STARTED, "activityPaused");
    }

    @Override
    public void onActivityStopped(Activity activity) {
        reached(activity, Stage.CREATED, "activityStopped");
        try {
            if (watcher != null) {
                watcher.stopped(activity);
            }
        } catch (Throwable why) {
            Log.line("a stopped Activity is still watched", why);
        }
    }

    @Override
    public void onActivitySaveInstanceState(Activity activity, Bundle state) {
    }

    @Override
    public void onActivityDestroyed(Activity activity) {
        try {
            known.remove(find(activity));
            String name = activity.getClass().getName();
            if (activity.isChangingConfigurations() && changing.size() < CHANGING) {
                changing.add(name);
            }
            tell("activityDestroyed", name);
        } catch (Throwable why) {
            Log.line("the end of an Activity was not told", why);
        }
    }

    private void reached(Activity activity, Stage stage, String event) {
        try {
            Known one = find(activity);
            if (one == null) {
                one = new Known(activity, stage);
                known.add(one);
            }
            one.stage = stage;
            if (stage == Stage.RESUMED) {
                known.remove(one);
                known.add(one);
            }
            tell(event, one.name);
        } catch (Throwable why) {
            Log.line("an Activity's change was not told: " + event, why);
        }
    }

    private Known find(Activity activity) {
        for (Known one : known) {
            if (one.activity.get() == activity) {
                return one;
            }
        }
        return null;
    }

    /** Activities that were never told to be destroyed. */
    private void forgetCollected() {
        for (Iterator<Known> all = known.iterator(); all.hasNext();) {
            if (all.next().activity.get() == null) {
                all.remove();
            }
        }
    }

    private static void tell(String event, String activity) {
        tell(event, activity, null);
    }

    private static void tellCreated(String activity, boolean fresh) {
        tell("activityCreated", activity, fresh);
    }

    private static void tell(String event, String activity, Boolean fresh) {
        if (!Tracer.started()) {
            return;
        }
        try {
            Tracer.event(new JSONObject().put("event", event).put("activity", activity).putOpt("fresh", fresh));
        } catch (JSONException why) {
            Log.line("an Activity's change was not told: " + event, why);
        }
    }

    private static final class Known {
        private final WeakReference<Activity> activity;
        private final String name;
        private Stage stage;

        Known(Activity activity, Stage stage) {
            this.activity = new WeakReference<Activity>(activity);
            this.name = activity.getClass().getName();
            this.stage = stage;
        }
    }
}
