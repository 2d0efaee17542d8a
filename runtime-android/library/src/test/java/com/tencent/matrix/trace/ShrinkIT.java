package com.tencent.matrix.trace;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import com.example.shrunk.App;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** R8, as a release build runs it, with no rules for the library but those of the AAR. */
public class ShrinkIT {
    private static final String CORE = "com.tencent.matrix.trace.core.";

    @Rule public final TemporaryFolder temporary = new TemporaryFolder();

    private final File r8 = new File(System.getProperty("trace.r8"));
    private File classes;

    @Before
    public void takeTheAarApart() throws Exception {
        assumeTrue("R8 did not resolve, see target/r8.log", r8.exists());
        File aar = new File(System.getProperty("trace.aar"));
        classes = extract(aar, "classes.jar");
        extract(aar, "proguard.txt");
    }

    @Test
    public void whatIsFoundByNameKeepsItAndTheRestDoesNot() throws Exception {
        File shrunk = shrink();
        try (URLClassLoader before = loader(classes); URLClassLoader after = loader(shrunk)) {
            Set<String> natives = byName(before.loadClass(CORE + "NativeTrace"));
            assertTrue(natives.toString(), natives.size() > 5);
            assertTrue(natives + " are there", byName(after.loadClass(CORE + "NativeTrace")).containsAll(natives));

            Class<?> beat = after.loadClass(CORE + "AppMethodBeat");
            assertPublic(beat, "i", int.class);
            assertPublic(beat, "o", int.class);
            assertPublic(beat, "at", loaded(after, "android.app.Activity"), boolean.class);
            assertField(beat, "written", long.class);
            assertField(beat, "tick", int.class);

            List<String> left = new ArrayList<>();
            List<String> all = new ArrayList<>();
            names(classes, all);
            names(shrunk, left);
            all.retainAll(left);
            // Only what the rules name, for all else is renamed or gone.
            assertEquals(Arrays.asList("AppMethodBeat", "NativeTrace"), simple(all));
        }
        assertTrue("the app still calls it", uses(shrunk, "com/example/shrunk/App.class", "AppMethodBeat"));
        assertTrue(shrunk.length() + " of " + classes.length(), shrunk.length() < classes.length());
    }

    @Test
    public void becomesDexForTheOldestAndroidWithoutShrinkingToo() throws Exception {
        File dex = new File(temporary.getRoot(), "dex.jar");
        run("com.android.tools.r8.D8", "--release", "--min-api", "16", "--output", dex.getPath(), classes.getPath());
        try (ZipFile zip = new ZipFile(dex)) {
            ZipEntry entry = zip.getEntry("classes.dex");
            assertTrue(entry != null && entry.getSize() > 1000);
        }
    }

    private File shrink() throws Exception {
        File out = new File(temporary.getRoot(), "out.jar");
        File rules = new File(temporary.getRoot(), "app.pro");
        String app = "-keep public class com.example.shrunk.** { public *; }\n";
        Files.write(rules.toPath(), app.getBytes(StandardCharsets.UTF_8));
        run("com.android.tools.r8.R8", "--release", "--classfile",
                "--lib", framework().getPath(), "--lib", System.getProperty("java.home"),
                "--pg-conf", new File(temporary.getRoot(), "proguard.txt").getPath(), "--pg-conf", rules.getPath(),
                "--output", out.getPath(), classes.getPath(), appJar().getPath());
        return out;
    }

    private void run(String program, String... options) throws Exception {
        List<String> command = new ArrayList<>(Arrays.asList(
                System.getProperty("java.home") + "/bin/java", "-Xmx1g", "-XX:TieredStopAtLevel=1",
                "-cp", r8.getPath(), program));
        Collections.addAll(command, options);
        File log = new File(temporary.getRoot(), "log");
        int exit = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start().waitFor();
        String said = new String(Files.readAllBytes(log.toPath()), StandardCharsets.UTF_8);
        assertEquals(said, 0, exit);
    }

