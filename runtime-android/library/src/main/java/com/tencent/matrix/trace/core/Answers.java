package com.tencent.matrix.trace.core;

import android.app.ActivityManager;
import android.content.Context;
import android.os.Debug;
import android.os.Looper;
import android.os.Process;
import java.io.IOException;
import java.util.List;
import org.json.JSONException;
import org.json.JSONObject;

/** Facts that the tracers ask for when something is wrong, on the watchdog's thread. What cannot be had is left out. */
final class Answers {
    /** The questions: the main thread, or that and all about the process, or that and what the system says. */
    static final int MAIN_THREAD = 0;
    static final int EVERYTHING = 1;
    static final int NOT_RESPONDING = 2;

    private static volatile Context context;

    private Answers() {
    }

    /** The app, for what only the system can tell. */
    static void use(Context app) {
        context = app;
    }

    /** Answers a question of {@code onAsk}. */
    static void answer(long token, int question) {
        try {
            Tracer.event(facts(question).put("event", "answer").put("token", token));
        } catch (Throwable why) {
            Log.line("a question of the tracer was not answered", why);
        }
    }

    static JSONObject facts(int question) throws JSONException {
        JSONObject facts = new JSONObject();
        // First the stack, for it is what changes.
        Thread main = Looper.getMainLooper().getThread();
        String state = main.getState().name();
        facts.put("threadStack", text(main.getStackTrace())).put("threadState", state);
        if (question >= EVERYTHING) {
            putPriorities(facts);
            putMemory(facts);
        }
        if (question == NOT_RESPONDING) {
            putNotResponding(facts);
        }
        return facts;
    }

    /** As {@code Throwable.printStackTrace} writes it, so that every tool for stack traces reads it. */
    static String text(StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder(stack.length * 64);
        for (StackTraceElement element : stack) {
            text.append("\tat ").append(element).append('\n');
        }
        return text.toString();
    }

    private static void putPriorities(JSONObject facts) throws JSONException {
        try {
            String stat = Proc.self("stat");
            facts.put("processPriority", Proc.statField(stat, 18)).put("processNice", Proc.statField(stat, 19));
        } catch (IOException | RuntimeException why) {
            Log.line("the priority of the process is not known", why);
        }
    }

    private static void putMemory(JSONObject facts) throws JSONException {
        try {
            Runtime runtime = Runtime.getRuntime();
            facts.put("memory", new JSONObject()
                    .put("dalvik_heap", (runtime.totalMemory() - runtime.freeMemory()) / 1_024)
                    .put("native_heap", Debug.getNativeHeapAllocatedSize() / 1_024)
                    .put("vm_size", Proc.statusKib(Proc.self("status"), "VmSize")));
        } catch (IOException | RuntimeException why) {
            Log.line("the memory of the process is not known", why);
        }
    }

    private static void putNotResponding(JSONObject facts) throws JSONException {
        try {
            Context context = Answers.context;
            if (context != null) {
                ActivityManager manager = (ActivityManager) context.getSystemService(Context.ACTIVITY_SERVICE);
                facts.put("notResponding", notResponding(manager.getProcessesInErrorState()));
            }
        } catch (RuntimeException why) {
            Log.line("the system does not say whether the process responds", why);
        }
    }

    static boolean notResponding(List<ActivityManager.ProcessErrorStateInfo> states) {
        if (states != null) {
            for (ActivityManager.ProcessErrorStateInfo state : states) {
                if (state.pid == Process.myPid()
                        && state.condition == ActivityManager.ProcessErrorStateInfo.NOT_RESPONDING) {
                    return true;
                }
            }
        }
        return false;
    }
}
