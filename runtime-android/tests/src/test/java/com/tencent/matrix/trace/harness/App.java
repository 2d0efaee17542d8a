package com.tencent.matrix.trace.harness;

import android.app.Activity;
import android.app.Application;
import android.app.Service;
import android.content.Context;
import java.lang.reflect.Method;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.controller.ActivityController;

/** What the system does to an app. Each step is a message of the main thread, as on a device. */
public final class App {
    private App() {}

    /**
     * Binds the application: the process begins.
     *
     * <p>The first Activity of a framework takes seconds here, and so do other first times; they are taken before.
     */
    public static <A extends Application> A start(Class<A> type) throws Exception {
        MainThread.run(() -> Robolectric.buildActivity(Activity.class).setup().pause().stop().destroy());
        SystemMessages.install();
        return MainThread.call(() -> {
            A app = type.getDeclaredConstructor().newInstance();
            Method attach = Application.class.getDeclaredMethod("attach", Context.class);
            attach.setAccessible(true);
            attach.invoke(app, RuntimeEnvironment.getApplication().getBaseContext());
            RuntimeEnvironment.application = app;
            app.onCreate();
            return app;
        });
    }

    /** Launches an Activity up to where it is drawn and has the focus. */
    public static <A extends Activity> ActivityController<A> launch(Class<A> type) throws Exception {
        ActivityController<A> activity = launchWithoutFocus(type);
        focus(activity, true);
        return activity;
    }

    /** Launches an Activity up to where it is drawn. */
    public static <A extends Activity> ActivityController<A> launchWithoutFocus(Class<A> type) throws Exception {
        Object[] made = new Object[1];
        SystemMessages.sendLaunch(() -> made[0] = Robolectric.buildActivity(type).setup());
        @SuppressWarnings("unchecked")
        ActivityController<A> activity = (ActivityController<A>) made[0];
        return activity;
    }

    /** Gives the Activity's window the focus, or takes it. */
    public static void focus(ActivityController<?> activity, boolean focused) throws Exception {
        MainThread.run(() -> activity.windowFocusChanged(focused));
    }

    /** Takes the Activity away for good. */
    public static void close(ActivityController<?> activity) throws Exception {
        focus(activity, false);
        MainThread.run(() -> activity.pause().stop().destroy());
    }

    /** Creates a service. */
    public static <S extends Service> void startService(Class<S> type) throws Exception {
        SystemMessages.send(SystemMessages.CREATE_SERVICE, () -> Robolectric.buildService(type).create());
    }
}
