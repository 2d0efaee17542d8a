package proof.made;

import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Constructors in which {@code super(...)} is not the first thing that happens. */
final class Constructors implements Opcodes {
    private Constructors() {}

    static void addTo(Map<String, byte[]> classes) {
        inSwitch(classes);
        inBranch(classes);
        behindLoop(classes);
        behindTry(classes);
        behindNew(classes);
        throwingBefore(classes);
    }

    private interface Body {
        void write(MethodVisitor method, String name);
    }

    /** A class whose constructor takes an int, which {@code run()} calls for each argument. */
    private static void add(int version, String name, Map<String, byte[]> classes, Body body, int... arguments) {
        Shape shape = new Shape(version, name);
        MethodVisitor method = shape.method(ACC_PUBLIC, "<init>", "(I)V");
        body.write(method, shape.name);
        Shape.end(method);
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", "(I)I");
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        f.visitTryCatchBlock(start, end, handler, "java/lang/RuntimeException");
        f.visitLabel(start);
        f.visitTypeInsn(NEW, shape.name);
        f.visitInsn(DUP);
        f.visitVarInsn(ILOAD, 0);
        f.visitMethodInsn(INVOKESPECIAL, shape.name, "<init>", "(I)V", false);
        f.visitInsn(POP);
        f.visitLabel(end);
        f.visitVarInsn(ILOAD, 0);
        f.visitInsn(IRETURN);
        f.visitLabel(handler);
        f.visitInsn(POP);
        f.visitInsn(ICONST_M1);
        f.visitInsn(IRETURN);
        Shape.end(f);
        shape.runs("f", arguments);
        shape.addTo(classes);
    }

    private static void callSuper(MethodVisitor method) {
        method.visitVarInsn(ALOAD, 0);
        method.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    }

    /** As Groovy compiles {@code super(...)}: one call in each case of a switch, and a throw. */
    private static void inSwitch(Map<String, byte[]> classes) {
        for (int version : new int[] {V1_4, V1_8}) {
            add(version, "SuperInSwitch" + (version & 0xFFFF), classes, (method, name) -> {
                Label[] cases = {new Label(), new Label(), new Label()};
                Label other = new Label();
                Label join = new Label();
                method.visitVarInsn(ALOAD, 0);
                method.visitVarInsn(ILOAD, 1);
                method.visitTableSwitchInsn(0, 2, other, cases);
                for (Label one : cases) {
                    method.visitLabel(one);
                    Shape.work(method);
                    method.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                    method.visitJumpInsn(GOTO, join);
                }
                method.visitLabel(other);
                fail(method);
                method.visitLabel(join);
                Shape.work(method);
                method.visitInsn(RETURN);
            }, 0, 1, 2, 3);
        }
    }

    private static void inBranch(Map<String, byte[]> classes) {
        add(V1_8, "SuperInBranch", classes, (method, name) -> {
            Label other = new Label();
            Label join = new Label();
            method.visitVarInsn(ILOAD, 1);
            method.visitJumpInsn(IFEQ, other);
            callSuper(method);
            method.visitJumpInsn(GOTO, join);
            method.visitLabel(other);
            Shape.work(method);
            callSuper(method);
            method.visitLabel(join);
            Shape.work(method);
            method.visitInsn(RETURN);
        }, 0, 1);
    }

    /** The first frame describes an object that is not initialised, at the very start. */
    private static void behindLoop(Map<String, byte[]> classes) {
        add(V1_8, "SuperBehindLoop", classes, (method, name) -> {
            Label start = new Label();
            Label out = new Label();
            method.visitLabel(start);
            method.visitVarInsn(ILOAD, 1);
            method.visitJumpInsn(IFLE, out);
            method.visitIincInsn(1, -1);
            Shape.work(method);
            method.visitJumpInsn(GOTO, start);
            method.visitLabel(out);
            callSuper(method);
            Shape.work(method);
            method.visitInsn(RETURN);
        }, 0, 5);
    }

    /** An exception caught before {@code super(...)}: legal for the verifier without frames. */
    private static void behindTry(Map<String, byte[]> classes) {
        add(V1_4, "SuperBehindTry", classes, (method, name) -> {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            Label join = new Label();
            method.visitTryCatchBlock(start, end, handler, "java/lang/ArithmeticException");
            method.visitLabel(start);
            method.visitInsn(ICONST_1);
            method.visitVarInsn(ILOAD, 1);
            method.visitInsn(IDIV);
            method.visitInsn(POP);
            method.visitLabel(end);
            method.visitJumpInsn(GOTO, join);
            method.visitLabel(handler);
            method.visitInsn(POP);
            method.visitLabel(join);
            callSuper(method);
            Shape.work(method);
            method.visitInsn(RETURN);
        }, 0, 1);
    }

    /** Another object of the same class is made first: its constructor call is not {@code this(...)}. */
    private static void behindNew(Map<String, byte[]> classes) {
        add(V1_8, "SuperBehindNew", classes, (method, name) -> {
            Label plain = new Label();
            method.visitVarInsn(ILOAD, 1);
            method.visitJumpInsn(IFEQ, plain);
            method.visitTypeInsn(NEW, name);
            method.visitInsn(DUP);
            method.visitInsn(ICONST_0);
            method.visitMethodInsn(INVOKESPECIAL, name, "<init>", "(I)V", false);
            method.visitInsn(POP);
            method.visitLabel(plain);
            callSuper(method);
            method.visitInsn(RETURN);
        }, 0, 1);
    }

    private static void throwingBefore(Map<String, byte[]> classes) {
        add(V1_8, "ThrowBeforeSuper", classes, (method, name) -> {
            Label fine = new Label();
            method.visitVarInsn(ILOAD, 1);
            method.visitJumpInsn(IFNE, fine);
            fail(method);
            method.visitLabel(fine);
            callSuper(method);
            Shape.work(method);
            method.visitInsn(RETURN);
        }, 0, 1);
    }

    private static void fail(MethodVisitor method) {
        method.visitTypeInsn(NEW, "java/lang/IllegalArgumentException");
        method.visitInsn(DUP);
        method.visitMethodInsn(INVOKESPECIAL, "java/lang/IllegalArgumentException", "<init>", "()V", false);
        method.visitInsn(ATHROW);
    }
}
