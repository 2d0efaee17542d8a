package proof;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Links every class of a module of the running JDK, without initialising any, and writes the outcomes
 * as {@link LinkAll} does. Usage: {@code LinkModule OUT JAR}; the jar only gives the names.
 *
 * <p>Prints how many enters the beat in {@code java.base} counted, if there is one.
 */
public final class LinkModule {
    private LinkModule() {}

    public static void main(String[] args) throws IOException {
        try (ZipFile names = new ZipFile(args[1]);
                PrintWriter out =
                        new PrintWriter(Files.newBufferedWriter(Path.of(args[0]), StandardCharsets.UTF_8))) {
            List<String> entries = names.stream().map(ZipEntry::getName).filter(n -> n.endsWith(".class")).toList();
            for (String entry : entries) {
                if (!entry.equals("module-info.class")) {
                    out.println(entry + "\t" + link(JarLoader.classNameOf(entry)));
                }
            }
        }
        System.out.println(enters());
    }

    private static String link(String name) {
        try {
            // Null is the boot loader.
            Class.forName(name, false, null).getDeclaredFields();
            return "OK";
        } catch (ReflectiveOperationException | LinkageError error) {
            return error.getClass().getName();
        }
    }

    private static String enters() {
        try {
            Class<?> beat = Class.forName("com.tencent.matrix.trace.core.AppMethodBeat", true, null);
            return String.valueOf(beat.getMethod("enters").invoke(null));
        } catch (ReflectiveOperationException none) {
            return "not instrumented";
        }
    }
}
