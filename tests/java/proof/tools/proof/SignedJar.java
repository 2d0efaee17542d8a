package proof;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Reads a jar with its signatures checked and links its classes as {@link URLClassLoader} does.
 *
 * <p>Usage: {@code SignedJar JAR}. Prints how many entries outside of {@code META-INF} are signed and how many classes linked; ends
 * with 1 if a signature does not hold.
 */
public final class SignedJar {
    private SignedJar() {}

    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        File file = new File(args[0]);
        int signed = 0;
        int linked = 0;
        try (JarFile jar = new JarFile(file, true);
                URLClassLoader loader = new URLClassLoader(new URL[] {file.toURI().toURL()})) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                try (InputStream in = jar.getInputStream(entry)) {
                    // Signers are known once the whole entry has been read.
                    in.readAllBytes();
                }
                boolean beside = entry.getName().startsWith("META-INF/");
                signed += beside || entry.getCodeSigners() == null ? 0 : 1;
                if (entry.getName().endsWith(".class")) {
                    Class.forName(JarLoader.classNameOf(entry.getName()), false, loader).getDeclaredFields();
                    linked++;
                }
            }
        } catch (SecurityException broken) {
            System.out.println(broken);
            System.exit(1);
        }
        System.out.println("signed=" + signed + " linked=" + linked);
    }
}
