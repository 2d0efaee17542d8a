package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import android.app.Application;
import android.os.StrictMode;
import android.view.View;
import android.view.ViewGroup;
import com.tencent.matrix.trace.BadFrame;
import com.tencent.matrix.trace.DropLevel;
import com.tencent.matrix.trace.DropListener;
import com.tencent.matrix.trace.FpsOverlay;
import com.tencent.matrix.trace.FrameListener;
import com.tencent.matrix.trace.FramePart;
import com.tencent.matrix.trace.FrameStats;
import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.TraceConfig;
import com.tencent.matrix.trace.TracePlugin;
import com.tencent.matrix.trace.TraceThresholds;
import com.tencent.matrix.trace.harness.App;
import com.tencent.matrix.trace.harness.MainThread;
import com.tencent.matrix.trace.harness.NativeLibrary;
import com.tencent.matrix.trace.harness.ProcessRunner;
import com.tencent.matrix.trace.harness.Report;
import com.tencent.matrix.trace.harness.ReportLog;
import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.android.controller.ActivityController;

/** What apps call, in an app that is not instrumented. */
@RunWith(ProcessRunner.class)
public final class PublicApiTest {
    private static final TraceThresholds STRICT = TraceThresholds.builder().evilMethodMs(100).build();

    private final ReportLog reports = new ReportLog();

    @Test
    public void whatIsSetBeforeInitHoldsAndComesBackWithStart() throws Exception {
        Trace.addListener(reports);
        Trace.scene("checkout");
        Trace.configure(STRICT);
        init();
        slow(150);
        assertEquals("checkout", reports.await("NORMAL", 1).get(0).scene());

        MainThread.run(Trace::stop);
        assertFalse(Trace.isStarted());
        slow(150);
        MainThread.run(Trace::start);
        assertTrue(Trace.isStarted());
        Trace.scene("list");
        slow(150);
        List<Report> normal = reports.await("NORMAL", 2);
        assertEquals("while it was stopped nothing was reported", 2, normal.size());
        assertEquals("list", normal.get(1).scene());

        MainThread.run(Trace::stop);
        MainThread.run(Trace::start);
        slow(150);
        assertEquals("list", reports.await("NORMAL", 3).get(2).scene());
    }

    @Test
    public void destroyForgetsAndInitBeginsAnew() throws Exception {
        Trace.addListener(reports);
        Trace.configure(STRICT);
        Application app = init();
        MainThread.run(Trace::destroy);
        assertFalse(Trace.isStarted());
        MainThread.run(Trace::start);
        assertFalse("not without init", Trace.isStarted());
        assertTrue(MainThread.call(() -> Trace.init(app)));
        assertFalse("not twice", MainThread.call(() -> Trace.init(app)));
        slow(150);
        slow(750);
        assertTrue("the default threshold", reports.await("NORMAL", 1).get(0).cost() >= 750);
    }

    @Test
    public void reportsAreInTheFolderOfTheProcess() throws Exception {
        Trace.addListener(reports);
        Trace.configure(STRICT);
        assertNull(Trace.reportsFolder());
        Application app = init();
        slow(150);
        Report report = reports.await("NORMAL");
        File folder = Trace.reportsFolder();
        File root = new File(app.getFilesDir(), "trace-reports");
        assertEquals(ReportStore.folderOf(root, report.json().getString("process")), folder);
        List<String> lines = new ArrayList<>();
        for (File file : folder.listFiles()) {
            lines.addAll(Files.readAllLines(file.toPath()));
        }
        lines.removeIf(line -> !line.contains("\"NORMAL\""));
        assertEquals(lines.toString(), 1, lines.size());
        assertEquals(report.json().toString(), new JSONObject(lines.get(0)).toString());
    }

    @Test
    public void strictModeIsAsItWas() throws Exception {
        Application app = App.start(Application.class);
        MainThread.run(() -> {
            StrictMode.ThreadPolicy strict = new StrictMode.ThreadPolicy.Builder().detectDiskReads().penaltyLog().build();
            StrictMode.setThreadPolicy(strict);
            assertTrue(Trace.init(app));
            assertEquals(strict.toString(), StrictMode.getThreadPolicy().toString());
        });
    }

    @Test
    public void eachIssueOnce() throws Exception {
        Trace.addListener(reports);
        init(TraceConfig.builder().eachIssueOnce(true).thresholds(STRICT));
        for (String scene : new String[] {"a", "a", "b", "a", "c"}) {
            Trace.scene(scene);
            slow(150);
        }
        List<String> scenes = new ArrayList<>();
        for (Report report : reports.await("NORMAL", 3)) {
            scenes.add(report.scene());
        }
        assertEquals(Arrays.asList("a", "b", "c"), scenes);
    }

