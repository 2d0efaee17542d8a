package proof.made;

import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes at a limit of the format. */
final class Extremes implements Opcodes {
    private Extremes() {}

    static void addTo(Map<String, byte[]> classes) {
        sized("NearLimitFits", 65_000, classes);
        sized("NearLimitTooLarge", 65_530, classes);
        fullPool("PoolFull", 65_534, classes);
        fullPool("PoolNearlyFull", 65_500, classes);
        deepStack("StackFull", 65_535, classes);
        deepStack("StackNearlyFull", 65_533, classes);
        manyArguments(classes);
        wideLocals(classes);
        new Shape(V1_8, "Empty").addTo(classes);
    }

    /** A method of so many bytes of code with one exit. */
    private static void sized(String name, int length, Map<String, byte[]> classes) {
        Shape shape = new Shape(V1_8, name);
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", "(I)I");
        Shape.work(f);
        for (int i = 6; i < length; i++) {
            f.visitInsn(NOP);
        }
        f.visitVarInsn(ILOAD, 0);
        f.visitInsn(IRETURN);
        Shape.end(f);
        shape.runs("f", 8);
        shape.addTo(classes);
    }

    private static void fullPool(String name, int count, Map<String, byte[]> classes) {
        Shape shape = new Shape(V1_8, name);
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", "(I)I");
        Shape.work(f);
        f.visitVarInsn(ILOAD, 0);
        f.visitInsn(IRETURN);
        Shape.end(f);
        shape.runs("f", 8);
        // What else run() needs is there before the rest is filled up.
        for (String text : new String[] {"toString", "()Ljava/lang/String;", "Code"}) {
            shape.writer.newUTF8(text);
        }
        shape.writer.newMethod("java/lang/StringBuffer", "toString", "()Ljava/lang/String;", false);
        for (int i = 1_000_000; shape.writer.newConst(i) < count - 1; i++) {}
        shape.addTo(classes);
    }

    /** Returns with so many slots on the operand stack. */
    private static void deepStack(String name, int slots, Map<String, byte[]> classes) {
        // Straight-line code needs no frames, and ASM could not compute them at this depth.
        Shape shape = new Shape(V1_8, name, ClassWriter.COMPUTE_MAXS);
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", "(I)I");
        Shape.work(f);
        for (int i = 0; i < slots / 2; i++) {
            f.visitInsn(LCONST_0);
        }
        f.visitVarInsn(ILOAD, 0);
        f.visitInsn(IRETURN);
        Shape.end(f);
        // Needs more stack than a thread has by default: it is verified, not run.
        shape.addTo(classes);
    }

    private static void manyArguments(Map<String, byte[]> classes) {
        Shape shape = new Shape(V1_8, "ManyArguments");
        String descriptor = "(" + "I".repeat(255) + ")I";
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", descriptor);
        Shape.work(f);
        f.visitVarInsn(ILOAD, 254);
        f.visitInsn(IRETURN);
        Shape.end(f);
        for (int i = 0; i < 255; i++) {
            Shape.push(shape.run(), i);
        }
        shape.run().visitMethodInsn(INVOKESTATIC, shape.name, "f", descriptor, false);
        shape.show();
        shape.addTo(classes);
    }

    private static void wideLocals(Map<String, byte[]> classes) {
        Shape shape = new Shape(V1_8, "WideLocals");
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", "(I)I");
        Label exit = new Label();
        Shape.work(f);
        f.visitVarInsn(ILOAD, 0);
        f.visitVarInsn(ISTORE, 3_000);
        f.visitIincInsn(3_000, 20_000);
        f.visitIincInsn(0, -1_000);
        f.visitVarInsn(ILOAD, 0);
        f.visitJumpInsn(IFLT, exit);
        f.visitIincInsn(3_000, 1);
        f.visitLabel(exit);
        f.visitVarInsn(ILOAD, 3_000);
        f.visitInsn(IRETURN);
        Shape.end(f);
        shape.runs("f", 1, 2_000);
        shape.addTo(classes);
    }
}
