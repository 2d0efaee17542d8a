package proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Compares the code of one instrumented method, as ASM reads it, with its original. */
final class MethodCompare {
    private final Body before;
    private final Body after;
    private final Rules rules;
    private final int id;
    private final Alignment map;
    private final int handler;

    MethodCompare(Body before, Body after, Rules rules, int id) throws Difference {
        this.before = before;
        this.after = after;
        this.rules = rules;
        this.id = id;
        map = new Alignment(before, after, rules, id);
        handler = map.handler;
    }

    Alignment compare() throws Difference {
        same("max_locals", before.method.maxLocals, after.method.maxLocals);
        int grown = after.method.maxStack - before.method.maxStack;
        if (grown < 0 || grown > 2) {
            throw new Difference("max_stack was " + before.method.maxStack + ", grew by " + grown);
        }
        for (int i = 0; i < before.size(); i++) {
            AbstractInsnNode old = before.insns.get(i);
            AbstractInsnNode now = after.insns.get(map.insn[i]);
            same("operands of instruction " + i, operands(before, old, true), operands(after, now, false));
            same("type annotations of instruction " + i, annotations(old), annotations(now));
        }
        compareBlocks();
        compareFrames();
        compareLines();
        compareVariables();
        return map;
    }

    private static void same(String what, Object old, Object now) throws Difference {
        if (!Objects.equals(old, now)) {
            throw new Difference(what + ": was " + old + ", is " + now);
        }
    }

    /** The instruction's operands; those of the original with the positions that they must have now. */
    private List<Object> operands(Body body, AbstractInsnNode node, boolean old) {
        if (node instanceof JumpInsnNode jump) {
            return List.of(old ? target(body, jump.label, true) : map.destination(jump.label));
        } else if (node instanceof TableSwitchInsnNode table) {
            return List.of(table.min, table.max, target(body, table.dflt, old), targets(body, table.labels, old));
        } else if (node instanceof LookupSwitchInsnNode lookup) {
            return List.of(lookup.keys, target(body, lookup.dflt, old), targets(body, lookup.labels, old));
        } else if (node instanceof IntInsnNode push) {
            return List.of(push.operand);
        } else if (node instanceof VarInsnNode local) {
            return List.of(local.var);
        } else if (node instanceof IincInsnNode iinc) {
            return List.of(iinc.var, iinc.incr);
        } else if (node instanceof TypeInsnNode type) {
            return List.of(type.desc);
        } else if (node instanceof FieldInsnNode field) {
            return List.of(field.owner, field.name, field.desc);
        } else if (node instanceof MethodInsnNode call) {
            return List.of(call.owner, call.name, call.desc, call.itf);
        } else if (node instanceof InvokeDynamicInsnNode call) {
            return List.of(call.name, call.desc, call.bsm, Arrays.asList(call.bsmArgs));
        } else if (node instanceof LdcInsnNode ldc) {
            return List.of(ldc.cst);
        } else if (node instanceof MultiANewArrayInsnNode array) {
            return List.of(array.desc, array.dims);
        }
        return List.of();
    }

    private int target(Body body, LabelNode label, boolean old) {
        return old ? map.start[body.at(label)] : body.at(label);
    }

    private int end(Body body, LabelNode label, boolean old) {
        return old ? map.end[body.at(label)] : body.at(label);
    }

    private List<Object> targets(Body body, List<LabelNode> labels, boolean old) {
        List<Object> found = new ArrayList<>();
        for (LabelNode label : labels) {
            found.add(target(body, label, old));
        }
        return found;
    }

    private void compareBlocks() throws Difference {
        List<TryCatchBlockNode> old = before.method.tryCatchBlocks;
        List<TryCatchBlockNode> now = after.method.tryCatchBlocks;
        if (now.size() < old.size() || handler < 0 && now.size() != old.size()) {
            throw new Difference("exception table: had " + old.size() + " rows, has " + now.size());
        }
        for (int i = 0; i < old.size(); i++) {
            same("exception table row " + i, block(before, old.get(i), true), block(after, now.get(i), false));
        }
        if (rules.exits() == Rules.Exits.UNWIND && id != Alignment.FOCUS_ONLY) {
            compareUnwinding(now.subList(old.size(), now.size()));
        }
    }

    private List<Object> block(Body body, TryCatchBlockNode block, boolean old) {
        return List.of(
                target(body, block.start, old),
                end(body, block.end, old),
                target(body, block.handler, old),
                String.valueOf(block.type),
                Annotations.text(block.visibleTypeAnnotations),
                Annotations.text(block.invisibleTypeAnnotations));
    }

