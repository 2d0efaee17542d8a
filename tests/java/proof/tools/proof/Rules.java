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
}
