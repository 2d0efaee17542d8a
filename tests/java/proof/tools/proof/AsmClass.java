package proof;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** A class as ASM reads it, with the byte offset of every instruction. */
final class AsmClass {
    final List<MethodNode> methods;
    /** Per method: the offsets of its instructions. */
    final List<List<Integer>> offsets = new ArrayList<>();

    AsmClass(byte[] bytes) {
        ClassNode node =
                new ClassNode(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String type, String signature, String[] thrown) {
                        offsets.add(new ArrayList<>());
                        return super.visitMethod(access, name, type, signature, thrown);
                    }
                };
        new ClassReader(bytes) {
            @Override
            protected void readBytecodeInstructionOffset(int offset) {
                offsets.get(offsets.size() - 1).add(offset);
            }
        }.accept(node, ClassReader.EXPAND_FRAMES);
        methods = node.methods;
    }
}
