import java.io.FileOutputStream;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Copies a jar without the classes at which Matrix gives up on the whole jar: module descriptors, and classes with
 * JSR or RET. {@code StripUnsupported IN.jar OUT.jar}.
 */
public final class StripUnsupported {
    private StripUnsupported() {}

    public static void main(String[] arguments) throws Exception {
        int left = 0;
        try (ZipFile input = new ZipFile(arguments[0]);
                ZipOutputStream output = new ZipOutputStream(new FileOutputStream(arguments[1]))) {
            for (Enumeration<? extends ZipEntry> entries = input.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                byte[] bytes = input.getInputStream(entry).readAllBytes();
                if (entry.getName().endsWith(".class") && isUnsupported(entry.getName(), bytes)) {
                    left++;
                    continue;
                }
                output.putNextEntry(new ZipEntry(entry.getName()));
                output.write(bytes);
                output.closeEntry();
            }
        }
        System.out.println(left);
    }

    private static boolean isUnsupported(String name, byte[] bytes) {
        if (name.endsWith("module-info.class")) {
            return true;
        }
        boolean[] subroutine = new boolean[1];
        ClassVisitor finder = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String desc, String sign, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitJumpInsn(int opcode, org.objectweb.asm.Label label) {
                        subroutine[0] |= opcode == Opcodes.JSR;
                    }
                };
            }
        };
        new ClassReader(bytes).accept(finder, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return subroutine[0];
    }
}
