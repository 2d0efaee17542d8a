package com.tencent.matrix.trace;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.Test;
import org.w3c.dom.Element;

/** The AAR as the Android build opens it. */
public class AarIT {
    private static final File AAR = new File(System.getProperty("trace.aar"));
    private static final File JNI = new File(System.getProperty("trace.jni"));

    @Test
    public void hasWhatAnAndroidBuildLooksFor() throws Exception {
        Set<String> expected = new TreeSet<>();
        Collections.addAll(expected, "AndroidManifest.xml", "R.txt", "classes.jar", "proguard.txt");
        for (String abi : new String[] {"arm64-v8a", "armeabi-v7a", "x86", "x86_64"}) {
            if (new File(JNI, abi + "/libtrace_runtime.so").exists()) {
                expected.add("jni/" + abi + "/libtrace_runtime.so");
            }
        }
        Set<String> entries = new TreeSet<>();
        try (ZipFile aar = new ZipFile(AAR)) {
            for (ZipEntry entry : Collections.list(aar.entries())) {
                if (!entry.isDirectory()) {
                    entries.add(entry.getName());
                }
            }
        }
        assertEquals(expected, entries);
    }

    @Test
    public void nativeLibrariesAreThoseThatWereBuilt() throws Exception {
        try (ZipFile aar = new ZipFile(AAR)) {
            for (ZipEntry entry : Collections.list(aar.entries())) {
                if (entry.getName().endsWith(".so")) {
                    File built = new File(JNI, entry.getName().substring("jni/".length()));
                    assertEquals(entry.getName(), built.length(), entry.getSize());
                    assertTrue(Arrays.equals(Files.readAllBytes(built.toPath()), read(aar, entry.getName())));
                }
            }
        }
    }

    @Test
    public void manifestNamesThePackageAndTheOldestAndroid() throws Exception {
        Element manifest = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(entry("AndroidManifest.xml"))).getDocumentElement();
        assertEquals("manifest", manifest.getTagName());
        assertEquals("com.tencent.matrix.trace", manifest.getAttribute("package"));
        Element sdk = (Element) manifest.getElementsByTagName("uses-sdk").item(0);
        assertEquals("16", sdk.getAttribute("android:minSdkVersion"));
        assertEquals(0, manifest.getElementsByTagName("uses-permission").getLength());
    }

    @Test
    public void classesAreTheLibrarysOnlyAndOldEnoughForAnyDexer() throws Exception {
        int classes = 0;
        try (ZipInputStream jar = new ZipInputStream(new ByteArrayInputStream(entry("classes.jar")))) {
            for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
                if (entry.getName().endsWith(".class")) {
                    classes++;
                    assertTrue(entry.getName(), entry.getName().startsWith("com/tencent/matrix/trace/"));
                    byte[] head = new byte[8];
                    new DataInputStream(jar).readFully(head);
                    assertEquals(entry.getName() + ": Java 8", 52, head[7]);
                }
            }
        }
        assertTrue(classes > 10);
    }

    private static byte[] entry(String name) throws IOException {
        try (ZipFile aar = new ZipFile(AAR)) {
            return read(aar, name);
        }
    }

    private static byte[] read(ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        assertNotNull(name, entry);
        byte[] content = new byte[(int) entry.getSize()];
        try (InputStream in = zip.getInputStream(entry)) {
            new DataInputStream(in).readFully(content);
        }
        return content;
    }
}
