import com.tencent.matrix.trace.Configuration;
import com.tencent.matrix.trace.MethodCollector;
import com.tencent.matrix.trace.MethodTracer;
import com.tencent.matrix.trace.item.TraceMethod;
import com.tencent.matrix.trace.retrace.MappingCollector;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs Matrix's published collector and tracer over one jar, in the order and with the 16 threads of its transform,
 * less what needs Gradle: {@code MatrixDriver IN.jar OUT.jar METHOD-MAPPING IGNORED-MAPPING [CLASS-PATH-JAR...]}.
 *
 * <p>Class checking is off, as it is by default in the plugin.
 */
public final class MatrixDriver {
    private static final int TRANSFORM_THREADS = 16;

    private MatrixDriver() {}

    public static void main(String[] arguments) throws Exception {
        File input = new File(arguments[0]);
        File output = new File(arguments[1]);
        ExecutorService executor = Executors.newFixedThreadPool(TRANSFORM_THREADS);
        try {
            transform(executor, arguments);
        } finally {
            executor.shutdown();
        }
        if (!output.exists() || new File(arguments[2]).length() == 0) {
            throw new IllegalStateException(input + ": Matrix wrote nothing");
        }
    }

    private static void transform(ExecutorService executor, String[] arguments) throws Exception {
        File input = new File(arguments[0]);
        Configuration configuration = new Configuration.Builder()
                .setMethodMapFilePath(new File(arguments[2]).getAbsolutePath())
                .setIgnoreMethodMapFilePath(new File(arguments[3]).getAbsolutePath())
                .setBaseMethodMap("")
                .setBlockListFile("")
                .setMappingPath("")
                .setSkipCheckClass(true)
                .build();
        MappingCollector mapping = new MappingCollector();
        configuration.parseBlockFile(mapping);

        ConcurrentHashMap<String, TraceMethod> methods = new ConcurrentHashMap<>();
        MethodCollector collector =
                new MethodCollector(executor, mapping, new AtomicInteger(0), configuration, methods);
        collector.collect(Collections.emptySet(), Collections.singleton(input));

        URL[] classPath = new URL[arguments.length - 3];
        classPath[0] = input.toURI().toURL();
        for (int i = 4; i < arguments.length; i++) {
            classPath[i - 3] = new File(arguments[i]).toURI().toURL();
        }
        try (URLClassLoader hierarchy = new URLClassLoader(classPath)) {
            MethodTracer tracer = new MethodTracer(
                    executor,
                    mapping,
                    configuration,
                    collector.getCollectedMethodMap(),
                    collector.getCollectedClassExtendMap());
            Map<File, File> jars = new HashMap<>();
            jars.put(input, new File(arguments[1]));
            tracer.trace(new HashMap<>(), jars, hierarchy, true);
        }
    }
}
