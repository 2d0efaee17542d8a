package com.tencent.matrix.trace.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.Map;

/** The {@code methodMapping.txt} of the sample app. */
final class Mapping {
    private static final Map<String, String> METHODS = read(Paths.get(System.getProperty("trace.mapping")));

    private Mapping() {}

    /** {@code Class.method} of an id, without package and descriptor. */
    static String method(String id) {
        String method = METHODS.get(id);
        if (method == null) {
            throw new AssertionError("a report has the id " + id + ", which the mapping has not");
        }
        return method;
    }

    /** Lines are {@code id,access,class method descriptor}. */
    private static Map<String, String> read(Path file) {
        try {
            Map<String, String> methods = new HashMap<>();
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split(",", 3);
                String[] names = parts[2].split(" ");
                methods.put(parts[0], names[0].substring(names[0].lastIndexOf('.') + 1) + "." + names[1]);
            }
            return methods;
        } catch (IOException error) {
            throw new AssertionError("the sample app is not instrumented: run the tests by Maven", error);
        }
    }
}
