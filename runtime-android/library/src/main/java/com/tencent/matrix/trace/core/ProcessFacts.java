package com.tencent.matrix.trace.core;

import android.app.ActivityManager;
import android.app.Application;
import android.content.Context;
import android.os.Build;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.InputStream;

/** What each report says of the process and the device. Unknown is null. */
final class ProcessFacts {
    /** Asset of the app with its {@code build_id}, as {@code trace-instrument --summary} writes it. */
    static final String BUILD_ID_ASSET = "trace-build-id";

    private static final int BUILD_ID_LENGTH = 256;
    private static final long GIB = 1L << 30;

    private ProcessFacts() {
    }

    /** The package's name, with {@code :name} behind it in another process of the app. */
    static String processName(Context context) {
        try {
            String name = Build.VERSION.SDK_INT >= 28 ? Api28.processName() : hiddenProcessName();
            if (name != null && !name.isEmpty()) {
                return name;
            }
        } catch (Throwable why) {
            Log.line("the name of the process is not known: its package's is taken", why);
        }
        return context.getPackageName();
    }

    /** What API 28 has a public name for. No file: the main thread may be forbidden to read one (StrictMode). */
    private static String hiddenProcessName() throws ReflectiveOperationException {
        Class<?> threads = Class.forName("android.app.ActivityThread");
        return (String) Hidden.method(threads, "currentProcessName").invoke(null);
    }

    /** Matrix's class of the device, by its memory. */
    static String machine(Context context) {
        try {
            ActivityManager manager = (ActivityManager) context.getSystemService(Context.ACTIVITY_SERVICE);
            ActivityManager.MemoryInfo memory = new ActivityManager.MemoryInfo();
            manager.getMemoryInfo(memory);
            return machine(memory.totalMem);
        } catch (Throwable why) {
            Log.line("the device's memory is not known", why);
            return null;
        }
    }

    static String machine(long bytes) {
        if (bytes <= 0) {
            return null;
        }
        // A device of 4 GB tells apps of a little less: the rest is the kernel's.
        long gib = (bytes + GIB / 2) / GIB;
        return gib >= 4 ? "BEST" : gib == 3 ? "HIGH" : gib == 2 ? "MIDDLE" : gib == 1 ? "LOW" : "BAD";
    }

    /** Build whose method mapping belongs to the ids, from the app's asset. */
    static String buildId(Context context) {
        try {
            InputStream asset = context.getAssets().open(BUILD_ID_ASSET);
            try {
                ByteArrayOutputStream text = new ByteArrayOutputStream();
                for (int at = 0, next; at < BUILD_ID_LENGTH && (next = asset.read()) >= 0; at++) {
                    text.write(next);
                }
                String id = text.toString("UTF-8").trim();
                return id.isEmpty() ? null : id;
            } finally {
                asset.close();
            }
        } catch (FileNotFoundException none) {
            return null;
        } catch (Throwable why) {
            Log.line("the asset " + BUILD_ID_ASSET + " cannot be read", why);
            return null;
        }
    }

    /** Not to be touched below API 28. */
    private static final class Api28 {
        static String processName() {
            return Application.getProcessName();
        }
    }
}
