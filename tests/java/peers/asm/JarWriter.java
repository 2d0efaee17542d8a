import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes entries that were compressed elsewhere, which {@code ZipOutputStream} cannot: with it, all compression would
 * happen on one thread. No more than 65,535 entries and 2 GiB.
 */
final class JarWriter implements Closeable {
    /** An entry ready to be written. */
    static final class Packed {
        final byte[] name;
        final byte[] data;
        final int length;
        final int crc;
        final int size;
        final short method;

        Packed(byte[] name, byte[] data, int length, int crc, int size, short method) {
            this.name = name;
            this.data = data;
            this.length = length;
            this.crc = crc;
            this.size = size;
            this.method = method;
        }
    }

    private static final class Worker {
        final Deflater deflater;
        byte[] buffer = new byte[1 << 16];

        Worker(int level) {
            deflater = new Deflater(level, true);
        }
    }

    private static final short UTF_8_NAMES = 0x800;
    private static final short DEFLATED = 8;
    private static final int FIRST_DAY = 0x00210000; // 1980-01-01, the first that DOS knows

    private static final ThreadLocal<Worker> WORKER = new ThreadLocal<>();

    private final OutputStream output;
    private final List<Packed> entries = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private int offset;

    JarWriter(Path path) throws IOException {
        output = new BufferedOutputStream(Files.newOutputStream(path), 1 << 18);
    }

    /** Compresses with the calling thread's own deflater, which must always be asked for the same level. */
    static Packed pack(String name, byte[] bytes, int level) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        if (level == 0 || bytes.length == 0) {
            return new Packed(utf8, bytes, bytes.length, (int) crc.getValue(), bytes.length, (short) 0);
        }
        Worker worker = WORKER.get();
        if (worker == null) {
            worker = new Worker(level);
            WORKER.set(worker);
        }
        Deflater deflater = worker.deflater;
        deflater.reset();
        deflater.setInput(bytes);
        deflater.finish();
        int length = 0;
        while (!deflater.finished()) {
            if (length == worker.buffer.length) {
                worker.buffer = java.util.Arrays.copyOf(worker.buffer, length * 2);
            }
            length += deflater.deflate(worker.buffer, length, worker.buffer.length - length);
        }
        byte[] data = java.util.Arrays.copyOf(worker.buffer, length);
        return new Packed(utf8, data, length, (int) crc.getValue(), bytes.length, DEFLATED);
    }

    void add(Packed entry) throws IOException {
        ByteBuffer header = header(30).putInt(0x04034b50);
        common(header, entry);
        output.write(header.putShort((short) 0).array());
        output.write(entry.name);
        output.write(entry.data, 0, entry.length);
        offsets.add(offset);
        entries.add(new Packed(entry.name, null, entry.length, entry.crc, entry.size, entry.method));
        offset += 30 + entry.name.length + entry.length;
    }

    @Override
    public void close() throws IOException {
        int start = offset;
        for (int i = 0; i < entries.size(); i++) {
            Packed entry = entries.get(i);
            ByteBuffer header = header(46).putInt(0x02014b50).putShort((short) 20);
            common(header, entry);
            output.write(header.putInt(42, offsets.get(i)).array());
            output.write(entry.name);
            offset += 46 + entry.name.length;
        }
        ByteBuffer end = header(22).putInt(0x06054b50).putInt(0);
        end.putShort((short) entries.size()).putShort((short) entries.size());
        output.write(end.putInt(offset - start).putInt(start).array());
        output.close();
    }

    private static ByteBuffer header(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void common(ByteBuffer header, Packed entry) {
        header.putShort((short) 20).putShort(UTF_8_NAMES).putShort(entry.method).putInt(FIRST_DAY);
        header.putInt(entry.crc).putInt(entry.length).putInt(entry.size).putShort((short) entry.name.length);
    }
}
