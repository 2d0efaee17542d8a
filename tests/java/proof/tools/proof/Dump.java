package proof;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.TraceClassVisitor;

/**
 * Writes the classes of jars as text: instructions, frames as they are encoded, and all tables.
 *
 * <p>Usage: {@code Dump FOLDER JAR...}; {@code x.jar} becomes {@code FOLDER/x.txt}. The method {@code
 * run()} is left out: it only drives a fixture.
 */
public final class Dump {
    private Dump() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        for (int i = 1; i < args.length; i++) {
            Path jar = Path.of(args[i]);
            String name = jar.getFileName().toString().replace(".jar", ".txt");
            Files.writeString(folder.resolve(name), text(jar), StandardCharsets.UTF_8);
        }
    }

    private static String text(Path jar) throws IOException {
        StringWriter text = new StringWriter();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (Iterator<? extends ZipEntry> entries = zip.entries().asIterator(); entries.hasNext(); ) {
                byte[] bytes = zip.getInputStream(entries.next()).readAllBytes();
                ClassVisitor printer = new TraceClassVisitor(new PrintWriter(text));
                new ClassReader(bytes).accept(new WithoutRun(printer), 0);
            }
        }
        // One kind of line end on every system, and none with blanks before it.
        return text.toString().lines().map(String::stripTrailing).reduce("", (all, line) -> all + line + '\n');
    }

    private static final class WithoutRun extends ClassVisitor {
        WithoutRun(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String type, String signature, String[] thrown) {
            return name.equals("run") ? null : super.visitMethod(access, name, type, signature, thrown);
        }
    }
}
