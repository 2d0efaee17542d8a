package runtime;

import com.tencent.matrix.trace.core.NativeTrace;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;

/** Plays an app: each case in a virtual machine of its own. Prints "ok" last. */
public final class Edge {
    private static final int RING = 1 << 16;
    private static final String SETUP =
            "{\"process\":\"app\",\"thresholds\":{\"evilMethodMs\":500,\"lagMs\":300,\"anrMs\":600}}";

    private Edge() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "slow" -> slow();
            case "again" -> again();
            case "released" -> released();
            case "refused" -> refused();
            case "throwing" -> throwing();
            case "panic" -> panic(Integer.parseInt(arguments[1]));
            case "signals" -> signals();
            case "cost" -> cost();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println("ok");
    }

    /** A message of a second: seen as lag and ANR while it runs, as an evil method when it is over. */
    private static void slow() throws Exception {
        check(NativeTrace.start(SETUP, RING), "a ring");
        for (int n = 0; n < 1000; n++) {
            NativeTrace.dispatch(() -> {
                NativeTrace.i(1);
                NativeTrace.o(1);
            });
        }
        int before = NativeTrace.tick();
        NativeTrace.dispatch(Edge::slowMessage);
        check(ticks - before > 100, "ticks in a slow message: " + (ticks - before));
        NativeTrace.event(NativeTrace.written(),
                "{\"at\":" + System.nanoTime() + ",\"event\":\"refreshRate\",\"hertz\":90.0}");
        NativeTrace.frame(System.nanoTime(), true, false, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, 16_000_000);
        NativeTrace.moment(System.nanoTime(), NativeTrace.written(), 1);
        NativeTrace.moment(System.nanoTime(), NativeTrace.written(), 2);
        NativeTrace.systemMessage(System.nanoTime(), NativeTrace.written(), 114, false);
        show("report", 3);
        NativeTrace.stop();
    }

    private static int ticks;

    private static void slowMessage() {
        NativeTrace.i(10);
        NativeTrace.i(20);
        sleep(800);
        ticks = NativeTrace.tick();
        NativeTrace.o(20);
        NativeTrace.i(30);
        sleep(200);
        // The tick is parked, which is negative, while the watchdog does something else.
        ticks = Math.max(ticks, NativeTrace.tick());
        NativeTrace.o(30);
        NativeTrace.o(10);
    }

    private static void again() throws Exception {
        for (int n = 0; n < 3; n++) {
            check(NativeTrace.start(SETUP, RING), "ring " + n);
            NativeTrace.dispatch(() -> sleep(510));
            String report = next("report");
            while (!report.contains("NORMAL")) {
                report = next("report");
            }
            NativeTrace.stop();
            NativeTrace.TOLD.clear();
            check(NativeTrace.create(SETUP, System.nanoTime(), new long[RING]), "without a start");
            check(!NativeTrace.create(SETUP, System.nanoTime(), new long[RING]), "a second tracer");
            check(next("log").contains("destroy it first"), "why not");
            NativeTrace.destroy();
            NativeTrace.destroy();
        }
        // Natives without a tracer do nothing.
        NativeTrace.dispatchBegin(1, 1, 1);
        NativeTrace.dispatchEnd(1, 1);
    }

    private static void released() throws Exception {
        check(NativeTrace.start(SETUP, RING), "a ring");
        NativeTrace.dispatch(() -> sleep(510));
        WeakReference<long[]> ring = new WeakReference<>(NativeTrace.ring());
        System.gc();
        check(ring.get() != null, "held");
        NativeTrace.stop();
        for (int n = 0; n < 200 && ring.get() != null; n++) {
            System.gc();
            Thread.sleep(20);
        }
        check(ring.get() == null, "released");
    }

    private static void refused() throws Exception {
        check(!NativeTrace.start("{\"proces\":\"typo\"}", RING), "unknown setting");
        check(next("log").contains("proces"), "named");
        check(!NativeTrace.start(SETUP, RING + 1), "no power of two");
        check(next("log").contains("power of two"), "named");
        check(!NativeTrace.start(SETUP, 0), "no slots");
        check(next("log").contains("power of two"), "named");
        check(!NativeTrace.create(SETUP, System.nanoTime(), null), "no ring");
        next("log");
        check(NativeTrace.start(SETUP, RING), "a ring");
        NativeTrace.event(-1, "{\"at\":1,\"event\":\"nonsense\"}");
        check(next("log").contains("nonsense"), "named");
        NativeTrace.event(-1, null);
        next("log");
        NativeTrace.stop();
    }

    private static void throwing() throws Exception {
        check(NativeTrace.start(SETUP, RING), "a ring");
        NativeTrace.thrown = new IllegalStateException("a listener's mistake");
        NativeTrace.dispatch(() -> sleep(510));
        String line = next("log");
        check(line.contains("IllegalStateException") && line.contains("a listener's mistake"), line);
        NativeTrace.thrown = new IllegalStateException();
        NativeTrace.dispatch(() -> sleep(510));
        next("log");
        NativeTrace.thrown = null;
        NativeTrace.TOLD.clear();
        NativeTrace.dispatch(() -> sleep(510));
        next("report");
        NativeTrace.stop();
    }

    private static void panic(int place) throws Exception {
        check(NativeTrace.start(SETUP, RING), "a ring");
        WeakReference<long[]> ring = new WeakReference<>(NativeTrace.ring());
        NativeTrace.plantPanic(place);
        NativeTrace.dispatch(() -> sleep(510));
        String line = next("log");
        check(line.contains("off for good") && line.contains("planted by a test"), line);
        // The app goes on.
        for (int n = 0; n < 1000; n++) {
            NativeTrace.dispatch(() -> {
                NativeTrace.i(1);
                NativeTrace.o(1);
            });
        }
        NativeTrace.TOLD.removeIf(told -> !told.startsWith("log "));
        NativeTrace.dispatch(() -> sleep(510));
        Thread.sleep(200);
        check(NativeTrace.TOLD.isEmpty(), "silence, not " + NativeTrace.TOLD);
        NativeTrace.stop();
        for (int n = 0; n < 200 && ring.get() != null; n++) {
            System.gc();
            Thread.sleep(20);
        }
        check(ring.get() == null, "released");
        check(!NativeTrace.start(SETUP, RING), "off for good");
    }

    /** The java launcher runs main on its second thread, where SIGQUIT cannot be watched. */
    private static void signals() throws Exception {
        check(NativeTrace.start(SETUP, RING), "a ring");
        check(!NativeTrace.watchSignals(), "refused");
        check(next("log").contains("main thread"), "why");
        NativeTrace.stop();
    }

    private static void cost() throws Exception {
        check(NativeTrace.start("{}", RING), "a ring");
        for (int round = 0; round < 5; round++) {
            measure("moment of no kind", 2_000_000, () -> NativeTrace.moment(1, 1, 99));
            measure("dispatchBegin + dispatchEnd", 1_000_000, () -> {
                long now = System.nanoTime();
                NativeTrace.dispatchBegin(now, 1, 1);
                NativeTrace.dispatchEnd(now, 1);
            });
            measure("event, refresh rate", 200_000,
                    () -> NativeTrace.event(1, "{\"at\":1,\"event\":\"refreshRate\",\"hertz\":90.0}"));
            measure("frame", 1_000_000, () -> NativeTrace.frame(
                    1, true, false, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, 16_000_000));
            measure("nanoTime", 2_000_000, System::nanoTime);
            measure("record pair", 5_000_000, () -> {
                NativeTrace.i(1);
                NativeTrace.o(1);
            });
        }
        NativeTrace.stop();
    }

    private static void measure(String what, int times, Runnable body) {
        long begin = System.nanoTime();
        for (int n = 0; n < times; n++) {
            body.run();
        }
        System.out.printf("%s: %.1f ns%n", what, (System.nanoTime() - begin) / (double) times);
    }

    /** Prints so many things told. */
    private static void show(String kind, int count) throws InterruptedException {
        for (int n = 0; n < count; n++) {
            System.out.println(next(kind));
        }
    }

    private static String next(String kind) throws InterruptedException {
        while (true) {
            String told = NativeTrace.TOLD.poll(20, TimeUnit.SECONDS);
            check(told != null, "waited in vain for " + kind);
            if (told.startsWith(kind + " ")) {
                return told;
            }
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void check(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }
}
