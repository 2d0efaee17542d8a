package com.tencent.matrix.plugin.compat;

import org.objectweb.asm.Opcodes;

/**
 * Stands before the plugin's own class of this name. The plugin asks it for the ASM level to use and, with the
 * Android plugins of its day, gets one that stops at classes of Java 11 and later. With the newest level it gets
 * through more jars than it ever did: a peer should be measured at its best. It also spares us the Android Gradle
 * plugin and Kotlin on the class path.
 */
public final class AgpCompat {
    private AgpCompat() {}

    public static int getAsmApi() {
        return Opcodes.ASM9;
    }
}