    @Test
    public void kindsThatAreSwitchedOffAreNotReported() throws Exception {
        Trace.addListener(reports);
        TraceThresholds strict = TraceThresholds.builder().evilMethodMs(100).lagMs(100).build();
        init(TraceConfig.builder().evilMethods(false).thresholds(strict));
        slow(300);
        slow(300);
        reports.await("LAG", 2);
        assertEquals(Collections.emptyList(), reports.of("NORMAL"));
    }

    @Test
    public void listenersOfFrames() throws Exception {
        Frames all = new Frames();
        Frames other = new Frames();
        Drops drops = new Drops();
        Trace.addFrameListener(all, null, 500, 0); // before init
        Trace.addDropListener(drops, 20);
        init();
        Trace.addFrameListener(other, "other", 500, 0);
        App.launch(Activity.class);
        frames(30, 50);
        FrameStats stats = all.next();
        assertEquals(Activity.class.getName(), stats.scene());
        // Before API 24 the Activity's own frames are heard as well.
        assertTrue(stats.toString(), stats.frames() >= 10 && stats.fps() >= 19.9 && stats.fps() < 60);
        assertEquals(50_000_000, stats.maxNanos(FramePart.TOTAL));
        assertEquals(DropLevel.BEST, stats.worst());

        Trace.scene("other");
        frames(10, 50);
        assertEquals("other", other.next().scene());
        frames(1, 500);
        BadFrame bad = drops.next();
        assertEquals("other", bad.scene());
        assertEquals(29, bad.dropped());
        assertEquals(500_000_000, bad.nanos(FramePart.TOTAL));
        assertEquals(60, bad.refreshRate(), 0.5);

        Trace.removeFrameListener(all);
        Trace.removeDropListener(drops);
        all.drain();
        other.drain();
        frames(20, 500);
        assertEquals("other", other.next().scene());
        assertNull(all.told.poll());
        assertNull(drops.told.poll());
    }

    @Test
    public void listenersOfFramesThatAskForNonsenseAreRefusedAndOneThatThrowsHarmsNoOther() throws Exception {
        Frames frames = new Frames();
        Trace.addFrameListener(frames, null, 0, 0);
        Trace.addFrameListener(null, null, 500, 0);
        Trace.addDropListener(null, 5);
        Drops drops = new Drops();
        Trace.addDropListener(drops, 0);
        init();
        App.launch(Activity.class);
        Trace.addFrameListener(stats -> {
            throw new IllegalStateException("thrown by a test");
        }, null, 500, 0);
        List<Frames> many = new ArrayList<>();
        for (int n = 0; n < 20; n++) {
            Frames one = new Frames();
            many.add(one);
            Trace.addFrameListener(one, null, 500, 0);
            Trace.addFrameListener(one, null, 500, 0); // the same again
        }
        frames(12, 50);
        for (Frames one : many.subList(0, 15)) {
            one.next();
            assertNull(one.told.poll());
        }
        for (Frames one : many.subList(15, 20)) {
            assertNull("more than 16 are not heard", one.told.poll());
        }
        assertNull(frames.told.poll());
        assertNull(drops.told.poll());
    }

    @Test
    public void pluginsGoWithTheTracing() throws Exception {
        Plugin early = new Plugin();
        Trace.addPlugin(early);
        Trace.addPlugin(new Plugin() {
            @Override
            public void onStart() {
                throw new IllegalStateException("thrown by a test");
            }
        });
        init();
        Plugin late = new Plugin();
        Trace.addPlugin(late);
        Trace.addPlugin(late);
        ActivityController<Activity> first = App.launch(Activity.class);
        MainThread.run(first::recreate);
        ActivityController<Activity> second = App.launch(Activity.class);
        App.close(first);
        App.close(second);
        MainThread.run(Trace::stop);
        MainThread.run(Trace::start);
        MainThread.run(Trace::destroy);
        List<String> told = Arrays.asList("init", "start", "foreground true", "foreground false", "stop", "start", "stop",
                "destroy");
        assertEquals(told, early.told);
        assertEquals(told, late.told);
    }

    @Test
    public void overlayShowsFramesWhileItIsThere() throws Exception {
        init();
        ActivityController<Activity> activity = App.launch(Activity.class);
        FpsOverlay overlay = MainThread.call(() -> FpsOverlay.show(activity.get()));
        View view = overlayOf(activity.get());
        assertNotNull(view);
        // Frames of the overlay's own may be measured, too.
        for (int tries = 0; tries < 1000 && MainThread.call(view::getContentDescription) == null; tries++) {
            frames(12, 50);
            Thread.sleep(5);
        }
        String text = MainThread.call(view::getContentDescription).toString();
        assertTrue(text, text.matches("\\d+ fps  \\d+ dropped"));

        MainThread.run(overlay::hide);
        MainThread.run(overlay::hide); // nothing to do
        assertNull(overlayOf(activity.get()));
        allPlacesOfListenersAreFree();
    }

