package proof;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** {@code id,access,class method descriptor} lines; names are kept unescaped, in internal form. */
final class MappingFile {
    record Line(int id, int access) {}

    static final int DISPATCH = 1_048_574;

    final Map<String, Line> lines = new HashMap<>();

    MappingFile(Path file) throws IOException {
        Map<Integer, String> owners = new HashMap<>();
        for (String text : Files.readString(file, StandardCharsets.UTF_8).split("\n")) {
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            String[] parts = text.split(",", 3);
            String[] names = parts[2].split(" ", -1);
            if (names.length != 3) {
                throw new IOException("not `class method descriptor`: " + text);
            }
            int id = Integer.parseInt(parts[0]);
            String key = key(unescape(names[0]), unescape(names[1]), unescape(names[2]));
            if (id == DISPATCH) {
                continue;
            }
            if (lines.put(key, new Line(id, Integer.parseInt(parts[1]))) != null) {
                throw new IOException("listed twice: " + text);
            }
            if (owners.put(id, key) != null) {
                throw new IOException("id used twice: " + text);
            }
        }
    }

    Line find(String className, String method, String descriptor) {
        return lines.get(key(className, method, descriptor));
    }

    static String key(String className, String method, String descriptor) {
        return className + '\0' + method + '\0' + descriptor;
    }

    static String unescape(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.startsWith("\\u", i)) {
                plain.append((char) Integer.parseInt(text, i + 2, i + 6, 16));
                i += 5;
            } else {
                plain.append(text.charAt(i) == '.' ? '/' : text.charAt(i));
            }
        }
        return plain.toString();
    }
}
