package proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Compares one class with its original.
 *
 * <p>The constant pool may only have grown at its end, so everything outside the code of instrumented
 * methods must be the same bytes; that code is compared as ASM reads it.
 */
final class ClassCompare {
    /** Attributes of Code that hold positions; ASM reads them, all others must keep their bytes. */
    private static final Set<String> POSITIONS =
            Set.of(
                    "StackMapTable",
                    "LineNumberTable",
                    "LocalVariableTable",
                    "LocalVariableTypeTable",
                    "RuntimeVisibleTypeAnnotations",
                    "RuntimeInvisibleTypeAnnotations",
                    "CharacterRangeTable");

    /** No rule takes a method of so many calls for trivial. */
    private static final int MANY_CALLS = 2;

    private final RawClass before;
    private final RawClass after;
    private final Rules rules;
    private final MappingFile mapping;
    private final Report report;
    private final AsmClass oldCode;
    private final AsmClass newCode;

    ClassCompare(byte[] before, byte[] after, Rules rules, MappingFile mapping, Report report) {
        this.before = new RawClass(before);
        this.after = new RawClass(after);
        this.rules = rules;
        this.mapping = mapping;
        this.report = report;
        oldCode = new AsmClass(before);
        newCode = new AsmClass(after);
    }

    void compare() {
        try {
            outside();
        } catch (Difference difference) {
            report.differs("", difference);
            return;
        }
        for (int i = 0; i < before.methods.size(); i++) {
            RawClass.Member method = before.methods.get(i);
            try {
                method(i, method, after.methods.get(i));
            } catch (Difference difference) {
                report.differs("." + method.name() + method.descriptor(), difference);
            } catch (RuntimeException error) {
                report.differs("." + method.name() + method.descriptor(), new Difference(error.toString()));
            }
        }
        if (after.methods.size() > before.methods.size()) {
            report.addedOverrides++;
        }
    }

    private void outside() throws Difference {
        same("version", before.version(), after.version());
        int count = before.constants.length;
        if (after.constants.length < count || !Arrays.equals(before.constants, 0, count, after.constants, 0, count)) {
            throw new Difference("the constant pool is not the original's and more at its end");
        }
        sameBytes("constants", 10, before.poolEnd, 10);
        sameBytes("flags, names and fields", before.poolEnd, before.fieldsEnd, after.poolEnd);
        int added = after.methods.size() - before.methods.size();
        if (added < 0 || added > 1) {
            throw new Difference("number of methods changed by " + added);
        }
        if (added == 1) {
            addedOverride();
        }
        attributes("class", before.attributes, after.attributes);
    }

    private void attributes(
            String of, List<RawClass.Attribute> old, List<RawClass.Attribute> now) throws Difference {
        same("attributes of the " + of, names(old), names(now));
        for (int i = 0; i < old.size(); i++) {
            String name = old.get(i).name();
            if (!name.equals("Code") && !(of.equals("code") && POSITIONS.contains(name))) {
                sameBytes(of + " attribute " + name, old.get(i).start(), old.get(i).end(), now.get(i).start());
                same(of + " attribute " + name + " end", length(old.get(i)), length(now.get(i)));
            }
        }
    }

    private void method(int index, RawClass.Member old, RawClass.Member now) throws Difference {
        sameBytes("flags and name", old.start(), old.start() + 6, now.start());
        attributes("method", old.attributes(), now.attributes());
        RawClass.Attribute code = old.attribute("Code");
        if (code == null) {
            return;
        }
        MappingFile.Line line = mapping.find(before.className(), old.name(), old.descriptor());
        RawClass.Attribute newBytes = now.attribute("Code");
        boolean untouched =
                Arrays.equals(
                        before.bytes, code.start(), code.end(),
                        after.bytes, newBytes.start(), newBytes.end());
        boolean focusOnly = line == null && !untouched && old.name().equals("onWindowFocusChanged");
        if (line == null && !focusOnly) {
            if (!untouched) {
                throw new Difference("changed, but not in the mapping");
            }
            selection(old, index);
            return;
        }
        if (untouched) {
            // One id for all versions of a class: the method may do something in another one only.
            if (!report.isVersioned(before.className()) || calls(oldCode.methods.get(index)) >= MANY_CALLS) {
                throw new Difference("in the mapping, but not instrumented");
            }
            report.untouched++;
            return;
        }
        if (!focusOnly) {
            same("access flags in the mapping", old.access(), line.access());
        }
        int id = focusOnly ? Alignment.FOCUS_ONLY : line.id();
        Body oldBody = new Body(oldCode.methods.get(index), oldCode.offsets.get(index));
        Body newBody = new Body(newCode.methods.get(index), newCode.offsets.get(index));
        Alignment map = new MethodCompare(oldBody, newBody, rules, id).compare();
        tables(before.code(old), after.code(now), oldBody, newBody, map);
        report.changed(id, map);
    }

