import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The least that an instrumenter on ASM can do: one pass, every method with code, {@code i(id)} at its start and
 * {@code o(id)} before each return, the constant pool copied and the frames passed through as they are. No selection,
 * no hierarchy, no mapping: {@code AsmLean IN.jar OUT.jar LEVEL THREADS [--warm N]}, level 0 stores.
 */
public final class AsmLean {
    private static final String OWNER = "com/tencent/matrix/trace/core/AppMethodBeat";
    /** Entries that a thread takes at a time. */
    private static final int BATCH = 64;

    private AsmLean() {}

    public static void main(String[] arguments) throws Exception {
        Path input = Paths.get(arguments[0]);
        Path output = Paths.get(arguments[1]);
        int level = Integer.parseInt(arguments[2]);
        int threads = Integer.parseInt(arguments[3]);
        if (arguments.length == 4) {
            instrument(input, output, level, threads);
            return;
        }
        for (int i = Integer.parseInt(arguments[5]); i > 0; i--) {
            long start = System.nanoTime();
            instrument(input, output, level, threads);
            System.out.println((System.nanoTime() - start) / 1_000_000);
        }
    }

    private static void instrument(Path input, Path output, int level, int threads) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        AtomicInteger ids = new AtomicInteger();
        try (ZipFile jar = new ZipFile(input.toFile());
                JarWriter writer = new JarWriter(output)) {
            List<ZipEntry> entries = new ArrayList<>();
            jar.stream().forEach(entries::add);
            List<Future<List<JarWriter.Packed>>> batches = new ArrayList<>();
            for (int from = 0; from < entries.size(); from += BATCH) {
                List<ZipEntry> batch = entries.subList(from, Math.min(from + BATCH, entries.size()));
                batches.add(executor.submit(() -> {
                    List<JarWriter.Packed> packed = new ArrayList<>(batch.size());
                    for (ZipEntry entry : batch) {
                        byte[] bytes = jar.getInputStream(entry).readAllBytes();
                        String name = entry.getName();
                        if (name.endsWith(".class") && !name.endsWith("module-info.class")) {
                            bytes = rewrite(bytes, ids);
                        }
                        packed.add(JarWriter.pack(name, bytes, level));
                    }
                    return packed;
                }));
            }
            for (int i = 0; i < batches.size(); i++) {
                for (JarWriter.Packed packed : batches.set(i, null).get()) {
                    writer.add(packed);
                }
            }
        } finally {
            executor.shutdown();
        }
    }

    private static byte[] rewrite(byte[] bytes, AtomicInteger ids) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String desc, String sign, String[] thrown) {
                        MethodVisitor next = super.visitMethod(access, name, desc, sign, thrown);
                        boolean code = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
                        return code ? new Calls(next, ids.incrementAndGet()) : next;
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Calls extends MethodVisitor {
        private final int id;

        Calls(MethodVisitor next, int id) {
            super(Opcodes.ASM9, next);
            this.id = id;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            call("i");
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                call("o");
            }
            super.visitInsn(opcode);
        }

        private void call(String name) {
            if (id <= Short.MAX_VALUE) {
                super.visitIntInsn(Opcodes.SIPUSH, id);
            } else {
                super.visitLdcInsn(id);
            }
            super.visitMethodInsn(Opcodes.INVOKESTATIC, OWNER, name, "(I)V", false);
        }
    }
}
