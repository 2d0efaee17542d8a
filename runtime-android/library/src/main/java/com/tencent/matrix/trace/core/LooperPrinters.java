package com.tencent.matrix.trace.core;

import android.os.Looper;
import android.util.Printer;
import java.lang.reflect.Field;

/**
 * Hears of messages by the line that the looper prints at the begin and the end of each.
 *
 * <p>A looper has one printer. An earlier one is called by ours. One that is set later may call ours, or may not;
 * nothing but hearing tells. Only if ours is not called any more, another one is put round the later one.
 */
final class LooperPrinters implements LooperMonitor.Source {
    private final LooperMonitor monitor;
    private final Looper looper;
    private final Field current;
    /** The one of ours that counts; others may still be in somebody's chain. */
    private Link active;
    /** A printer that is not ours, and how much was heard when it was seen first. */
    private Printer later;
    private long heardThen;

    private LooperPrinters(LooperMonitor monitor, Looper looper) {
        this.monitor = monitor;
        this.looper = looper;
        current = find();
    }

    /** Null if it cannot be. */
    static LooperMonitor.Source install(LooperMonitor monitor, Looper looper) {
        try {
            LooperPrinters printers = new LooperPrinters(monitor, looper);
            printers.hook(printers.current());
            return printers;
        } catch (Throwable why) {
            Log.line("the main looper cannot be watched", why);
            return null;
        }
    }

    private static Field find() {
        try {
            return Hidden.field(Looper.class, "mLogging");
        } catch (Exception why) {
            Log.line("the looper's printer cannot be read: an earlier one is not called any more", why);
            return null;
        }
    }

    @Override
    public void remove() {
        Link old = active;
        // From here on it only passes lines on, wherever it is.
        active = null;
        if (old != null && (current == null || current() == old)) {
            looper.setMessageLogging(old.earlier);
        }
    }

    @Override
    public LooperMonitor.Check check() {
        if (current == null) {
            return LooperMonitor.Check.FINE;
        }
        Printer now = current();
        if (now == active) {
            later = null;
            return LooperMonitor.Check.FINE;
        }
        if (now instanceof Link && ((Link) now).isOf(this)) {
            // Somebody has put back what he found.
            active = (Link) now;
            return LooperMonitor.Check.HOOKED;
        }
        if (now != null && now != later) {
            later = now;
            heardThen = active.heard;
            return LooperMonitor.Check.UNSURE;
        }
        if (now != null && active.heard != heardThen) {
            heardThen = active.heard;
            return LooperMonitor.Check.FINE;
        }
        hook(now);
        return LooperMonitor.Check.HOOKED;
    }

    private void hook(Printer earlier) {
        later = null;
        active = new Link(earlier);
        looper.setMessageLogging(active);
    }

    private Printer current() {
        try {
            return current == null ? null : (Printer) current.get(looper);
        } catch (IllegalAccessException why) {
            throw new IllegalStateException(why);
        }
    }

    /** Ours in the chain of printers. What the others throw is theirs. */
    private final class Link implements Printer {
        private final Printer earlier;
        private long heard;

        Link(Printer earlier) {
            this.earlier = earlier;
        }

        boolean isOf(LooperPrinters printers) {
            return printers == LooperPrinters.this;
        }

        @Override
        public void println(String line) {
            char mark = line == null || line.isEmpty() ? 0 : line.charAt(0);
            // The earlier printer's time is not the message's.
            if (mark == '<' && active == this) {
                monitor.ends();
            }
            if (earlier != null) {
                earlier.println(line);
            }
            if (mark == '>' && active == this) {
                heard++;
                monitor.begins(line);
            }
        }
    }
}