    /** Sizes of the tables, which a reader may merge, and what ASM does not read. */
    private void tables(RawClass.Code old, RawClass.Code now, Body oldBody, Body newBody, Alignment map)
            throws Difference {
        List<RawClass.Attribute> kept = new ArrayList<>(now.attributes());
        if (old.attribute("StackMapTable") == null) {
            kept.removeIf(attribute -> attribute.name().equals("StackMapTable"));
        }
        attributes("code", old.attributes(), kept);
        for (int i = 0; i < kept.size(); i++) {
            RawClass.Attribute was = old.attributes().get(i);
            RawClass.Attribute is = kept.get(i);
            switch (was.name()) {
                case "LineNumberTable", "LocalVariableTable", "LocalVariableTypeTable" ->
                        same("bytes of " + was.name(), length(was), length(is));
                case "CharacterRangeTable" -> ranges(was, is, oldBody, newBody, map, old, now);
                default -> {}
            }
        }
    }

    /** Rows of {@code start_pc, last_pc inclusive, ...}, of 14 bytes each, as javac -Xjcov writes them. */
    private void ranges(
            RawClass.Attribute was,
            RawClass.Attribute is,
            Body oldBody,
            Body newBody,
            Alignment map,
            RawClass.Code old,
            RawClass.Code now)
            throws Difference {
        same("bytes of CharacterRangeTable", length(was), length(is));
        for (int row = 2; row < length(was); row += 14) {
            int start = oldBody.offsets.indexOf(before.u2(was.start() + row));
            int end = oldBody.offsets.indexOf(before.u2(was.start() + row + 2) + 1);
            same("range start", offset(newBody, map.rangeStart(start), now), after.u2(is.start() + row));
            end = end < 0 ? oldBody.size() : end;
            same("range end", offset(newBody, map.end[end], now) - 1, after.u2(is.start() + row + 2));
            for (int rest = row + 4; rest < row + 14; rest++) {
                same("range", before.u1(was.start() + rest), after.u1(is.start() + rest));
            }
        }
    }

    private static int offset(Body body, int at, RawClass.Code code) {
        return at < body.size() ? body.offsets.get(at) : code.end() - code.start();
    }

    /** A method that plainly does something must not be left out without a reason. */
    private void selection(RawClass.Member method, int index) throws Difference {
        int calls = calls(oldCode.methods.get(index));
        if (calls >= MANY_CALLS && !report.mayBeLeftOut(before.className(), method.name(), method.descriptor())) {
            throw new Difference("makes " + calls + " calls, but is not in the mapping");
        }
        report.untouched++;
    }

    /** {@code onWindowFocusChanged}: super's, then {@code at}; nothing else. */
    private void addedOverride() throws Difference {
        int last = after.methods.size() - 1;
        MethodNode method = newCode.methods.get(last);
        same("added method", "onWindowFocusChanged(Z)V", method.name + method.desc);
        same("flags of the added method", Opcodes.ACC_PUBLIC, method.access & ~Opcodes.ACC_SYNTHETIC);
        StringBuilder text = new StringBuilder();
        MappingFile.Line line = mapping.find(after.className(), method.name, method.desc);
        for (AbstractInsnNode node : new Body(method, newCode.offsets.get(last)).insns) {
            if (node instanceof VarInsnNode local) {
                text.append(local.getOpcode() == Opcodes.ALOAD ? "a" : "i").append(local.var);
            } else if (node instanceof MethodInsnNode call) {
                text.append(' ').append(call.owner).append('.').append(call.name).append(call.desc).append(' ');
            } else if (node.getOpcode() == Opcodes.RETURN) {
                text.append("return");
            }
        }
        String self = text.toString().replaceAll(" \\Q" + rules.owner() + "\\E\\.[io]\\(I\\)V ", "");
        same(
                "code of the added method",
                "a0i1 " + after.superName() + ".onWindowFocusChanged(Z)V a0i1 "
                        + rules.owner() + ".at(Landroid/app/Activity;Z)V return",
                self);
        same("calls of the added method", line == null ? 2 : 4, calls(method));
    }

    private static int calls(MethodNode method) {
        int calls = 0;
        for (AbstractInsnNode node : method.instructions) {
            calls += node instanceof MethodInsnNode ? 1 : 0;
        }
        return calls;
    }

    private static List<String> names(List<RawClass.Attribute> attributes) {
        return attributes.stream().map(RawClass.Attribute::name).toList();
    }

    private static int length(RawClass.Attribute attribute) {
        return attribute.end() - attribute.start();
    }

    private static void same(String what, Object old, Object now) throws Difference {
        if (!old.equals(now)) {
            throw new Difference(what + ": was " + old + ", is " + now);
        }
    }

    private void sameBytes(String what, int start, int end, int newStart) throws Difference {
        int newEnd = newStart + end - start;
        if (newEnd > after.bytes.length
                || !Arrays.equals(before.bytes, start, end, after.bytes, newStart, newEnd)) {
            throw new Difference(what + ": other bytes");
        }
    }
}
