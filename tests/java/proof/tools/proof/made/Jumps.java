package proof.made;

import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Branches: to the very start, wide ones, and ones that no longer reach once code is inserted. */
final class Jumps implements Opcodes {
    /** ASM knows the wide branches by their opcodes, without constants. */
    private static final int GOTO_W = 200;
    private static final int JSR_W = 201;

    /** Exits of nine bytes each: under 32,767 bytes before six more go in each, over it after. */
    private static final int MANY_EXITS = 3_600;

    private Jumps() {}

    static void addTo(Map<String, byte[]> classes) {
        toStart(classes);
        farConditional(V1_8, "FarConditional", classes);
        farConditional(V1_4, "FarConditionalNoFrames", classes);
        farGoto(V1_8, "FarGoto", GOTO, classes);
        farGoto(V1_4, "FarGotoNoFrames", GOTO, classes);
        farGoto(V1_8, "WideGoto", GOTO_W, classes);
        subroutine("Subroutine", JSR, 3, classes);
        subroutine("FarSubroutine", JSR, MANY_EXITS, classes);
        subroutine("WideSubroutine", JSR_W, 3, classes);
        switches(classes);
    }

    /** {@code f(n)}: counts n down by jumping to the method's first instruction. */
    private static void toStart(Map<String, byte[]> classes) {
        Shape shape = new Shape(V1_8, "LoopToStart");
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", "(I)I");
        Label start = new Label();
        Label end = new Label();
        f.visitLabel(start);
        f.visitVarInsn(ILOAD, 0);
        f.visitJumpInsn(IFLE, end);
        f.visitIincInsn(0, -3);
        Shape.work(f);
        f.visitJumpInsn(GOTO, start);
        f.visitLabel(end);
        f.visitVarInsn(ILOAD, 0);
        f.visitInsn(IRETURN);
        Shape.end(f);
        shape.runs("f", 0, 10, 30);
        shape.addTo(classes);
    }

    /** {@code if (x == i) return i;} so many times. */
    private static void exits(MethodVisitor method, int count) {
        for (int i = 0; i < count; i++) {
            Label next = new Label();
            method.visitVarInsn(ILOAD, 0);
            method.visitIntInsn(SIPUSH, i + 100);
            method.visitJumpInsn(IF_ICMPNE, next);
            method.visitInsn(ICONST_3);
            method.visitInsn(IRETURN);
            method.visitLabel(next);
        }
    }

    /** Every kind of conditional branch over many exits. */
    private static void farConditional(int version, String name, Map<String, byte[]> classes) {
        Shape shape = new Shape(version, name);
        int[] opcodes = {IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IF_ICMPEQ, IF_ICMPLT, IF_ACMPNE, IFNULL, IFNONNULL};
        for (int opcode : opcodes) {
            String called = "f" + opcode;
            MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, called, "(I)I");
            Label far = new Label();
            Shape.work(f);
            if (opcode == IFNULL || opcode == IFNONNULL || opcode == IF_ACMPNE) {
                f.visitInsn(ACONST_NULL);
            } else {
                f.visitVarInsn(ILOAD, 0);
            }
            if (opcode == IF_ACMPNE) {
                f.visitInsn(ACONST_NULL);
            } else if (opcode == IF_ICMPEQ || opcode == IF_ICMPLT) {
                f.visitInsn(ICONST_1);
            }
            f.visitJumpInsn(opcode, far);
            exits(f, MANY_EXITS);
            f.visitInsn(ICONST_1);
            f.visitInsn(IRETURN);
            f.visitLabel(far);
            f.visitInsn(ICONST_2);
            f.visitInsn(IRETURN);
            Shape.end(f);
            shape.runs(called, -1, 0, 1, 2, 103);
        }
        shape.addTo(classes);
    }

    /** A jump far ahead and one far back, each over many exits. */
    private static void farGoto(int version, String name, int opcode, Map<String, byte[]> classes) {
        Shape shape = new Shape(version, name);
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", "(I)I");
        Label ahead = new Label();
        Label back = new Label();
        Shape.work(f);
        f.visitJumpInsn(opcode, ahead);
        f.visitLabel(back);
        exits(f, MANY_EXITS);
        f.visitInsn(ICONST_1);
        f.visitInsn(IRETURN);
        f.visitLabel(ahead);
        f.visitIincInsn(0, 1);
        f.visitJumpInsn(opcode, back);
        Shape.end(f);
        shape.runs("f", 0, 99, 103, 5000);
        shape.addTo(classes);
    }

    /** A subroutine, as compilers of old wrote {@code finally}, behind so many exits. */
    private static void subroutine(String name, int opcode, int exits, Map<String, byte[]> classes) {
        Shape shape = new Shape(V1_4, name);
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f", "(I)I");
        Label routine = new Label();
        Shape.work(f);
        f.visitJumpInsn(opcode, routine);
        exits(f, exits);
        f.visitJumpInsn(opcode, routine);
        f.visitVarInsn(ILOAD, 0);
        f.visitInsn(IRETURN);
        f.visitLabel(routine);
        f.visitVarInsn(ASTORE, 1);
        f.visitIincInsn(0, 10);
        f.visitVarInsn(RET, 1);
        Shape.end(f);
        shape.runs("f", 0, 90, 5000);
        shape.addTo(classes);
    }

    /** Nested switches at each of the four alignments, with exits inside. */
    private static void switches(Map<String, byte[]> classes) {
        Shape shape = new Shape(V1_8, "Switches");
        for (int pad = 0; pad < 4; pad++) {
            MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, "f" + pad, "(I)I");
            Shape.work(f);
            for (int i = 0; i < pad; i++) {
                f.visitInsn(NOP);
            }
            Label zero = new Label();
            Label many = new Label();
            Label other = new Label();
            f.visitVarInsn(ILOAD, 0);
            f.visitTableSwitchInsn(0, 2, other, zero, many, zero);
            f.visitLabel(zero);
            f.visitVarInsn(ILOAD, 0);
            f.visitInsn(IRETURN);
            f.visitLabel(other);
            f.visitVarInsn(ILOAD, 0);
            f.visitLookupSwitchInsn(zero, new int[] {-7, 1000, 2000}, new Label[] {many, zero, many});
            f.visitLabel(many);
            f.visitIntInsn(BIPUSH, 77);
            f.visitInsn(IRETURN);
            Shape.end(f);
            shape.runs("f" + pad, 0, 1, 2, 3, -7, 1000, 2000);
        }
        shape.addTo(classes);
    }
}
