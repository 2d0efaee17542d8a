package proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Compares an instrumented jar with its original: without the inserted calls, each class must be what
 * it was, and each method of the mapping must have its calls where they belong.
 *
 * <p>Usage: {@code CompareAsm ORIGINAL INSTRUMENTED MAPPING [--ignored FILE] [--may-skip PREFIX]
 * [--owner CLASS] [--exits normal|throw|unwind] [--constructor-entry start|after-super]}. Prints a
 * line of counts and one line for each difference. Exit code: 0 no difference, 1 some, 2 wrong usage.
 */
public final class CompareAsm {
    private CompareAsm() {}

    public static void main(String[] args) throws IOException {
        if (args.length < 3 || args.length % 2 == 0) {
            System.err.println("usage: CompareAsm ORIGINAL INSTRUMENTED MAPPING [--option VALUE]...");
            System.exit(2);
        }
        Map<String, List<String>> options = new HashMap<>();
        for (int i = 3; i < args.length; i += 2) {
            options.computeIfAbsent(args[i].substring(2), name -> new ArrayList<>()).add(args[i + 1]);
        }
        Set<String> leftOut = new HashSet<>();
        for (String file : options.getOrDefault("ignored", List.of())) {
            leftOut.addAll(ignored(Path.of(file)));
        }
        Report report = new Report(leftOut, options.getOrDefault("may-skip", List.of()));
        compare(Path.of(args[0]), Path.of(args[1]), Rules.from(options), new MappingFile(Path.of(args[2])), report);
        System.out.println(report.summary());
        report.differences.forEach(System.out::println);
        System.exit(report.differences.isEmpty() ? 0 : 1);
    }

    private static void compare(Path original, Path instrumented, Rules rules, MappingFile mapping, Report report)
            throws IOException {
        try (ZipFile before = new ZipFile(original.toFile());
                ZipFile after = new ZipFile(instrumented.toFile())) {
            before.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class") && JarLoader.releaseOf(name) > 0)
                    .forEach(name -> report.versioned(JarLoader.classNameOf(name).replace('.', '/')));
            Iterator<? extends ZipEntry> now = after.stream().iterator();
            for (ZipEntry old : (Iterable<ZipEntry>) before.stream().map(e -> (ZipEntry) e)::iterator) {
                if (!old.getName().endsWith(".class")) {
                    continue;
                }
                report.enter(old.getName());
                ZipEntry match = next(now);
                if (match == null || !match.getName().equals(old.getName())) {
                    report.differs("", new Difference("the next class of the output is " + match));
                    return;
                }
                byte[] oldBytes = before.getInputStream(old).readAllBytes();
                byte[] newBytes = after.getInputStream(match).readAllBytes();
                if (!java.util.Arrays.equals(oldBytes, newBytes) || !isOpaque(oldBytes)) {
                    compare(oldBytes, newBytes, rules, mapping, report);
                }
            }
            ZipEntry more = next(now);
            if (more != null) {
                report.differs("", new Difference("an added class: " + more));
            }
        }
    }

    private static void compare(
            byte[] before, byte[] after, Rules rules, MappingFile mapping, Report report) {
        try {
            new ClassCompare(before, after, rules, mapping, report).compare();
        } catch (RuntimeException error) {
            report.differs("", new Difference("cannot be read: " + error));
        }
    }

    /** Whether our readers do not know this class: damaged, too new, or in the layout before 45.3. */
    private static boolean isOpaque(byte[] bytes) {
        try {
            new AsmClass(bytes);
            int version = new RawClass(bytes).version();
            return version >> 16 < 45 || version < (45 << 16 | 3);
        } catch (RuntimeException unknown) {
            return true;
        }
    }

    private static ZipEntry next(Iterator<? extends ZipEntry> entries) {
        while (entries.hasNext()) {
            ZipEntry entry = entries.next();
            if (entry.getName().endsWith(".class")) {
                return entry;
            }
        }
        return null;
    }

    private static Set<String> ignored(Path file) throws IOException {
        Set<String> keys = new HashSet<>();
        for (String line : Files.readAllLines(file)) {
            String[] names = line.split(" ");
            if (names.length == 3) {
                keys.add(
                        MappingFile.key(
                                MappingFile.unescape(names[0]),
                                MappingFile.unescape(names[1]),
                                MappingFile.unescape(names[2])));
            }
        }
        return keys;
    }
}
