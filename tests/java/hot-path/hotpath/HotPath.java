package hotpath;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds for one pair of enter and exit, inside of a dispatch, on the thread that is recorded. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HotPath {
    private static final int PAIRS = 1_000;

    private Thread watchdog;
    private volatile boolean stop;

    @Setup(Level.Trial)
    public void start() {
        // Each takes the thread that initialises it for the one to record.
        MatrixBeat.renew();
        ExactBeat.i(1);
        TickBeat.dispatch(true);
        watchdog = new Thread(this::watch);
        watchdog.start();
    }

    private void watch() {
        for (int millis = 0; !stop; millis++) {
            TickBeat.tick = millis & Integer.MAX_VALUE;
            if (millis % 5 == 0) {
                MatrixBeat.renew();
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    @TearDown(Level.Trial)
    public void end() throws InterruptedException {
        stop = true;
        watchdog.join();
        if (TickBeat.last() == 0) {
            throw new IllegalStateException("nothing was recorded");
        }
    }

    @Benchmark
    @OperationsPerInvocation(PAIRS)
    public int empty() {
        int sum = 0;
        for (int id = 1; id <= PAIRS; id++) {
            sum = step(sum, id);
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(PAIRS)
    public int tick() {
        int sum = 0;
        for (int id = 1; id <= PAIRS; id++) {
            TickBeat.i(id);
            sum = step(sum, id);
            TickBeat.o(id);
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(PAIRS)
    public int matrix() {
        int sum = 0;
        for (int id = 1; id <= PAIRS; id++) {
            MatrixBeat.i(id);
            sum = step(sum, id);
            MatrixBeat.o(id);
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(PAIRS)
    public int exact() {
        int sum = 0;
        for (int id = 1; id <= PAIRS; id++) {
            ExactBeat.i(id);
            sum = step(sum, id);
            ExactBeat.o(id);
        }
        return sum;
    }

    private static int step(int sum, int id) {
        return sum * 31 + id;
    }
}
