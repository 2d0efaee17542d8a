package proof;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Links every class of a jar without initialising any, and writes the outcome of each.
 *
 * <p>Usage: {@code LinkAll OUT JAR [CLASSPATH-JAR...]}. A line of OUT is {@code entry TAB OK} or
 * {@code entry TAB ErrorClass}. Run it under {@code -Xverify:all}.
 *
 * <p>Loading a class does not verify it, linking does (JVMS 5.4.1). {@link Class#getDeclaredFields}
 * links before it answers, in HotSpot 17 and 25 alike, and runs no static initialiser; {@code
 * getDeclaredConstructors} would not do, because it never asks the VM about an interface.
 *
 * <p>Only the platform may define packages under {@code java/}: such entries are listed as SKIPPED.
 */
public final class LinkAll {
    private static final int RELEASE = Runtime.version().feature();

    private LinkAll() {}

    public static void main(String[] args) throws Exception {
        Path out = Path.of(args[0]);
        Path jar = Path.of(args[1]);
        List<Path> classPath = new ArrayList<>();
        for (int i = 2; i < args.length; i++) {
            classPath.add(Path.of(args[i]));
        }
        try (PrintWriter writer =
                new PrintWriter(Files.newBufferedWriter(out, StandardCharsets.UTF_8))) {
            linkJar(jar, classPath)
                    .forEach((entry, outcome) -> writer.println(printable(entry + "\t" + outcome)));
        }
    }

    private static ConcurrentSkipListMap<String, String> linkJar(Path jar, List<Path> classPath)
            throws Exception {
        ConcurrentSkipListMap<String, String> outcomes = new ConcurrentSkipListMap<>();
        ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        List<Future<?>> pending = new ArrayList<>();
        try (JarLoader base = new JarLoader(jar, classPath, 0);
                JarLoader versioned = new JarLoader(jar, classPath, RELEASE)) {
            for (String entry : base.classEntries()) {
                int release = JarLoader.releaseOf(entry);
                JarLoader loader = release == 0 ? base : versioned;
                if (release > RELEASE || !entry.equals(loader.entryOf(entry))) {
                    outcomes.put(entry, "SKIPPED: not the version that this JVM would choose");
                    continue;
                }
                String name = JarLoader.classNameOf(entry);
                if (name.startsWith("java.")) {
                    outcomes.put(entry, "SKIPPED: only the platform may define java.*");
                    continue;
                }
                if (name.equals("module-info")) {
                    outcomes.put(entry, "SKIPPED: holds no code");
                    continue;
                }
                pending.add(workers.submit(() -> outcomes.put(entry, link(loader, name))));
            }
            for (Future<?> task : pending) {
                task.get();
            }
        } finally {
            workers.shutdown();
        }
        return outcomes;
    }

    private static String link(ClassLoader loader, String name) {
        try {
            Class<?> loaded = Class.forName(name, false, loader);
            if (loaded.getClassLoader() != loader) {
                return "SKIPPED: defined by another loader";
            }
            loaded.getDeclaredFields();
            return "OK";
        } catch (Throwable error) {
            // Messages differ from run to run: they name loaders, and what was looked for first.
            return error.getClass().getName();
        }
    }

    private static String printable(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (char c : text.toCharArray()) {
            if (c == '\t' || c >= ' ' && !Character.isSurrogate(c)) {
                line.append(c);
            } else {
                line.append(String.format("\\u%04X", (int) c));
            }
        }
        return line.toString();
    }
}
