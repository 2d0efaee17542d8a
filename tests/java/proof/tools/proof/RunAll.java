package proof;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;

/**
 * Calls {@code public static String run()} of each class of a jar and prints the answers.
 *
 * <p>Usage: {@code RunAll JAR [CLASSPATH-JAR...]}.
 */
public final class RunAll {
    private RunAll() {}

    public static void main(String[] args) throws IOException {
        List<Path> paths = java.util.Arrays.stream(args).map(Path::of).toList();
        try (JarLoader loader = new JarLoader(paths.get(0), paths.subList(1, paths.size()), 0)) {
            for (String entry : loader.classEntries()) {
                String name = JarLoader.classNameOf(entry);
                System.out.println(name + ": " + answer(loader, name));
            }
        }
    }

    private static Object answer(ClassLoader loader, String name) {
        try {
            Method run = Class.forName(name, true, loader).getMethod("run");
            return run.invoke(null);
        } catch (NoSuchMethodException nothingToRun) {
            return "nothing to run";
        } catch (InvocationTargetException failed) {
            return "throws " + failed.getCause();
        } catch (ReflectiveOperationException | LinkageError error) {
            return error.getClass().getName() + ": " + error.getMessage();
        }
    }
}
