package proof.made;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Old class files, and names as only other languages and obfuscators give them. */
final class OldAndOdd implements Opcodes {
    private OldAndOdd() {}

    static void addTo(Map<String, byte[]> classes) {
        Shape oldest = new Shape(V1_1, "Version45Point3");
        f(oldest, "f");
        oldest.runs("f", 3);
        oldest.addTo(classes);
        classes.put("made/Version45Point0", beforeVersion45Point3());

        Shape odd = new Shape(V1_8, "Odd Names, \u65E5\u672C");
        String[] names = {"a b", "c,d", "e\nf", "g\\u0041", "\u00E9t\u00E9", "\uD800", "\u2028", "\uD83D\uDE00", "h\tj"};
        for (String name : names) {
            f(odd, name);
            odd.runs(name, 3);
        }
        odd.addTo(classes);

        Shape duplicated = new Shape(V1_8, "DuplicateNames");
        f(duplicated, "f");
        duplicated.runs("f", 3);
        classes.put(duplicated.name, withSecondCodeName(duplicated.bytes()));
    }

    private static void f(Shape shape, String name) {
        MethodVisitor f = shape.method(Shape.PUBLIC_STATIC, name, "(I)I");
        Shape.work(f);
        f.visitVarInsn(ILOAD, 0);
        f.visitInsn(IRETURN);
        Shape.end(f);
    }

    /** Gives the last method's Code attribute a name of its own: a second "Code" in the constant pool. */
    private static byte[] withSecondCodeName(byte[] bytes) {
        String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        int count = (bytes[8] & 0xFF) << 8 | bytes[9] & 0xFF;
        int end = poolEnd(bytes, count);
        int name = 1 + index(bytes, count, text.indexOf("\1\0\4Code"));
        String head = "" + (char) (name - 1 >> 8) + (char) (name - 1 & 0xFF);
        int attribute = text.lastIndexOf(head + "\0\0");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, 8);
        out.write(count + 1 >> 8);
        out.write(count + 1);
        out.write(bytes, 10, end - 10);
        out.writeBytes("\1\0\4Code".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        out.write(bytes, end, attribute - end);
        out.write(count >> 8);
        out.write(count);
        out.write(bytes, attribute + 2, bytes.length - attribute - 2);
        return out.toByteArray();
    }

    private static int poolEnd(byte[] bytes, int count) {
        return walk(bytes, count, Integer.MAX_VALUE)[1];
    }

    private static int index(byte[] bytes, int count, int offset) {
        return walk(bytes, count, offset)[0];
    }

    /** Index and offset of the constant at {@code wanted}, or of the end of the pool. */
    private static int[] walk(byte[] bytes, int count, int wanted) {
        int at = 10;
        int index = 1;
        while (index < count && at < wanted) {
            int length = (bytes[at + 1] & 0xFF) << 8 | bytes[at + 2] & 0xFF;
            index += bytes[at] == 5 || bytes[at] == 6 ? 2 : 1;
            at += switch (bytes[at]) {
                case 1 -> 3 + length;
                case 7, 8, 16 -> 3;
                case 15 -> 4;
                case 5, 6 -> 9;
                default -> 5;
            };
        }
        return new int[] {index, at};
    }

    /** Before 45.3, {@code max_stack} and {@code max_locals} had one byte and {@code code_length} two. */
    private static byte[] beforeVersion45Point3() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(0xCAFEBABE);
            out.writeShort(0);
            out.writeShort(45);
            out.writeShort(9);
            out.writeByte(1);
            out.writeUTF("made/Version45Point0");
            out.writeByte(7);
            out.writeShort(1);
            out.writeByte(1);
            out.writeUTF("java/lang/Object");
            out.writeByte(7);
            out.writeShort(3);
            out.writeByte(1);
            out.writeUTF("Code");
            out.writeByte(1);
            out.writeUTF("run");
            out.writeByte(1);
            out.writeUTF("()Ljava/lang/String;");
            out.writeByte(8);
            out.writeShort(1);
            out.writeShort(ACC_PUBLIC | ACC_SUPER);
            out.writeShort(2);
            out.writeShort(4);
            out.writeShort(0);
            out.writeShort(0);
            out.writeShort(1);
            out.writeShort(Shape.PUBLIC_STATIC);
            out.writeShort(6);
            out.writeShort(7);
            out.writeShort(1);
            out.writeShort(5);
            out.writeInt(11);
            out.writeByte(1);
            out.writeByte(0);
            out.writeShort(3);
            out.writeByte(LDC);
            out.writeByte(8);
            out.writeByte(ARETURN);
            out.writeShort(0);
            out.writeShort(0);
            out.writeShort(0);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
