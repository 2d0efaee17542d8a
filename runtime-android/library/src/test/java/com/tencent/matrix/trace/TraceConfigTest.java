package com.tencent.matrix.trace;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.File;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.Test;

public class TraceConfigTest {
    @Test
    public void defaults() {
        TraceConfig config = TraceConfig.builder().build();
        assertEquals(1 << 20, config.ringCapacity());
        assertEquals(2 << 20, config.reportsLimitBytes());
        assertNull(config.buildId());
        assertNull(config.reportsFolder());
        assertTrue(config.splashActivities().isEmpty());
        assertEquals(700, config.thresholds().evilMethodMs());
    }

    @Test
    public void eachSwitchTurnsItselfOnly() throws Exception {
        TraceConfig defaults = TraceConfig.builder().build();
        int switches = 0;
        for (Method setter : TraceConfig.Builder.class.getMethods()) {
            if (!Arrays.equals(setter.getParameterTypes(), new Class<?>[] {boolean.class})) {
                continue;
            }
            switches++;
            TraceConfig.Builder builder = TraceConfig.builder();
            setter.invoke(builder, !on(defaults, setter.getName()));
            TraceConfig turned = builder.build();
            for (Method getter : TraceConfig.class.getMethods()) {
                if (getter.getReturnType() == boolean.class && getter.getParameterTypes().length == 0) {
                    String name = getter.getName();
                    boolean same = on(defaults, name) == on(turned, name);
                    assertEquals(setter.getName() + " turned " + name, !name.equals(setter.getName()), same);
                }
            }
        }
        assertTrue("switches", switches > 5);
    }

    @Test
    public void whatIsSetIsWhatIsGot() {
        String[] splash = {"app.Splash"};
        File folder = new File("reports");
        TraceThresholds thresholds = TraceThresholds.builder().anrMs(9).build();
        TraceConfig config = TraceConfig.builder().ringCapacity(1 << 16).buildId("b").splashActivities(splash)
                .thresholds(thresholds).reportsFolder(folder).reportsLimitBytes(1 << 16).build();
        splash[0] = "changed later";
        assertEquals(1 << 16, config.ringCapacity());
        assertEquals("b", config.buildId());
        assertEquals(Arrays.asList("app.Splash"), config.splashActivities());
        assertEquals(thresholds, config.thresholds());
        assertEquals(folder, config.reportsFolder());
        assertEquals(1 << 16, config.reportsLimitBytes());
    }

    @Test
    public void whatCannotBeIsRefused() {
        for (int records : new int[] {0, -1, 1000, 1 << 15, 1 << 25, Integer.MIN_VALUE, (1 << 20) + 1}) {
            try {
                TraceConfig.builder().ringCapacity(records);
                fail(records + " records were taken");
            } catch (IllegalArgumentException error) {
                assertTrue(error.getMessage(), error.getMessage().startsWith("ringCapacity is " + records + ": give"));
            }
        }
        try {
            TraceConfig.builder().reportsLimitBytes(65535);
            fail();
        } catch (IllegalArgumentException error) {
            assertEquals("reportsLimitBytes is 65535: give at least 65536", error.getMessage());
        }
        try {
            TraceConfig.builder().splashActivities("app.Splash", "");
            fail();
        } catch (IllegalArgumentException error) {
            assertTrue(error.getMessage().contains("no name"));
        }
    }

    private static boolean on(TraceConfig config, String name) throws Exception {
        return (Boolean) TraceConfig.class.getMethod(name).invoke(config);
    }
}
