package com.tencent.matrix.trace.core;

import android.app.Activity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Checks the calls that instrumented code makes, and writes a verdict when the program ends.
 *
 * <p>On each thread, enters and exits must nest: an exit closes the newest enter of its id, and those
 * above it that exceptions left open (counted). By sampling the real call stack, the id must be that
 * of the caller: its class, name and descriptor are looked up in the mapping.
 *
 * <p>Properties: {@code beat.mapping}, the mapping file; {@code beat.verdicts}, a folder for the
 * verdicts; {@code beat.every}, the caller is looked at on every so many events (default 100).
 */
public final class AppMethodBeat {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final int EVERY = Integer.getInteger("beat.every", 100);
    private static final Map<Integer, String> METHODS = new HashMap<>();
    private static final ConcurrentLinkedQueue<State> STATES = new ConcurrentLinkedQueue<>();
    private static final Set<String> PROBLEMS = new LinkedHashSet<>();
    private static final AtomicInteger FOCUS_CALLS = new AtomicInteger();
    private static final ThreadLocal<State> STATE = ThreadLocal.withInitial(State::new);

    /** One thread's; written by it alone. */
    private static final class State {
        /** Ids of the methods that are open, the newest last. */
        int[] open = new int[256];
        int depth;
        int untilSample = EVERY;
        long enters;
        long leftOpen;
        long sampled;

        State() {
            STATES.add(this);
        }

        void push(int id) {
            if (depth == open.length) {
                open = Arrays.copyOf(open, 2 * depth);
            }
            open[depth++] = id;
        }

        /** Whether the method was open; it and those above it no longer are. */
        boolean pop(int id) {
            for (int at = depth - 1; at >= 0; at--) {
                if (open[at] == id) {
                    leftOpen += depth - 1 - at;
                    depth = at;
                    return true;
                }
            }
            return false;
        }
    }

    static {
        try {
            for (String line : Files.readAllLines(Path.of(System.getProperty("beat.mapping")))) {
                String[] parts = line.split(",", 3);
                METHODS.put(Integer.parseInt(parts[0]), unescape(parts[2]));
            }
        } catch (IOException error) {
            throw new ExceptionInInitializerError(error);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(AppMethodBeat::writeVerdict));
    }

    private AppMethodBeat() {}

    public static void i(int id) {
        State state = STATE.get();
        state.enters++;
        state.push(id);
        if (--state.untilSample == 0) {
            sample(state, id, "entered");
        }
    }

    public static void o(int id) {
        State state = STATE.get();
        if (--state.untilSample == 0) {
            sample(state, id, "left");
        }
        if (!state.pop(id)) {
            problem("left without being entered: " + METHODS.get(id));
        }
    }

    public static void at(Activity activity, boolean focus) {
        FOCUS_CALLS.incrementAndGet();
        System.out.println("at " + activity.getClass().getName() + " " + focus);
    }

    private static void sample(State state, int id, String what) {
        state.untilSample = EVERY;
        state.sampled++;
        String caller = WALKER.walk(frames -> frames.skip(2).findFirst().map(AppMethodBeat::name).orElse("nobody"));
        if (!caller.equals(METHODS.get(id))) {
            problem(what + " by " + caller + ", but the id is that of " + METHODS.get(id));
        }
    }

    private static String name(StackWalker.StackFrame frame) {
        return frame.getClassName().replace('.', '/') + ' ' + frame.getMethodName() + ' ' + frame.getDescriptor();
    }

    /** A line's class, method and descriptor as the class file has them. */
    private static String unescape(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (text.startsWith("\\u", i)) {
                plain.append((char) Integer.parseInt(text, i + 2, i + 6, 16));
                i += 5;
            } else {
                plain.append(text.charAt(i) == '.' ? '/' : text.charAt(i));
            }
        }
        return plain.toString();
    }

    private static void problem(String text) {
        synchronized (PROBLEMS) {
            if (PROBLEMS.size() < 20) {
                PROBLEMS.add(text);
            }
        }
    }

    private static void writeVerdict() {
        long enters = 0;
        long leftOpen = 0;
        long stillOpen = 0;
        long sampled = 0;
        int threads = 0;
        for (State state : STATES) {
            enters += state.enters;
            leftOpen += state.leftOpen;
            stillOpen += state.depth;
            sampled += state.sampled;
            threads++;
        }
        StringBuilder problems = new StringBuilder();
        synchronized (PROBLEMS) {
            for (String problem : PROBLEMS) {
                problems.append(problems.length() == 0 ? "" : ",");
                problems.append('"').append(problem.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
            }
        }
        String verdict =
                String.format(
                        "{\"threads\":%d,\"enters\":%d,\"left_open\":%d,\"still_open\":%d,"
                                + "\"sampled\":%d,\"focus_calls\":%d,\"problems\":[%s]}%n",
                        threads, enters, leftOpen, stillOpen, sampled, FOCUS_CALLS.get(), problems);
        Path file = Path.of(System.getProperty("beat.verdicts"), ProcessHandle.current().pid() + ".json");
        try {
            Files.write(file, verdict.getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            System.err.println("no verdict: " + error);
        }
    }
}
