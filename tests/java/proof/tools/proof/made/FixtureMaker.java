package proof.made;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a jar of classes that no javac makes. Usage: {@code FixtureMaker OUT.jar}.
 *
 * <p>Each class has a {@code public static String run()} that tells what its methods did, so that the
 * instrumented class can be held against the original. {@code fixtures/README.md} says what each yields.
 */
public final class FixtureMaker {
    private FixtureMaker() {}

    public static void main(String[] args) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        Jumps.addTo(classes);
        Exits.addTo(classes);
        Constructors.addTo(classes);
        Extremes.addTo(classes);
        OldAndOdd.addTo(classes);
        try (OutputStream file = Files.newOutputStream(Path.of(args[0]));
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (Map.Entry<String, byte[]> made : classes.entrySet()) {
                out.putNextEntry(new ZipEntry(made.getKey() + ".class"));
                out.write(made.getValue());
            }
        }
    }
}
