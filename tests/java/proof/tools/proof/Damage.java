package proof;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One kind of damage to an instrumented method, of the sort that a wrong instrumenter does. Answers
 * whether the method had something to damage.
 */
interface Damage {
    /** {@code pcs} are the positions of the method's instructions. */
    boolean apply(RawClass file, RawClass.Code code, List<Integer> pcs);

    int SIPUSH = 0x11;
    int INVOKESTATIC = 0xB8;
    int CALL_LENGTH = 6;

    Map<String, Damage> KINDS = new TreeMap<>(Map.ofEntries(
            Map.entry("entry-dropped", (file, code, pcs) -> nops(file, code, 0)),
            Map.entry("exit-dropped", (file, code, pcs) -> nops(file, code, lastCall(file, code, pcs))),
            Map.entry("entry-id", (file, code, pcs) -> add(file, code.start() + 1, 1)),
            Map.entry("exit-id", (file, code, pcs) -> add(file, code.start() + lastCall(file, code, pcs) + 1, 1)),
            Map.entry("jump-behind-exit", Damage::jumpBehindExit),
            Map.entry("try-start", (file, code, pcs) -> tryRange(file, code, pcs, 0)),
            Map.entry("try-end", (file, code, pcs) -> tryRange(file, code, pcs, 2)),
            Map.entry("handler", (file, code, pcs) -> tryRange(file, code, pcs, 4)),
            Map.entry("frame-type", Damage::frameType),
            Map.entry("frame-place", Damage::framePlace),
            Map.entry("line-number", (file, code, pcs) -> table(file, code, "LineNumberTable", 2)),
            Map.entry("variable-name", (file, code, pcs) -> table(file, code, "LocalVariableTable", 4)),
            Map.entry("variable-slot", (file, code, pcs) -> table(file, code, "LocalVariableTable", 8)),
            Map.entry("variable-end", Damage::variableEnd),
            Map.entry("max-stack", (file, code, pcs) -> add(file, code.start() - 8, 3)),
            Map.entry("max-locals", (file, code, pcs) -> add(file, code.start() - 6, 1))));

    private static boolean add(RawClass file, int offset, int by) {
        int value = file.u2(offset) + by;
        file.bytes[offset] = (byte) (value >> 8);
        file.bytes[offset + 1] = (byte) value;
        return true;
    }

    static boolean isCall(RawClass file, RawClass.Code code, int pc) {
        int at = code.start() + pc;
        return pc + CALL_LENGTH < code.end() - code.start()
                && file.u1(at) == SIPUSH
                && file.u1(at + 3) == INVOKESTATIC;
    }

    private static boolean nops(RawClass file, RawClass.Code code, int pc) {
        for (int i = 0; i < CALL_LENGTH; i++) {
            file.bytes[code.start() + pc + i] = 0;
        }
        return true;
    }

    private static int lastCall(RawClass file, RawClass.Code code, List<Integer> pcs) {
        int last = 0;
        for (int pc : pcs) {
            last = isCall(file, code, pc) ? pc : last;
        }
        return last;
    }

    private static boolean jumpBehindExit(RawClass file, RawClass.Code code, List<Integer> pcs) {
        for (int pc : pcs) {
            int opcode = file.u1(code.start() + pc);
            boolean isJump = opcode >= 0x99 && opcode <= 0xA7 || opcode == 0xC6 || opcode == 0xC7;
            if (isJump && isCall(file, code, pc + (short) file.u2(code.start() + pc + 1))) {
                return add(file, code.start() + pc + 1, CALL_LENGTH);
            }
        }
        return false;
    }

    /** Moves a bound of the first try block to the next instruction. */
    private static boolean tryRange(RawClass file, RawClass.Code code, List<Integer> pcs, int field) {
        if (code.handlerCount() == 0) {
            return false;
        }
        int at = code.handlers() + field;
        int index = pcs.indexOf(file.u2(at));
        return index >= 0 && index + 2 < pcs.size() && add(file, at, pcs.get(index + 1) - pcs.get(index));
    }

    /** Turns the int that the first frame appends into a float. */
    private static boolean frameType(RawClass file, RawClass.Code code, List<Integer> pcs) {
        RawClass.Attribute frames = code.attribute("StackMapTable");
        if (frames == null) {
            return false;
        }
        int kind = file.u1(frames.start() + 2);
        return kind >= 252 && kind <= 254 && file.u1(frames.start() + 5) == 1
                && add(file, frames.start() + 4, 1);
    }

    /** Moves the first frame, and all that follow it, one instruction on. */
    private static boolean framePlace(RawClass file, RawClass.Code code, List<Integer> pcs) {
        RawClass.Attribute frames = code.attribute("StackMapTable");
        if (frames == null || file.u1(frames.start() + 2) != 252) {
            return false;
        }
        int index = pcs.indexOf(file.u2(frames.start() + 3));
        return index >= 0 && index + 1 < pcs.size()
                && add(file, frames.start() + 3, pcs.get(index + 1) - pcs.get(index));
    }

    private static boolean table(RawClass file, RawClass.Code code, String name, int field) {
        RawClass.Attribute table = code.attribute(name);
        return table != null && file.u2(table.start()) > 0 && add(file, table.start() + 2 + field, 1);
    }

    /** Ends a variable at the last instruction where it ended behind it. */
    private static boolean variableEnd(RawClass file, RawClass.Code code, List<Integer> pcs) {
        RawClass.Attribute table = code.attribute("LocalVariableTable");
        int length = code.end() - code.start();
        if (table == null || file.u2(table.start()) == 0) {
            return false;
        }
        int row = table.start() + 2;
        return file.u2(row) + file.u2(row + 2) == length && add(file, row + 2, pcs.get(pcs.size() - 1) - length);
    }
}
