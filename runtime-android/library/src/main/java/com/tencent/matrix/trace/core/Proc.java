package com.tencent.matrix.trace.core;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/** What the kernel says of this process, see {@code proc(5)}. */
final class Proc {
    /** Longer ones are cut; the files at hand have far less. */
    private static final int LENGTH = 16_384;

    private Proc() {
    }

    /** A file in {@code /proc/self}. */
    static String self(String name) throws IOException {
        InputStream file = new FileInputStream("/proc/self/" + name);
        try {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] some = new byte[1_024];
            int length;
            while (all.size() < LENGTH && (length = file.read(some)) >= 0) {
                all.write(some, 0, length);
            }
            return all.toString("UTF-8");
        } finally {
            file.close();
        }
    }

    /** Field of {@code stat}, counted from 1, from the third on: the second one may hold spaces and brackets. */
    static int statField(String stat, int number) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ");
        return Integer.parseInt(fields[number - 3]);
    }

    /** Value of a line {@code key:  value kB} in {@code status}. */
    static long statusKib(String status, String key) {
        int at = status.indexOf("\n" + key + ":");
        if (at < 0) {
            throw new IllegalArgumentException("no " + key);
        }
        int begin = at + key.length() + 2;
        int end = status.indexOf(" kB", begin);
        if (end < 0) {
            throw new IllegalArgumentException("no number of " + key);
        }
        return Long.parseLong(status.substring(begin, end).trim());
    }
}
