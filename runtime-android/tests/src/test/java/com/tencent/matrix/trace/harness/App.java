package com.tencent.matrix.trace.harness;

import android.app.Activity;
import android.app.Application;
import android.app.Service;
import android.content.Context;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.TextView;
import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.TraceConfig;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.controller.ActivityController;

/** What the system does to an app. Each step is a message of the main thread, as on a device. */
public final class App {
    /** Activities that have not been taken away. */
    private static final List<ActivityController<?>> OPEN = new ArrayList<>();

    private App() {}

    /**
     * Binds the application: the process begins.
     *
     * <p>The first Activity of a framework takes seconds here, and so do other first times; they are taken before.
     */
    @SuppressWarnings("deprecation") // RuntimeEnvironment.application has no other setter
    public static <A extends Application> A start(Class<A> type) throws Exception {
        MainThread.run(App::warmUp);
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

    /** Begins a process with tracing of an own configuration, and nothing of the sample. */
    public static boolean start(TraceConfig config) throws Exception {
        Application app = start(Application.class);
        return MainThread.call(() -> Trace.init(app, config));
    }

    private static void warmUp() {
        ActivityController<Activity> activity = Robolectric.buildActivity(Activity.class).create();
        LinearLayout views = new LinearLayout(activity.get());
        views.addView(new TextView(activity.get()));
        views.addView(new Button(activity.get()));
        ListView list = new ListView(activity.get());
        list.setAdapter(new ArrayAdapter<>(activity.get(), android.R.layout.simple_list_item_1, new String[] {"row"}));
        views.addView(list);
        activity.get().setContentView(views);
        activity.start().postCreate(null).resume().visible().windowFocusChanged(true);
        activity.windowFocusChanged(false).pause().stop().destroy();
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
        OPEN.add(activity);
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
        OPEN.remove(activity);
    }

    /** Makes the Activity anew for a change of configuration; it then has the focus. */
    public static void recreate(ActivityController<?> activity) throws Exception {
        focus(activity, false);
        MainThread.run(activity::recreate);
        focus(activity, true);
    }

    /** Creates a service. */
    public static <S extends Service> void startService(Class<S> type) throws Exception {
        SystemMessages.send(SystemMessages.CREATE_SERVICE, () -> Robolectric.buildService(type).create());
    }

    /**
     * Ends the process, as far as the framework notices; the runner of tests does so. A window that stayed might hold up the
     * looper, with a barrier for a frame that is never drawn.
     */
    public static void end() throws Exception {
        for (ActivityController<?> activity : new ArrayList<>(OPEN)) {
            close(activity);
        }
        MainThread.run(Trace::destroy);
    }
}