    /** The added rows catch everything, and cover all of the original but its returns. */
    private void compareUnwinding(List<TryCatchBlockNode> added) throws Difference {
        BitSet covered = new BitSet();
        for (TryCatchBlockNode block : added) {
            same("handler of an added row", handler, after.at(block.handler));
            same("type of an added row", null, block.type);
            covered.set(after.at(block.start), after.at(block.end));
        }
        if (covered.get(0) || covered.length() > Math.max(handler, 0)) {
            throw new Difference("an added row covers the entry or the handler itself");
        }
        for (int i = firstToCover(); i < before.size(); i++) {
            if (!Rules.isReturn(before.opcode(i)) && !covered.get(map.insn[i])) {
                throw new Difference("no added row covers instruction " + i);
            }
        }
    }

    /**
     * The first instruction that must be covered. In a constructor that is one surely behind {@code
     * super(...)}: before, no frame of the handler could describe the object. Where that call cannot
     * be told at a glance (it is behind a branch, or among its arguments is a new object) none must.
     */
    private int firstToCover() {
        if (!before.method.name.equals("<init>")) {
            return 0;
        }
        for (int i = 0; i < before.size(); i++) {
            AbstractInsnNode node = before.insns.get(i);
            if (node instanceof MethodInsnNode call && call.name.equals("<init>")) {
                return i + 1;
            }
            if (node instanceof JumpInsnNode
                    || node instanceof TableSwitchInsnNode
                    || node instanceof LookupSwitchInsnNode
                    || node.getOpcode() == Opcodes.NEW) {
                break;
            }
        }
        return before.size();
    }

    private void compareFrames() throws Difference {
        List<List<Object>> expected = new ArrayList<>();
        BitSet places = new BitSet();
        for (Body.Frame frame : before.frames) {
            int at = map.start[frame.at()];
            places.set(at);
            expected.add(frame(before, at, frame, true));
        }
        List<List<Object>> found = new ArrayList<>();
        for (Body.Frame frame : after.frames) {
            boolean added = map.relays.get(frame.at()) || frame.at() == handler;
            if (!added || places.get(frame.at())) {
                found.add(frame(after, frame.at(), frame, false));
            }
        }
        same("number of frames", expected.size(), found.size());
        for (int i = 0; i < expected.size(); i++) {
            same("frame " + i, expected.get(i), found.get(i));
        }
    }

    private List<Object> frame(Body body, int at, Body.Frame frame, boolean old) {
        return List.of(
                at, types(body, frame.node().local, old), types(body, frame.node().stack, old));
    }

    private List<Object> types(Body body, List<Object> types, boolean old) {
        List<Object> found = new ArrayList<>();
        for (Object type : types) {
            if (type instanceof LabelNode made) {
                int at = body.at(made);
                found.add("new at " + (old ? map.insn[at] : at));
            } else {
                found.add(type);
            }
        }
        return found;
    }

    private void compareLines() throws Difference {
        same("number of lines", before.lines.size(), after.lines.size());
        for (int i = 0; i < before.lines.size(); i++) {
            Body.Line line = before.lines.get(i);
            same("line row " + i, new Body.Line(map.rangeStart(line.at()), line.number()), after.lines.get(i));
        }
    }

    private void compareVariables() throws Difference {
        same("local variables", variables(before, true), variables(after, false));
        same(
                "visible annotations of local variables",
                variableAnnotations(before, before.method.visibleLocalVariableAnnotations, true),
                variableAnnotations(after, after.method.visibleLocalVariableAnnotations, false));
        same(
                "invisible annotations of local variables",
                variableAnnotations(before, before.method.invisibleLocalVariableAnnotations, true),
                variableAnnotations(after, after.method.invisibleLocalVariableAnnotations, false));
    }

    private List<Object> variables(Body body, boolean old) {
        List<Object> found = new ArrayList<>();
        if (body.method.localVariables != null) {
            for (LocalVariableNode local : body.method.localVariables) {
                found.add(
                        Arrays.asList(
                                local.index,
                                local.name,
                                local.desc,
                                local.signature,
                                range(body, local.start, old),
                                end(body, local.end, old)));
            }
        }
        return found;
    }

    private int range(Body body, LabelNode label, boolean old) {
        return old ? map.rangeStart(body.at(label)) : body.at(label);
    }

    private List<Object> variableAnnotations(
            Body body, List<LocalVariableAnnotationNode> annotations, boolean old) {
        List<Object> found = new ArrayList<>();
        if (annotations != null) {
            for (LocalVariableAnnotationNode annotation : annotations) {
                found.add(Annotations.text(List.of(annotation)));
                found.add(annotation.index);
                for (int i = 0; i < annotation.start.size(); i++) {
                    found.add(range(body, annotation.start.get(i), old));
                    found.add(end(body, annotation.end.get(i), old));
                }
            }
        }
        return found;
    }

    private static String annotations(AbstractInsnNode node) {
        return Annotations.text(node.visibleTypeAnnotations)
                + Annotations.text(node.invisibleTypeAnnotations);
    }
}
