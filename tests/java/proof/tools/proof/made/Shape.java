package proof.made;

import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class under construction, with short words for what the fixtures do again and again. */
final class Shape implements Opcodes {
    static final int PUBLIC_STATIC = ACC_PUBLIC | ACC_STATIC;

    final String name;
    final ClassWriter writer;
    private MethodVisitor run;

    /** From version 50 on, ASM computes the frames; a method says so by {@code visitMaxs(0, 0)}. */
    Shape(int version, String name) {
        this(version, name, (version & 0xFFFF) >= V1_6 ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS);
    }

    Shape(int version, String name, int flags) {
        this.name = "made/" + name;
        writer = new ClassWriter(flags) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                return "java/lang/Object";
            }
        };
        writer.visit(version, ACC_PUBLIC | ACC_SUPER, this.name, null, "java/lang/Object", null);
    }

    MethodVisitor method(int access, String method, String descriptor) {
        MethodVisitor visitor = writer.visitMethod(access, method, descriptor, null, null);
        visitor.visitCode();
        return visitor;
    }

    static void end(MethodVisitor method) {
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    /** A call that makes a method worth tracing and has no other effect. */
    static void work(MethodVisitor method) {
        method.visitMethodInsn(INVOKESTATIC, "java/lang/Thread", "interrupted", "()Z", false);
        method.visitInsn(POP);
    }

    static void push(MethodVisitor method, int value) {
        if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) {
            method.visitIntInsn(BIPUSH, value);
        } else {
            method.visitIntInsn(SIPUSH, value);
        }
    }

    /** Adds to {@code run()} a call of the static method {@code called(I)I} for each argument. */
    void runs(String called, int... arguments) {
        MethodVisitor method = run();
        for (int argument : arguments) {
            push(method, argument);
            method.visitMethodInsn(INVOKESTATIC, name, called, "(I)I", false);
            show();
        }
    }

    /** Appends the int on the stack to the answer of {@code run()}. */
    void show() {
        run().visitVarInsn(ISTORE, 1);
        run.visitVarInsn(ALOAD, 0);
        run.visitVarInsn(ILOAD, 1);
        run.visitMethodInsn(INVOKEVIRTUAL, "java/lang/StringBuffer", "append", "(I)Ljava/lang/StringBuffer;", false);
        run.visitIntInsn(BIPUSH, ' ');
        run.visitMethodInsn(INVOKEVIRTUAL, "java/lang/StringBuffer", "append", "(C)Ljava/lang/StringBuffer;", false);
        run.visitInsn(POP);
    }

    MethodVisitor run() {
        if (run == null) {
            run = method(PUBLIC_STATIC, "run", "()Ljava/lang/String;");
            run.visitTypeInsn(NEW, "java/lang/StringBuffer");
            run.visitInsn(DUP);
            run.visitMethodInsn(INVOKESPECIAL, "java/lang/StringBuffer", "<init>", "()V", false);
            run.visitVarInsn(ASTORE, 0);
        }
        return run;
    }

    byte[] bytes() {
        if (run != null) {
            run.visitVarInsn(ALOAD, 0);
            run.visitMethodInsn(INVOKEVIRTUAL, "java/lang/StringBuffer", "toString", "()Ljava/lang/String;", false);
            run.visitInsn(ARETURN);
            end(run);
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    void addTo(Map<String, byte[]> classes) {
        classes.put(name, bytes());
    }
}
