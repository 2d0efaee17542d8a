package proof;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where the parts of a class file lie (JVMS 4.1), with no library in between. */
final class RawClass {
    /** One attribute; {@code start} and {@code end} bound its content, without the six-byte head. */
    record Attribute(String name, int start, int end) {}

    /** One field or method; {@code start} is where its access flags are. */
    record Member(int access, String name, String descriptor, int start, List<Attribute> attributes) {
        Attribute attribute(String wanted) {
            return find(attributes, wanted);
        }
    }

    /** The parts of a Code attribute (JVMS 4.7.3), as offsets into the class file. */
    record Code(
            int maxStack,
            int maxLocals,
            int start,
            int end,
            int handlers,
            int handlerCount,
            List<Attribute> attributes) {
        Attribute attribute(String wanted) {
            return find(attributes, wanted);
        }
    }

    final byte[] bytes;
    /** Offset of each constant's tag; the last element is the end of the pool. */
    final int[] constants;
    final int poolEnd;
    final int fieldsEnd;
    final List<Member> methods;
    final List<Attribute> attributes;
    private int at;

    RawClass(byte[] bytes) {
        this.bytes = bytes;
        int count = u2(8);
        constants = new int[count];
        at = 10;
        for (int i = 1; i < count; i++) {
            constants[i] = at;
            int tag = u1(at);
            at += constantLength(tag);
            if (tag == 5 || tag == 6) {
                i++;
            }
        }
        poolEnd = at;
        at += 6;
        at += 2 + 2 * u2(at);
        members();
        fieldsEnd = at;
        methods = members();
        attributes = attributes();
        if (at != bytes.length) {
            throw new IllegalStateException("trailing bytes at " + at);
        }
    }

    private int constantLength(int tag) {
        return switch (tag) {
            case 1 -> 3 + u2(at + 1);
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 5;
            case 5, 6 -> 9;
            case 7, 8, 16, 19, 20 -> 3;
            case 15 -> 4;
            default -> throw new IllegalStateException("constant tag " + tag + " at " + at);
        };
    }

    private List<Member> members() {
        int count = u2(at);
        at += 2;
        List<Member> members = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int start = at;
            at += 6;
            members.add(
                    new Member(u2(start), utf8(u2(start + 2)), utf8(u2(start + 4)), start, attributes()));
        }
        return members;
    }

    private List<Attribute> attributes() {
        int count = u2(at);
        at += 2;
        List<Attribute> found = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int start = at + 6;
            at = start + u4(at + 2);
            found.add(new Attribute(utf8(u2(start - 6)), start, at));
        }
        return found;
    }

    /** The Code attribute of a method, or null; not for the old layout of versions before 45.3. */
    Code code(Member method) {
        Attribute attribute = method.attribute("Code");
        if (attribute == null) {
            return null;
        }
        int start = attribute.start;
        int code = start + 8;
        int end = code + u4(start + 4);
        at = end + 2 + 8 * u2(end);
        return new Code(u2(start), u2(start + 2), code, end, end + 2, u2(end), attributes());
    }

    String className() {
        return utf8(u2(constants[u2(poolEnd + 2)] + 1));
    }

    String superName() {
        int index = u2(poolEnd + 4);
        return index == 0 ? null : utf8(u2(constants[index] + 1));
    }

    int access() {
        return u2(poolEnd);
    }

    /** Major version in the high half, as {@code minor + (major << 16)}. */
    int version() {
        return u2(6) << 16 | u2(4);
    }

    int u1(int offset) {
        return bytes[offset] & 0xFF;
    }

    int u2(int offset) {
        return u1(offset) << 8 | u1(offset + 1);
    }

    int u4(int offset) {
        return u2(offset) << 16 | u2(offset + 2);
    }

    byte[] slice(int start, int end) {
        return Arrays.copyOfRange(bytes, start, end);
    }

    /** Modified UTF-8 (JVMS 4.4.7) as UTF-16; lone surrogates come through as they are. */
    String utf8(int index) {
        int start = constants[index] + 3;
        int end = start + u2(start - 2);
        boolean ascii = true;
        for (int i = start; i < end; i++) {
            ascii &= bytes[i] > 0;
        }
        if (ascii) {
            return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }
        StringBuilder text = new StringBuilder();
        for (int i = start; i < end; ) {
            int a = u1(i);
            if (a < 0x80) {
                text.append((char) a);
                i++;
            } else if (a < 0xE0) {
                text.append((char) ((a & 0x1F) << 6 | u1(i + 1) & 0x3F));
                i += 2;
            } else {
                text.append((char) ((a & 0xF) << 12 | (u1(i + 1) & 0x3F) << 6 | u1(i + 2) & 0x3F));
                i += 3;
            }
        }
        return text.toString();
    }

    private static Attribute find(List<Attribute> attributes, String wanted) {
        return attributes.stream().filter(a -> a.name.equals(wanted)).findFirst().orElse(null);
    }
}
