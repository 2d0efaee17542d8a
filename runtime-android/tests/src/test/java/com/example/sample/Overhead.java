package com.example.sample;

import android.os.Looper;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.Pairs;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Screen;
import java.lang.management.ManagementFactory;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.android.controller.ActivityController;

/** No test: measures what tracing adds to the sample app. {@code -Dtest=Overhead -Dtrace.pairs=10}. */
@RunWith(ProcessRunner.class)
public final class Overhead {
    private static final int FRAMES = 20;
    private static final int CALM = 10;

    /** All parts of the app but the one that blocks, as a user goes through them. */
    @Test
    public void tour() throws Exception {
        Pairs.measure(Overhead.class, "measureTour", Integer.getInteger("trace.pairs"), "tour, time",
                "tour, CPU of the main thread");
    }

    /** The worst case: nothing but calls of methods that do next to nothing, and messages. */
    @Test
    public void calm() throws Exception {
        Pairs.measure(Overhead.class, "measureCalm", Integer.getInteger("trace.pairs"),
                "calls and messages only, time", "calls and messages only, CPU of the main thread");
    }

    static long[] measureTour() throws Exception {
        App.start(SampleApplication.class);
        return measured(() -> {
            ActivityController<SplashActivity> splash = App.launch(SplashActivity.class);
            ActivityController<MainActivity> main = App.launch(MainActivity.class);
            App.close(splash);
            App.close(App.launch(SlowActivity.class));
            ActivityController<JankActivity> list = App.launch(JankActivity.class);
            for (int frame = 0; frame < FRAMES; frame++) {
                Screen.draw(list.get(), list.get()::scroll);
            }
            App.close(list);
            ActivityController<ShopActivity> shop = App.launch(ShopActivity.class);
            MainThread.run(shop.get()::pay);
            MainThread.idle();
            App.close(shop);
            calmOnce();
            App.close(main);
        });
    }

    static long[] measureCalm() throws Exception {
        App.start(SampleApplication.class);
        calmOnce();
        return measured(() -> {
            for (int time = 0; time < CALM; time++) {
                calmOnce();
            }
        });
    }

    private static void calmOnce() throws Exception {
        ActivityController<CalmActivity> calm = App.launch(CalmActivity.class);
        while (!MainThread.call(calm.get()::isDone)) {
            Thread.sleep(1);
        }
        App.close(calm);
    }

    private static long[] measured(MainThread.Task task) throws Exception {
        long main = Looper.getMainLooper().getThread().getId();
        long begin = System.nanoTime();
        long cpu = ManagementFactory.getThreadMXBean().getThreadCpuTime(main);
        task.run();
        return new long[] {
            System.nanoTime() - begin, ManagementFactory.getThreadMXBean().getThreadCpuTime(main) - cpu
        };
    }
}
