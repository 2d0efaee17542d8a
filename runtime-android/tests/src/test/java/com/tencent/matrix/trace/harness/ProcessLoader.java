package com.tencent.matrix.trace.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;

/**
 * What a process has of its own: the classes of app, runtime and tests, and a native library. Its parent has the
 * framework.
 */
final class ProcessLoader extends ClassLoader {
    private static final String[] OWN = {"com.tencent.matrix.trace.", "com.example.sample."};

    private final NativeLibrary.State library;
    private final Path sample;

    private ProcessLoader(ClassLoader framework, NativeLibrary.State library, String sample) {
        super(framework);
        this.library = library;
        this.sample = Paths.get(System.getProperty(sample));
    }

    /** One with the instrumented sample; {@code library} is null if the library is as it should be. */
    static ProcessLoader traced(ClassLoader framework, NativeLibrary library) {
        NativeLibrary.State state = library == null ? NativeLibrary.State.GOOD : library.value();
        return new ProcessLoader(framework, state, "trace.sample.traced");
    }

    /** One with the sample as it was compiled, which nothing traces. */
    static ProcessLoader untraced(ClassLoader framework) {
        return new ProcessLoader(framework, NativeLibrary.State.MISSING, "trace.sample.plain");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = isOwn(name) ? define(name) : super.loadClass(name, false);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private static boolean isOwn(String name) {
        for (String prefix : OWN) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        Path ofSample = sample.resolve(file);
        try (InputStream in = Files.exists(ofSample)
                ? Files.newInputStream(ofSample)
                : getParent().getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException error) {
            throw new ClassNotFoundException(name, error);
        }
    }

    /** Where {@code System.loadLibrary} looks first. A file belongs to one loader, so each gets a copy. */
    @Override
    protected String findLibrary(String name) {
        if (!name.equals("trace_runtime") || library == NativeLibrary.State.MISSING) {
            return null;
        }
        try {
            Path copy = Files.createTempFile("trace-runtime-", ".so");
            copy.toFile().deleteOnExit();
            if (library == NativeLibrary.State.BROKEN) {
                Files.write(copy, new byte[] {0x7f, 'E', 'L', 'F', 0, 0, 0, 0});
            } else {
                Path built = Paths.get(System.getProperty("trace.library"));
                Files.copy(built, copy, StandardCopyOption.REPLACE_EXISTING);
            }
            return copy.toString();
        } catch (IOException error) {
            throw new AssertionError("the library cannot be copied: build it first, see the README", error);
        }
    }
}
