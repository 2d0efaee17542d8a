package proof.made;

import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Ways out of a method. */
final class Exits implements Opcodes {
    private static final String FAILURE = "java/lang/IllegalStateException";

    private Exits() {}

    static void addTo(Map<String, byte[]> classes) {
        kinds(classes);
        handlers(classes);
        dirtyStack(classes);
    }

    /** One method for each kind of return, all by a branch straight to it. */
    private static void kinds(Map<String, byte[]> classes) {
        Shape shape = new Shape(V1_8, "ReturnKinds");
        String types = "IJFDLV";
        for (int i = 0; i < types.length(); i++) {
            char type = types.charAt(i);
            String descriptor = "(I)" + (type == 'L' ? "Ljava/lang/Object;" : type);
            MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f" + type, descriptor);
            Label exit = new Label();
            Shape.work(f);
            switch (type) {
                case 'I' -> f.visitInsn(ICONST_5);
                case 'J' -> f.visitInsn(LCONST_1);
                case 'F' -> f.visitInsn(FCONST_2);
                case 'D' -> f.visitInsn(DCONST_1);
                case 'L' -> f.visitInsn(ACONST_NULL);
                default -> {}
            }
            f.visitVarInsn(ILOAD, 0);
            f.visitJumpInsn(IFEQ, exit);
            Shape.work(f);
            f.visitLabel(exit);
            f.visitInsn(type == 'V' ? RETURN : type == 'L' ? ARETURN : IRETURN + "IJFD".indexOf(type));
            Shape.end(f);
            for (int argument = 0; argument < 2; argument++) {
                shape.run().visitInsn(ICONST_0 + argument);
                shape.run().visitMethodInsn(INVOKESTATIC, shape.name, "f" + type, descriptor, false);
                switch (type) {
                    case 'V' -> {}
                    case 'J', 'D' -> shape.run().visitInsn(POP2);
                    default -> shape.run().visitInsn(POP);
                }
            }
        }
        shape.addTo(classes);
    }

    private static void fail(MethodVisitor method) {
        method.visitTypeInsn(NEW, FAILURE);
        method.visitInsn(DUP);
        method.visitMethodInsn(INVOKESPECIAL, FAILURE, "<init>", "()V", false);
        method.visitInsn(ATHROW);
    }

    /** Try blocks whose bounds lie on the entry, on a return, on a throw, and at the end of the code. */
    private static void handlers(Map<String, byte[]> classes) {
        Shape shape = new Shape(V1_8, "Handlers");
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", "(I)I");
        Label start = new Label();
        Label positive = new Label();
        Label exit = new Label();
        Label behindExit = new Label();
        Label handler = new Label();
        Label end = new Label();
        f.visitTryCatchBlock(start, exit, handler, FAILURE);
        f.visitTryCatchBlock(exit, behindExit, handler, null);
        f.visitTryCatchBlock(behindExit, handler, handler, null);
        f.visitLabel(start);
        f.visitVarInsn(ILOAD, 0);
        f.visitJumpInsn(IFGT, positive);
        fail(f);
        f.visitLabel(positive);
        f.visitVarInsn(ILOAD, 0);
        f.visitLabel(exit);
        f.visitInsn(IRETURN);
        f.visitLabel(behindExit);
        fail(f);
        f.visitLabel(handler);
        f.visitInsn(POP);
        f.visitInsn(ICONST_M1);
        f.visitInsn(IRETURN);
        f.visitLabel(end);
        Shape.end(f);
        shape.runs("f", -1, 0, 1);

        // A throw that only the caller catches.
        MethodVisitor g = shape.method(Shape.PUBLIC_STATIC, "g", "()V");
        fail(g);
        Shape.end(g);
        MethodVisitor h = shape.method(Shape.PUBLIC_STATIC, "h", "(I)I");
        Label from = new Label();
        Label to = new Label();
        Label caught = new Label();
        h.visitTryCatchBlock(from, to, caught, "java/lang/RuntimeException");
        h.visitLabel(from);
        h.visitMethodInsn(INVOKESTATIC, shape.name, "g", "()V", false);
        h.visitLabel(to);
        h.visitInsn(ICONST_0);
        h.visitInsn(IRETURN);
        h.visitLabel(caught);
        h.visitInsn(POP);
        h.visitInsn(ICONST_4);
        h.visitInsn(IRETURN);
        Shape.end(h);
        shape.runs("h", 0);
        shape.addTo(classes);
    }

    /** Values that nobody takes lie below the one that is returned. */
    private static void dirtyStack(Map<String, byte[]> classes) {
        Shape shape = new Shape(V1_8, "DirtyStack");
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", "(I)I");
        Shape.work(f);
        f.visitInsn(LCONST_1);
        f.visitInsn(ACONST_NULL);
        f.visitVarInsn(ILOAD, 0);
        f.visitInsn(IRETURN);
        Shape.end(f);
        shape.runs("f", 9);
        shape.addTo(classes);
    }
}
