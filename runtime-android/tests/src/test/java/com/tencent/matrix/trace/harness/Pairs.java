package com.tencent.matrix.trace.harness;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;

/** Measures what tracing costs: processes in pairs, one with the instrumented sample, one without any tracing. */
public final class Pairs {
    private Pairs() {}

    /**
     * Calls a method in as many pairs of processes, in turns, and prints what each figure is in both, and by how much.
     *
     * @param of has a static {@code long[] method()}; the figures are nanoseconds
     * @param figures their names
     */
    public static void measure(Class<?> of, String method, int pairs, String... figures) throws Exception {
        long[][] plain = new long[pairs][];
        long[][] traced = new long[pairs][];
        call(true, of, method); // for all that the virtual machine does but once
        for (int pair = 0; pair < pairs; pair++) {
            boolean first = pair % 2 == 0;
            (first ? plain : traced)[pair] = call(!first, of, method);
            (first ? traced : plain)[pair] = call(first, of, method);
        }
        for (int figure = 0; figure < figures.length; figure++) {
            double[] added = new double[pairs];
            double[] without = new double[pairs];
            for (int pair = 0; pair < pairs; pair++) {
                without[pair] = plain[pair][figure] / 1e6;
                added[pair] = (traced[pair][figure] - plain[pair][figure]) / 1e6;
            }
            Arrays.sort(without);
            Arrays.sort(added);
            System.out.printf(Locale.ROOT,
                    "%s: %d pairs, untraced %.2f ms, traced %+.2f ms (quartiles %+.2f to %+.2f), %+.2f %%%n",
                    figures[figure], pairs, middle(without), middle(added), added[pairs / 4], added[pairs * 3 / 4],
                    100 * middle(added) / middle(without));
        }
    }

    /** Calls a static {@code long[] method()} in a process that nothing traces, so that no first time is left of what it does. */
    public static void warmUp(Class<?> of, String method) throws Exception {
        call(false, of, method);
    }

    private static double middle(double[] sorted) {
        return sorted[sorted.length / 2];
    }

    private static long[] call(boolean isTraced, Class<?> of, String method) throws Exception {
        ClassLoader framework = Pairs.class.getClassLoader().getParent();
        ClassLoader process = isTraced ? ProcessLoader.traced(framework, null) : ProcessLoader.untraced(framework);
        Method measured = process.loadClass(of.getName()).getDeclaredMethod(method);
        measured.setAccessible(true);
        try {
            return (long[]) measured.invoke(null);
        } finally {
            process.loadClass(App.class.getName()).getMethod("end").invoke(null);
        }
    }
}
