package com.tencent.matrix.trace;

import static org.junit.Assert.assertEquals;

import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collection;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.Test;

/**
 * Compares what apps can use with {@code api.txt}: run in the library and in its no-op twin, it says that both have the same.
 *
 * <p>{@code TRACE_BLESS=1 mvn -pl library test -Dtest=ApiTest} writes the file anew.
 */
public class ApiTest {
    private static final File CLASSES = new File(System.getProperty("basedir", "."), "target/classes");
    private static final File EXPECTED = new File(System.getProperty("basedir", "."), "../library/api.txt");

    @Test
    public void publicApiIsTheOneOnFile() throws Exception {
        StringBuilder api = new StringBuilder();
        for (Class<?> type : publicClasses()) {
            api.append(type.toGenericString()).append(heritage(type)).append('\n');
            for (String member : members(type)) {
                api.append("    ").append(member).append('\n');
            }
        }
        if (System.getenv("TRACE_BLESS") != null) {
            Files.write(EXPECTED.toPath(), api.toString().getBytes(StandardCharsets.UTF_8));
        }
        String expected = new String(Files.readAllBytes(EXPECTED.toPath()), StandardCharsets.UTF_8);
        assertEquals(expected, api.toString());
    }

    /** By name; nested ones too. */
    private static Collection<Class<?>> publicClasses() throws Exception {
        TreeMap<String, Class<?>> found = new TreeMap<>();
        for (String file : new File(CLASSES, "com/tencent/matrix/trace").list()) {
            if (file.endsWith(".class")) {
                String name = "com.tencent.matrix.trace." + file.substring(0, file.length() - ".class".length());
                Class<?> type = Class.forName(name, false, ApiTest.class.getClassLoader());
                if (isApi(type.getModifiers()) && !type.isAnonymousClass()) {
                    found.put(name, type);
                }
            }
        }
        // What instrumented code calls. Else the package is the library's own.
        String beat = "com.tencent.matrix.trace.core.AppMethodBeat";
        found.put(beat, Class.forName(beat, false, ApiTest.class.getClassLoader()));
        return found.values();
    }

    private static String heritage(Class<?> type) {
        StringBuilder heritage = new StringBuilder();
        if (type.getSuperclass() != null && type.getSuperclass() != Object.class) {
            heritage.append(" extends ").append(type.getGenericSuperclass().getTypeName());
        }
        for (Class<?> implemented : type.getInterfaces()) {
            heritage.append(" implements ").append(implemented.getName());
        }
        return heritage.toString();
    }

    private static TreeSet<String> members(Class<?> type) {
        TreeSet<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            add(members, field, field.toGenericString());
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            add(members, constructor, constructor.toGenericString());
        }
        for (Method method : type.getDeclaredMethods()) {
            add(members, method, method.toGenericString());
        }
        return members;
    }

    private static void add(TreeSet<String> members, Member member, String text) {
        if (isApi(member.getModifiers()) && !member.isSynthetic()) {
            members.add(text);
        }
    }

    private static boolean isApi(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }
}
