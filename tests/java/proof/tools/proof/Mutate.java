package proof;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Damages one method of an instrumented jar, to prove that {@link CompareAsm} and {@link LinkAll} see
 * it. Usage: {@code Mutate JAR OUT KIND} ({@code Mutate} alone lists the kinds; kind {@code none}
 * copies). Prints the entry of the damaged class. Exit code 1: nothing in the jar to damage that way.
 */
public final class Mutate {
    private Mutate() {}

    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            Damage.KINDS.keySet().forEach(System.out::println);
            return;
        }
        boolean done = args[2].equals("none");
        try (ZipFile in = new ZipFile(args[0]);
                OutputStream file = Files.newOutputStream(Path.of(args[1]));
                ZipOutputStream out = new ZipOutputStream(file)) {
            out.setLevel(1);
            for (ZipEntry entry : (Iterable<ZipEntry>) in.stream().map(e -> (ZipEntry) e)::iterator) {
                byte[] bytes = in.getInputStream(entry).readAllBytes();
                if (!done && entry.getName().endsWith(".class") && mutate(bytes, Damage.KINDS.get(args[2]))) {
                    System.out.println(entry.getName());
                    done = true;
                }
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(bytes);
            }
        }
        System.exit(done ? 0 : 1);
    }

    private static boolean mutate(byte[] bytes, Damage damage) {
        RawClass file = new RawClass(bytes);
        AsmClass asm = new AsmClass(bytes);
        for (int i = 0; i < file.methods.size(); i++) {
            RawClass.Code code = file.code(file.methods.get(i));
            if (code != null
                    && Damage.isCall(file, code, 0)
                    && damage.apply(file, code, asm.offsets.get(i))) {
                return true;
            }
        }
        return false;
    }
}
