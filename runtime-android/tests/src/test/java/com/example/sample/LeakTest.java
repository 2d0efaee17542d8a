package com.example.sample;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.ProcessRunner;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.android.controller.ActivityController;

/** Activities that are gone are not kept. */
@RunWith(ProcessRunner.class)
public final class LeakTest {
    private static final int ACTIVITIES = 100;
    /** The framework here keeps some of the last ones. */
    private static final int KEPT_BY_FRAMEWORK = 3;

    @Test
    public void hundredActivitiesInARowAreLetGo() throws Exception {
        App.start(SampleApplication.class);
        assertTrue(Trace.isStarted());
        List<WeakReference<Activity>> activities = new ArrayList<>();
        openAndClose(ACTIVITIES / 2, activities);
        long half = heap();
        openAndClose(ACTIVITIES / 2, activities);
        long all = heap();
        int kept = 0;
        for (WeakReference<Activity> activity : activities) {
            kept += activity.get() == null ? 0 : 1;
        }
        assertTrue(kept + " are kept", kept <= KEPT_BY_FRAMEWORK);
        assertEquals(ACTIVITIES, activities.size());
        assertTrue("heap of " + half + " grew to " + all, all - half < 1 << 20);
    }

    private static void openAndClose(int count, List<WeakReference<Activity>> activities) throws Exception {
        for (int k = 0; k < count; k++) {
            ActivityController<MainActivity> activity = App.launch(MainActivity.class);
            activities.add(new WeakReference<>(activity.get()));
            App.close(activity);
        }
    }

    /** Bytes that are still used after collecting what is not. */
    private static long heap() throws Exception {
        for (int k = 0; k < 3; k++) {
            MainThread.idle();
            System.gc();
            Thread.sleep(50);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
