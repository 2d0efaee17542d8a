package proof;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Defines the classes of one jar first, then those of its class path, then the platform's.
 *
 * <p>Reads entries as a plain zip: signatures are not checked, and the caller says which release's
 * view of a multi-release jar it wants (0 for the base entries alone).
 */
final class JarLoader extends ClassLoader implements Closeable {
    private static final String VERSIONS = "META-INF/versions/";

    static {
        registerAsParallelCapable();
    }

    private record Source(ZipFile zip, ZipEntry entry) {}

    private final List<ZipFile> zips = new ArrayList<>();
    private final List<String> own = new ArrayList<>();
    private final Map<String, Source> classes = new HashMap<>();

    JarLoader(Path jar, List<Path> classPath, int release) throws IOException {
        super(ClassLoader.getPlatformClassLoader());
        add(jar, release).forEach((name, source) -> classes.put(name, source));
        zips.get(0).stream()
                .map(ZipEntry::getName)
                .filter(name -> name.endsWith(".class"))
                .distinct()
                .forEach(own::add);
        for (Path path : classPath) {
            add(path, release).forEach(classes::putIfAbsent);
        }
    }

    private Map<String, Source> add(Path jar, int release) throws IOException {
        ZipFile zip = new ZipFile(jar.toFile());
        zips.add(zip);
        Map<String, Source> found = new LinkedHashMap<>();
        zip.stream().filter(e -> e.getName().endsWith(".class")).forEach(entry -> {
            int version = releaseOf(entry.getName());
            Source known = found.get(classNameOf(entry.getName()));
            if (version <= release && (known == null || version >= releaseOf(known.entry.getName()))) {
                found.put(classNameOf(entry.getName()), new Source(zip, entry));
            }
        });
        return found;
    }

    /** Names of the jar's own class entries, in the order of its directory. */
    List<String> classEntries() {
        return own;
    }

    /** The entry that this view takes the class of {@code entry} from, or null. */
    String entryOf(String entry) {
        Source source = classes.get(classNameOf(entry));
        return source == null ? null : source.entry.getName();
    }

    /** N of {@code META-INF/versions/N/}, or 0. */
    static int releaseOf(String entry) {
        if (!entry.startsWith(VERSIONS)) {
            return 0;
        }
        int slash = entry.indexOf('/', VERSIONS.length());
        try {
            return Integer.parseInt(entry, VERSIONS.length(), slash, 10);
        } catch (RuntimeException notAVersion) {
            return Integer.MAX_VALUE;
        }
    }

    static String classNameOf(String entry) {
        int start = 0;
        if (entry.startsWith(VERSIONS)) {
            start = entry.indexOf('/', VERSIONS.length()) + 1;
        }
        return entry.substring(start, entry.length() - ".class".length()).replace('/', '.');
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            Source source = classes.get(name);
            if (source == null || name.startsWith("java.")) {
                return super.loadClass(name, resolve);
            }
            byte[] bytes = read(source);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static byte[] read(Source source) throws ClassNotFoundException {
        try (InputStream in = source.zip.getInputStream(source.entry)) {
            return in.readAllBytes();
        } catch (IOException error) {
            throw new ClassNotFoundException(source.entry.getName(), error);
        }
    }

    @Override
    public void close() throws IOException {
        for (ZipFile zip : zips) {
            zip.close();
        }
    }
}
