package hotpath;

import com.tencent.matrix.trace.core.AppMethodBeat;

/** A thousand pairs of enter and exit, with a step of work within. */
final class Pairs {
    static final int COUNT = 1_000;

    private Pairs() {}

    static int empty() {
        int sum = 0;
        for (int id = 1; id <= COUNT; id++) {
            sum = step(sum, id);
        }
        return sum;
    }

    static int ours() {
        int sum = 0;
        for (int id = 1; id <= COUNT; id++) {
            AppMethodBeat.i(id);
            sum = step(sum, id);
            AppMethodBeat.o(id);
        }
        return sum;
    }

    static int matrix() {
        int sum = 0;
        for (int id = 1; id <= COUNT; id++) {
            MatrixBeat.i(id);
            sum = step(sum, id);
            MatrixBeat.o(id);
        }
        return sum;
    }

    static int exact() {
        int sum = 0;
        for (int id = 1; id <= COUNT; id++) {
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
