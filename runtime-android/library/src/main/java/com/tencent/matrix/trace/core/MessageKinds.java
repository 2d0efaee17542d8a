package com.tencent.matrix.trace.core;

import java.util.Arrays;
import org.json.JSONException;

/**
 * Numbers for kinds of message, from the line that a looper prints at a message's begin:
 * {@code >>>>> Dispatching to Handler (android.os.Handler) {1f2e3d} app.Work@4c5b6a: 0}.
 *
 * <p>Of one kind are messages whose lines differ in nothing but identity hashes. Known kinds are found without an
 * allocation. Main thread only.
 */
final class MessageKinds {
    /** More are not told apart: an app that prints a counter would have no end of them. */
    static final int MAX = 1_024;
    /** Of a longer line only the begin and the number at its end count. */
    private static final int LENGTH = 512;
    private static final int SLOTS = 2 * MAX;
    /** Lines that are remembered as a whole. */
    private static final int RECENT = 256;
    private static final String MARK = ">>>>> Dispatching to ";
    private static final int BEGIN = MARK.length();

    /** Hears of each new kind before it is used. */
    interface Texts {
        void kind(int number, String text) throws JSONException;
    }

    private final Texts texts;
    private final long[] hashes = new long[SLOTS];
    private final int[] numbers = new int[SLOTS];
    private int count;

    /**
     * Most messages are of a few targets and callbacks that live long, so their lines come again with all hashes.
     * To find one takes what the system has compiled long before the app's code is.
     */
    private final String[] recent = new String[RECENT];
    private final int[] recentNumbers = new int[RECENT];

    MessageKinds(Texts texts) {
        this.texts = texts;
    }

    /** Number of the line's kind, from 1; 0 if there are too many kinds. */
    int of(String line) throws JSONException {
        if (line.length() > LENGTH) {
            return find(line);
        }
        int hash = line.hashCode();
        int place = (hash ^ hash >>> 16) & RECENT - 1;
        if (!line.equals(recent[place])) {
            recentNumbers[place] = find(line);
            recent[place] = line;
        }
        return recentNumbers[place];
    }

    private int find(String line) throws JSONException {
        long hash = hash(line);
        int slot = (int) (hash ^ hash >>> 32) & SLOTS - 1;
        while (numbers[slot] != 0) {
            if (hashes[slot] == hash) {
                return numbers[slot];
            }
            slot = slot + 1 & SLOTS - 1;
        }
        if (count == MAX) {
            return 0;
        }
        count++;
        hashes[slot] = hash;
        numbers[slot] = count;
        texts.kind(count, text(line));
        return count;
    }

    /** Who heard of the kinds is gone. */
    void forget() {
        Arrays.fill(numbers, 0);
        Arrays.fill(recent, null);
        count = 0;
    }

    /** FNV-1a over what {@link #text} keeps. */
    private static long hash(String line) {
        long hash = 0xcbf29ce484222325L;
        int length = line.length();
        // All lines have the same begin.
        for (int at = Math.min(BEGIN, length); at < length; at++) {
            if (at == LENGTH) {
                at = Math.max(at, lastColon(line));
                if (at == length) {
                    break;
                }
            }
            char next = line.charAt(at);
            if (next == '@' || next == ' ') {
                int end = identityEnd(line, at);
                if (end > at) {
                    at = end - 1;
                    continue;
                }
            }
            hash = (hash ^ next) * 0x100000001b3L;
        }
        return hash;
    }

    /** {@code target callback what}. */
    static String text(String line) {
        int begin = line.startsWith(MARK) ? BEGIN : 0;
        int colon = lastColon(line);
        StringBuilder text = new StringBuilder(line.length());
        for (int at = begin; at < line.length(); at++) {
            int end = identityEnd(line, at);
            if (end > at) {
                at = end - 1;
            } else if (at != colon) {
                text.append(line.charAt(at));
            }
        }
        return plainTarget(text.toString());
    }

    /** The last colon, which stands before the number; the line's length if there is none. */
    private static int lastColon(String line) {
        int colon = line.lastIndexOf(':');
        return colon < 0 ? line.length() : colon;
    }

    /** {@code Handler (its.Class)} is its class. */
    private static String plainTarget(String text) {
        int end = text.indexOf(')');
        return text.startsWith("Handler (") && end > 0
                ? text.substring("Handler (".length(), end) + text.substring(end + 1)
                : text;
    }

    /** Where the identity hash ends that begins at {@code at}, as {@code " {1f2e}"} or {@code @1f2e}; else {@code at}. */
    private static int identityEnd(String line, int at) {
        char first = line.charAt(at);
        if (first == '@') {
            int end = hexEnd(line, at + 1);
            return end > at + 1 ? end : at;
        }
        if (first == ' ' && at + 1 < line.length() && line.charAt(at + 1) == '{') {
            int end = hexEnd(line, at + 2);
            return end > at + 2 && end < line.length() && line.charAt(end) == '}' ? end + 1 : at;
        }
        return at;
    }

    private static int hexEnd(String line, int at) {
        int end = at;
        while (end < line.length() && isHex(line.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isHex(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'f';
    }
}
