package hotpath;

import com.tencent.matrix.trace.core.Recorded;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds for a thousand pairs of enter and exit, inside of a dispatch. Samples, for their median to hold on a
 * machine that does something else besides.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class HotPath {
    /** Whether the thread that calls is the recorded one. */
    @Param({"main", "other"})
    public String thread;

    private Thread watchdog;
    private volatile boolean stop;

    @Setup(Level.Trial)
    public void start() throws InterruptedException {
        if (isMain()) {
            begin();
        } else {
            Thread main = new Thread(HotPath::begin);
            main.start();
            main.join();
        }
        watchdog = new Thread(this::watch);
        watchdog.start();
    }

    private static void begin() {
        // Each takes the thread that initialises it for the one to record.
        MatrixBeat.renew();
        ExactBeat.i(1);
        Recorded.begin();
    }

    private void watch() {
        while (!stop) {
            MatrixBeat.renew();
            try {
                Thread.sleep(5);
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    @TearDown(Level.Trial)
    public void end() throws InterruptedException {
        stop = true;
        watchdog.join();
        Recorded.end();
    }

    @Benchmark
    public int empty() {
        return Pairs.empty();
    }

    @Benchmark
    public int ours() {
        return Pairs.ours();
    }

    @Benchmark
    public int matrix() {
        return Pairs.matrix();
    }

    @Benchmark
    public int exact() {
        return Pairs.exact();
    }

    private boolean isMain() {
        return "main".equals(thread);
    }
}
