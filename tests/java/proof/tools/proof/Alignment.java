package proof;

import java.util.BitSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Where each instruction of the original is in the instrumented method.
 *
 * <p>Two maps, because a position is one of two things. {@link #insn} follows the instruction itself:
 * an uninitialised object's {@code new}, the cast that an annotation is on. {@link #start} is where
 * a jump to the instruction must land: in front of the exit call that was put before it.
 */
final class Alignment {
    /** Stands for an id where a method only got a call of {@code at}. */
    static final int FOCUS_ONLY = -1;

    final int[] insn;
    final int[] start;
    /** Where a range that ended before the instruction ends now: entry code is never in it. */
    final int[] end;
    /**
     * Places of relays in the new method: jumps put behind code that never falls through, for branches
     * whose own sixteen bits no longer reach their targets.
     */
    final BitSet relays = new BitSet();
    /** Calls of {@code at} found. */
    int focusCalls;
    /** Where the handler that was added in {@code unwind} mode begins, or -1. */
    int handler = -1;
    /** Entry calls found. */
    int entries;
    private final Body before;
    private final Body after;
    private final Rules rules;
    private final int id;
    private int next;

    Alignment(Body before, Body after, Rules rules, int id) throws Difference {
        this.before = before;
        this.after = after;
        this.rules = rules;
        this.id = id;
        insn = new int[before.size()];
        start = new int[before.size() + 1];
        end = new int[before.size() + 1];
        boolean constructor = before.method.name.equals("<init>");
        boolean deferred = constructor && rules.entryAfterSuper();
        if (!deferred && id != FOCUS_ONLY) {
            call("i", "the entry");
            entries++;
        }
        focus();
        int beforeEntry = 0;
        boolean entered = false;
        for (int i = 0; i < before.size(); i++) {
            int behindLast = next;
            relays(i);
            start[i] = next;
            end[i] = i == 0 || entered ? beforeEntry : behindLast;
            entered = false;
            exit(i, deferred);
            insn[i] = next;
            step(i);
            beforeEntry = next;
            if (deferred
                    && before.insns.get(i) instanceof MethodInsnNode made
                    && made.name.equals("<init>")
                    && after.isCall(next, rules.owner(), "i", id)) {
                next += 2;
                entries++;
                entered = true;
            }
        }
        end[before.size()] = next;
        relays(before.size());
        start[before.size()] = next;
        if (id == FOCUS_ONLY ? focusCalls == 0 : entries == 0) {
            throw new Difference("no entry call");
        }
        // A method of nothing but its returns has nothing to unwind.
        if (rules.exits() == Rules.Exits.UNWIND && next < after.size()) {
            handler = next;
            call("o", "the handler at the end");
            if (after.opcode(next++) != Opcodes.ATHROW) {
                throw new Difference("the handler at the end does not throw again");
            }
        }
        if (next != after.size()) {
            throw new Difference("instructions after the end of the original: " + (after.size() - next));
        }
    }

    private void call(String name, String where) throws Difference {
        if (!after.isCall(next, rules.owner(), name, id)) {
            throw new Difference(where + " is not followed by " + name + "(" + id + ") at " + next);
        }
        next += 2;
    }

    private void focus() {
        boolean candidate =
                before.method.name.equals("onWindowFocusChanged")
                        && before.method.desc.equals("(Z)V")
                        && (before.method.access & Opcodes.ACC_STATIC) == 0;
        if (candidate
                && after.insns.get(next) instanceof VarInsnNode self
                && self.getOpcode() == Opcodes.ALOAD
                && self.var == 0
                && after.insns.get(next + 1) instanceof VarInsnNode focus
                && focus.getOpcode() == Opcodes.ILOAD
                && focus.var == 1
                && after.insns.get(next + 2) instanceof MethodInsnNode at
                && at.getOpcode() == Opcodes.INVOKESTATIC
                && at.owner.equals(rules.owner())
                && at.name.equals("at")
                && at.desc.equals("(Landroid/app/Activity;Z)V")) {
            next += 3;
            focusCalls++;
        }
    }

    /** Consumes the exit call that instruction {@code i} must have. */
    private void exit(int i, boolean deferred) throws Difference {
        int opcode = before.opcode(i);
        if (id == FOCUS_ONLY) {
            return;
        }
        if (Rules.isReturn(opcode)) {
            call("o", "before the return " + i);
        } else if (opcode == Opcodes.ATHROW) {
            boolean found = after.isCall(next, rules.owner(), "o", id);
            boolean wanted =
                    switch (rules.exits()) {
                        case NORMAL -> false;
                        case THROW -> !before.isCaught(i);
                        // Before super(...) no handler may be added; elsewhere there must be one.
                        case UNWIND -> !after.isCaught(found ? next + 2 : next);
                    };
            // Before super(...) nothing was entered yet: leaving that way needs no exit.
            if (found != wanted && !(deferred && !found)) {
                throw new Difference("athrow " + i + (wanted ? " without" : " with") + " an exit call");
            }
            if (found) {
                next += 2;
            }
        }
    }

    /** Consumes the relays before instruction {@code i}: the jumps that the original does not have. */
    private void relays(int i) {
        boolean isGap = i > 0 && endsFlow(before.opcode(i - 1));
        for (int more = isGap ? jumps(after, next) - jumps(before, i) : 0; more > 0; more--) {
            relays.set(next++);
        }
    }

    private static boolean endsFlow(int opcode) {
        return Rules.isReturn(opcode)
                || opcode == Opcodes.ATHROW
                || opcode == Opcodes.GOTO
                || opcode == Opcodes.RET
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH;
    }

    private static int jumps(Body body, int at) {
        int count = 0;
        while (body.opcode(at + count) == Opcodes.GOTO) {
            count++;
        }
        return count;
    }

    /** Consumes instruction {@code i} itself. */
    private void step(int i) throws Difference {
        int opcode = before.opcode(i);
        if (after.opcode(next) != opcode) {
            throw new Difference(
                    "instruction " + i + " was opcode " + opcode + ", is " + after.opcode(next) + " at " + next);
        }
        next++;
    }

    /** Where a jump to {@code label} of the new method ends up, through a relay or directly. */
    int destination(LabelNode label) {
        int at = after.at(label);
        return relays.get(at) ? after.at(((JumpInsnNode) after.insns.get(at)).label) : at;
    }

    /** Where a range or a line that began at {@code i} begins now: the very start stays the start. */
    int rangeStart(int i) {
        return i == 0 ? 0 : start[i];
    }
}
