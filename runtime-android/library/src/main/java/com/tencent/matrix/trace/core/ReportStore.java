package com.tencent.matrix.trace.core;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Locale;

/**
 * Files of JSON lines in a folder that is kept below a size.
 *
 * <p>A line is one write to a file that is opened for it: there are few of them, what is written outlives the
 * process, and it
 * does not matter what others do to the folder between two lines. A line that the process or the disk did not
 * finish is cut off before the next one. For one thread.
 */
final class ReportStore {
    /** Files that the limit is divided into: the oldest goes as a whole. */
    private static final int FILES = 8;

    private static final Charset UTF_8 = Charset.forName("UTF-8");
    private static final String PREFIX = "reports-";
    private static final String SUFFIX = ".jsonl";

    private final File folder;
    private final long limit;
    /** Whether the newest file is known to end with a whole line. */
    private boolean whole;

    /**
     * @param folder made when it is needed
     * @param limit in bytes
     */
    ReportStore(File folder, long limit) {
        this.folder = folder;
        this.limit = limit;
    }

    /** The folder of a process in that of the app. Different names give different folders. */
    static File folderOf(File root, String process) {
        StringBuilder name = new StringBuilder();
        for (byte unit : process.getBytes(UTF_8)) {
            char c = (char) (unit & 0xFF);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
                    || c == '.' && name.length() > 0;
            name.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
        }
        return new File(root, name.length() == 0 ? "%" : name.toString());
    }

    /**
     * Adds a line.
     *
     * @param json without line breaks
     * @throws IOException if the disk does not take it; then nothing of it is left
     */
    void append(String json) throws IOException {
        byte[] line = (json + "\n").getBytes(UTF_8);
        if (line.length > limit) {
            throw new IOException("a report of " + line.length + " bytes is more than the folder may hold");
        }
        if (!folder.isDirectory() && !folder.mkdirs() && !folder.isDirectory()) {
            throw new IOException("no folder " + folder);
        }
        File[] files = files();
        File newest = files.length == 0 ? named(1) : files[files.length - 1];
        if (!whole) {
            cutTornLine(newest);
        }
        whole = false;
        if (newest.length() > 0 && newest.length() + line.length > limit / FILES) {
            newest = named(numberOf(newest) + 1);
        }
        makeRoom(files, newest, line.length);
        write(newest, line);
        whole = true;
    }

    /** All files, the oldest first; none if there is no folder yet. */
    File[] files() throws IOException {
        String[] names = folder.list();
        if (names == null && !folder.exists()) {
            return new File[0];
        }
        if (names == null) {
            throw new IOException("the folder cannot be read: " + folder);
        }
        int found = 0;
        for (String name : names) {
            if (isOurs(name)) {
                names[found++] = name;
            }
        }
        Arrays.sort(names, 0, found);
        File[] files = new File[found];
        for (int at = 0; at < found; at++) {
            files[at] = new File(folder, names[at]);
        }
        return files;
    }

    private void makeRoom(File[] files, File keep, long needed) throws IOException {
        long total = needed;
        for (File file : files) {
            total += file.length();
        }
        for (File oldest : files) {
            if (total <= limit || oldest.equals(keep)) {
                return;
            }
            long length = oldest.length();
            if (!oldest.delete() && oldest.exists()) {
                throw new IOException("cannot be deleted to make room: " + oldest);
            }
            total -= length;
        }
    }

    private static void write(File file, byte[] line) throws IOException {
        RandomAccessFile open = new RandomAccessFile(file, "rw");
        try {
            long end = open.length();
            boolean whole = false;
            try {
                open.seek(end);
                open.write(line);
                whole = true;
            } finally {
                if (!whole) {
                    open.setLength(end);
                }
            }
        } finally {
            open.close();
        }
    }

    private static void cutTornLine(File file) throws IOException {
        if (!file.exists()) {
            return;
        }
        RandomAccessFile open = new RandomAccessFile(file, "rw");
        try {
            byte[] block = new byte[4096];
            long end = open.length();
            while (end > 0) {
                int length = (int) Math.min(block.length, end);
                open.seek(end - length);
                open.readFully(block, 0, length);
                int at = length - 1;
                while (at >= 0 && block[at] != '\n') {
                    at--;
                }
                if (at >= 0) {
                    end = end - length + at + 1;
                    break;
                }
                end -= length;
            }
            if (end < open.length()) {
                open.setLength(end);
            }
        } finally {
            open.close();
        }
    }

    private File named(long number) {
        // Ten digits: names are in the order of their numbers.
        return new File(folder, String.format(Locale.ROOT, "%s%010d%s", PREFIX, number, SUFFIX));
    }

    private static boolean isOurs(String name) {
        int length = PREFIX.length() + 10 + SUFFIX.length();
        if (name.length() != length || !name.startsWith(PREFIX) || !name.endsWith(SUFFIX)) {
            return false;
        }
        for (int at = PREFIX.length(); at < PREFIX.length() + 10; at++) {
            if (name.charAt(at) < '0' || name.charAt(at) > '9') {
                return false;
            }
        }
        return true;
    }

    private static long numberOf(File file) {
        return Long.parseLong(file.getName().substring(PREFIX.length(), PREFIX.length() + 10));
    }
}
