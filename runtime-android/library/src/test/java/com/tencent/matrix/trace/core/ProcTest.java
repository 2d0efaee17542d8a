package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import org.junit.Test;

public final class ProcTest {
    @Test
    public void fieldsAreCountedBehindTheName() {
        String stat = "4321 (a) b (c) S 1 4321 0 0 -1 4 5 6 7 8 9 10 11 12 -2 -10 70 0\n";
        assertEquals(1, Proc.statField(stat, 4));
        assertEquals(-2, Proc.statField(stat, 18));
        assertEquals(-10, Proc.statField(stat, 19));
    }

    @Test
    public void valuesOfStatusAreKibibytes() {
        String status = "Name:\tVmSize: 1 kB\nVmPeak:\t  300 kB\nVmSize:\t  200 kB\n";
        assertEquals(200, Proc.statusKib(status, "VmSize"));
        assertThrows(IllegalArgumentException.class, () -> Proc.statusKib(status, "VmHWM"));
    }

    @Test
    public void devicesHaveMatrixsClassesByMemory() {
        assertEquals("BEST", ProcessFacts.machine(3_900_000_000L));
        assertEquals("HIGH", ProcessFacts.machine(2_900_000_000L));
        assertEquals("MIDDLE", ProcessFacts.machine(1_900_000_000L));
        assertEquals("LOW", ProcessFacts.machine(950_000_000L));
        assertEquals("BAD", ProcessFacts.machine(500_000_000L));
        assertNull(ProcessFacts.machine(0));
    }
}