    @Test
    public void overlayGoesWithItsActivity() throws Exception {
        init();
        ActivityController<Activity> activity = App.launch(Activity.class);
        MainThread.run(() -> FpsOverlay.show(activity.get()));
        App.close(activity);
        // As ActivityThread does then.
        MainThread.run(() -> {
            View window = activity.get().getWindow().getDecorView();
            if (window.isAttachedToWindow()) {
                activity.get().getWindowManager().removeViewImmediate(window);
            }
        });
        App.launch(Activity.class);
        allPlacesOfListenersAreFree();
    }

    private static void allPlacesOfListenersAreFree() throws Exception {
        List<Frames> many = new ArrayList<>();
        for (int n = 0; n < FrameListeners.MOST; n++) {
            many.add(new Frames());
            Trace.addFrameListener(many.get(n), null, 500, 0);
        }
        frames(12, 50);
        many.get(FrameListeners.MOST - 1).next();
    }

    @Test
    public void nothingThrowsWhateverIsGiven() throws Exception {
        everythingWithNothing();
        init();
        everythingWithNothing();
    }

    @Test
    @NativeLibrary(NativeLibrary.State.MISSING)
    public void nothingThrowsWithoutTheNativeLibrary() throws Exception {
        Application app = App.start(Application.class);
        assertFalse(MainThread.call(() -> Trace.init(app)));
        everythingWithNothing();
        assertFalse(Trace.isStarted());
        Trace.scene("s");
        Trace.addFrameListener(new Frames(), null, 500, 0);
        MainThread.run(() -> {
            Trace.start();
            Trace.stop();
            Trace.destroy();
        });
    }

    private static void everythingWithNothing() throws Exception {
        MainThread.run(() -> {
            assertFalse(Trace.init(null));
            assertFalse(Trace.init(null, null));
            FpsOverlay.show(null).hide();
        });
        // On this thread some are refused.
        assertFalse(Trace.init(null));
        boolean started = Trace.isStarted();
        Trace.start();
        Trace.stop();
        Trace.destroy();
        assertEquals(started, Trace.isStarted());
        Trace.scene(null);
        Trace.configure(null);
        Trace.addListener(null);
        Trace.removeListener(null);
        Trace.addFrameListener(null, null, 1, 1);
        Trace.removeFrameListener(null);
        Trace.addDropListener(null, 1);
        Trace.removeDropListener(null);
        Trace.addPlugin(null);
        Trace.reportsFolder();
    }

    private static Application init() throws Exception {
        return init(TraceConfig.builder());
    }

    private static Application init(TraceConfig.Builder config) throws Exception {
        Application app = App.start(Application.class);
        assertTrue(MainThread.call(() -> Trace.init(app, config.ringCapacity(1 << 16).build())));
        assertTrue(Trace.isStarted());
        return app;
    }

    private static void slow(long millis) throws Exception {
        MainThread.run(() -> Thread.sleep(millis));
    }

    /** Frames of so many milliseconds, as the platform tells them. */
    private static void frames(int count, long millis) {
        for (int n = 0; n < count; n++) {
            long now = System.nanoTime();
            NativeTrace.frame(now, true, false, now, now, 0, 0, 0, 0, 0, 0, 0, 0, 0, millis * 1_000_000);
        }
    }

    private static View overlayOf(Activity activity) {
        ViewGroup window = (ViewGroup) activity.getWindow().getDecorView();
        for (int at = 0; at < window.getChildCount(); at++) {
            if (window.getChildAt(at).getClass().getSimpleName().equals("FpsView")) {
                return window.getChildAt(at);
            }
        }
        return null;
    }

    private static class Told<T> {
        final BlockingQueue<T> told = new LinkedBlockingQueue<>();

        T next() throws InterruptedException {
            T next = told.poll(60, TimeUnit.SECONDS);
            assertNotNull("nothing is told", next);
            return next;
        }

        void drain() throws InterruptedException {
            while (told.poll(200, TimeUnit.MILLISECONDS) != null) {}
        }
    }

    private static final class Frames extends Told<FrameStats> implements FrameListener {
        @Override
        public void onFrames(FrameStats stats) {
            told.add(stats);
        }
    }

    private static final class Drops extends Told<BadFrame> implements DropListener {
        @Override
        public void onDrop(BadFrame frame) {
            told.add(frame);
        }
    }

    private static class Plugin implements TracePlugin {
        final List<String> told = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void onInit(Application app) {
            assertNotNull(app);
            told.add("init");
        }

        @Override
        public void onStart() {
            told.add("start");
        }

        @Override
        public void onStop() {
            told.add("stop");
        }

        @Override
        public void onDestroy() {
            told.add("destroy");
        }

        @Override
        public void onForeground(boolean foreground) {
            told.add("foreground " + foreground);
        }
    }
}
