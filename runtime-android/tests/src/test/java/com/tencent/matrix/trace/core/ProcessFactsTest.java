package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import android.app.ActivityManager;
import android.app.Application;
import android.content.Context;
import android.os.Build;
import com.tencent.matrix.trace.harness.ProcessRunner;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowApplication;

/** What reports say of process and device. */
@RunWith(ProcessRunner.class)
public final class ProcessFactsTest {
    private final Application app = RuntimeEnvironment.getApplication();

    @Test
    public void otherProcessOfTheAppHasItsOwnName() throws Exception {
        String before = ProcessFacts.processName(app);
        try {
            name("app:remote");
            assertEquals("app:remote", ProcessFacts.processName(app));
        } finally {
            name(before);
        }
    }

    @Test
    public void processWithoutANameHasItsPackages() throws Exception {
        String before = ProcessFacts.processName(app);
        try {
            name(null);
            assertEquals(app.getPackageName(), ProcessFacts.processName(app));
        } finally {
            name(before);
        }
    }

    /** As the system binds the process. */
    private static void name(String name) throws Exception {
        if (Build.VERSION.SDK_INT >= 28) {
            ShadowApplication.setProcessName(name);
            return;
        }
        Class<?> threads = Class.forName("android.app.ActivityThread");
        Object thread = Hidden.method(threads, "currentActivityThread").invoke(null);
        Object bound = Hidden.field(threads, "mBoundApplication").get(thread);
        Hidden.field(bound.getClass(), "processName").set(bound, name);
    }

    @Test
    public void deviceHasItsClassByMemory() {
        ActivityManager.MemoryInfo memory = new ActivityManager.MemoryInfo();
        memory.totalMem = 3L << 30;
        ActivityManager manager = (ActivityManager) app.getSystemService(Context.ACTIVITY_SERVICE);
        Shadows.shadowOf(manager).setMemoryInfo(memory);
        assertEquals("HIGH", ProcessFacts.machine(app));
    }

    @Test
    public void appWithoutTheAssetHasNoBuildId() {
        assertNull(ProcessFacts.buildId(app));
    }
}
