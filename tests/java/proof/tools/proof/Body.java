package proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** A method's instructions by number: labels, frames and lines become positions among them. */
final class Body {
    /** A frame before the instruction {@code at}. */
    record Frame(int at, FrameNode node) {}

    /** A line that begins with the instruction {@code at}. */
    record Line(int at, int number) {}

    final MethodNode method;
    final List<Integer> offsets;
    final List<AbstractInsnNode> insns = new ArrayList<>();
    final List<Frame> frames = new ArrayList<>();
    final List<Line> lines = new ArrayList<>();
    private final Map<LabelNode, Integer> labels = new HashMap<>();

    Body(MethodNode method, List<Integer> offsets) {
        this.method = method;
        this.offsets = offsets;
        for (AbstractInsnNode node : method.instructions) {
            if (node.getOpcode() >= 0) {
                insns.add(node);
            } else if (node instanceof LabelNode label) {
                labels.put(label, insns.size());
            } else if (node instanceof FrameNode frame) {
                frames.add(new Frame(insns.size(), frame));
            } else if (node instanceof LineNumberNode line) {
                lines.add(new Line(insns.size(), line.line));
            }
        }
        if (offsets.size() != insns.size()) {
            throw new IllegalStateException("instructions and offsets differ in number");
        }
    }

    int size() {
        return insns.size();
    }

    int opcode(int at) {
        return at < insns.size() ? insns.get(at).getOpcode() : -1;
    }

    int at(LabelNode label) {
        return labels.get(label);
    }

    boolean isCaught(int at) {
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (at(block.start) <= at && at < at(block.end)) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code push id; invokestatic owner.name(I)V} begins at {@code at}. */
    boolean isCall(int at, String owner, String name, int id) {
        return at + 1 < insns.size()
                && pushed(insns.get(at)) == id
                && insns.get(at + 1) instanceof MethodInsnNode call
                && call.getOpcode() == Opcodes.INVOKESTATIC
                && !call.itf
                && call.owner.equals(owner)
                && call.name.equals(name)
                && call.desc.equals("(I)V");
    }

    private static int pushed(AbstractInsnNode node) {
        if (node instanceof LdcInsnNode ldc && ldc.cst instanceof Integer value) {
            return value;
        }
        if (node instanceof IntInsnNode push && push.getOpcode() != Opcodes.NEWARRAY) {
            return push.operand;
        }
        if (node instanceof InsnNode constant
                && constant.getOpcode() >= Opcodes.ICONST_0
                && constant.getOpcode() <= Opcodes.ICONST_5) {
            return constant.getOpcode() - Opcodes.ICONST_0;
        }
        return -1;
    }
}
