package proof;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/** What the instrumenter was asked to do. */
record Rules(String owner, Exits exits, boolean entryAfterSuper) {
    enum Exits {
        NORMAL,
        THROW,
        UNWIND
    }

    static Rules from(Map<String, List<String>> options) {
        String owner =
                options.getOrDefault("owner", List.of("com/tencent/matrix/trace/core/AppMethodBeat")).get(0);
        String exits = options.getOrDefault("exits", List.of("throw")).get(0);
        String entry = options.getOrDefault("constructor-entry", List.of("start")).get(0);
        return new Rules(owner, Exits.valueOf(exits.toUpperCase()), entry.equals("after-super"));
    }

    static boolean isReturn(int opcode) {
        return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    }

    static boolean isConditional(int opcode) {
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.IF_ACMPNE
                || opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL;
    }

    /** The branch that is taken exactly when {@code opcode} is not. */
    static int inverse(int opcode) {
        return switch (opcode) {
            case Opcodes.IFEQ -> Opcodes.IFNE;
            case Opcodes.IFNE -> Opcodes.IFEQ;
            case Opcodes.IFLT -> Opcodes.IFGE;
            case Opcodes.IFGE -> Opcodes.IFLT;
            case Opcodes.IFGT -> Opcodes.IFLE;
            case Opcodes.IFLE -> Opcodes.IFGT;
            case Opcodes.IF_ICMPEQ -> Opcodes.IF_ICMPNE;
            case Opcodes.IF_ICMPNE -> Opcodes.IF_ICMPEQ;
            case Opcodes.IF_ICMPLT -> Opcodes.IF_ICMPGE;
            case Opcodes.IF_ICMPGE -> Opcodes.IF_ICMPLT;
            case Opcodes.IF_ICMPGT -> Opcodes.IF_ICMPLE;
            case Opcodes.IF_ICMPLE -> Opcodes.IF_ICMPGT;
            case Opcodes.IF_ACMPEQ -> Opcodes.IF_ACMPNE;
            case Opcodes.IF_ACMPNE -> Opcodes.IF_ACMPEQ;
            case Opcodes.IFNULL -> Opcodes.IFNONNULL;
            case Opcodes.IFNONNULL -> Opcodes.IFNULL;
            default -> -1;
        };
    }
}
