package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Test;

/** Records, without a tracer. The thread that asks first for the stand-in of the main looper is the main thread. */
public class AppMethodBeatTest {
    private static final long ENTER = 1L << 63;
    private static final long TIME = (1L << 43) - 1;

    private final long[] ring = new long[8];

    @After
    public void release() {
        AppMethodBeat.release();
        AppMethodBeat.tick = -2;
        AppMethodBeat.written = 0;
    }

    private void record() {
        AppMethodBeat.record(ring);
        AppMethodBeat.written = 0;
    }

    @Test
    public void anEnterAndAnExitAreRecordsWithTimes() throws Exception {
        record();
        long before = (System.nanoTime() - AppMethodBeat.BASE) >> 10;
        AppMethodBeat.i(0xFFFFF);
        TimeUnit.MILLISECONDS.sleep(2);
        AppMethodBeat.o(7);
        long after = (System.nanoTime() - AppMethodBeat.BASE) >> 10;
        assertEquals(2, AppMethodBeat.written);
        assertEquals(ENTER | 0xFFFFFL << 43, ring[0] & ~TIME);
        assertEquals(7L << 43, ring[1] & ~TIME);
        long begin = ring[0] & TIME;
        long end = ring[1] & TIME;
        assertTrue(before <= begin && begin + 1_900 < end && end <= after);
    }

    @Test
    public void aFullRingStartsOver() {
        record();
        for (int id = 0; id < 19; id++) {
            AppMethodBeat.i(id);
        }
        assertEquals(19, AppMethodBeat.written);
        assertEquals(18, ring[18 & 7] >> 43 & 0xFFFFF);
        assertEquals(11, ring[11 & 7] >> 43 & 0xFFFFF);
    }

    @Test
    public void otherThreadsAreNotRecorded() throws Exception {
        record();
        Thread other = new Thread(() -> AppMethodBeat.i(1));
        other.start();
        other.join();
        assertEquals(0, AppMethodBeat.written);
        assertTrue(AppMethodBeat.recordsThisThread());
    }

    @Test
    public void nothingIsRecordedAfterTheEnd() {
        record();
        AppMethodBeat.stop();
        AppMethodBeat.i(1);
        assertSame(ring, AppMethodBeat.ring());
        record();
        AppMethodBeat.i(2);
        assertEquals(1, AppMethodBeat.written);
        AppMethodBeat.release();
        AppMethodBeat.o(2);
        assertEquals(1, AppMethodBeat.written);
        assertSame(AppMethodBeat.NOTHING, AppMethodBeat.ring());
    }

    @Test
    public void theNewestRecordsMoveToTheBeginOfAnotherRing() {
        long[] from = {8, 9, 2, 3, 4, 5, 6, 7};
        long[] larger = new long[16];
        assertEquals(8, Recording.move(from, 10, larger));
        for (int at = 0; at < 8; at++) {
            assertEquals(2 + at, larger[at]);
        }
        long[] smaller = new long[2];
        assertEquals(2, Recording.move(from, 10, smaller));
        assertEquals(8, smaller[0]);
        assertEquals(9, smaller[1]);
        assertEquals(3, Recording.move(new long[] {1, 2, 3, 0}, 3, larger));
        assertEquals(0, Recording.move(AppMethodBeat.NOTHING, 5, larger));
    }
}