    /** As an SDK's android.jar it has not the hidden class that the library names. */
    private File framework() throws Exception {
        File jar = new File(temporary.getRoot(), "framework.jar");
        try (ZipFile all = new ZipFile(file(android.app.Activity.class));
                ZipOutputStream out = new ZipOutputStream(new FileOutputStream(jar))) {
            out.setLevel(Deflater.NO_COMPRESSION);
            byte[] block = new byte[1 << 16];
            for (ZipEntry entry : Collections.list(all.entries())) {
                String name = entry.getName();
                if (!name.endsWith(".class") || name.equals("android/os/Looper$Observer.class")) {
                    continue;
                }
                out.putNextEntry(new ZipEntry(name));
                try (InputStream in = all.getInputStream(entry)) {
                    for (int read = in.read(block); read > 0; read = in.read(block)) {
                        out.write(block, 0, read);
                    }
                }
            }
        }
        return jar;
    }

    private File appJar() throws Exception {
        File jar = new File(temporary.getRoot(), "app.jar");
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(jar))) {
            for (Class<?> type : new Class<?>[] {App.class, App.Main.class}) {
                String name = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new ZipEntry(name));
                Files.copy(new File(file(App.class), name).toPath(), out);
            }
        }
        return jar;
    }

    private File extract(File zip, String name) throws Exception {
        File to = new File(temporary.getRoot(), name);
        try (ZipFile open = new ZipFile(zip); InputStream in = open.getInputStream(open.getEntry(name))) {
            Files.copy(in, to.toPath());
        }
        return to;
    }

    /** Where a class comes from. */
    private static File file(Class<?> type) throws Exception {
        return new File(new URI(type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    /** Sees the jar and the framework only. */
    private static URLClassLoader loader(File jar) throws Exception {
        URL[] path = {jar.toURI().toURL(), file(android.app.Activity.class).toURI().toURL()};
        return new URLClassLoader(path, ClassLoader.getSystemClassLoader().getParent());
    }

    private static Class<?> loaded(ClassLoader loader, String name) throws Exception {
        return Class.forName(name, false, loader);
    }

    /** Natives, and callbacks of the native library. */
    private static Set<String> byName(Class<?> type) {
        Set<String> found = new TreeSet<>();
        for (Method method : type.getDeclaredMethods()) {
            boolean callback = Modifier.isStatic(method.getModifiers()) && method.getName().startsWith("on");
            if (Modifier.isNative(method.getModifiers()) || callback) {
                found.add(method.getReturnType() + " " + method.getName() + Arrays.toString(method.getParameterTypes()));
            }
        }
        return found;
    }

    private static void assertPublic(Class<?> type, String name, Class<?>... parameters) throws Exception {
        assertStatic(type.getMethod(name, parameters));
    }

    private static void assertField(Class<?> type, String name, Class<?> of) throws Exception {
        Field field = type.getDeclaredField(name);
        assertStatic(field);
        assertEquals(of, field.getType());
    }

    private static void assertStatic(Member member) {
        assertTrue(member.toString(), Modifier.isStatic(member.getModifiers()));
    }

    private static void names(File jar, List<String> into) throws Exception {
        try (ZipFile zip = new ZipFile(jar)) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (entry.getName().endsWith(".class")) {
                    into.add(entry.getName());
                }
            }
        }
        Collections.sort(into);
    }

    private static List<String> simple(List<String> entries) {
        List<String> names = new ArrayList<>();
        for (String entry : entries) {
            names.add(entry.substring(entry.lastIndexOf('/') + 1, entry.length() - ".class".length()));
        }
        return names;
    }

    private static boolean uses(File jar, String entry, String name) throws Exception {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (ZipFile zip = new ZipFile(jar); InputStream in = zip.getInputStream(zip.getEntry(entry))) {
            byte[] block = new byte[4096];
            for (int read = in.read(block); read > 0; read = in.read(block)) {
                content.write(block, 0, read);
            }
        }
        return new String(content.toByteArray(), StandardCharsets.ISO_8859_1).contains(name);
    }
}
