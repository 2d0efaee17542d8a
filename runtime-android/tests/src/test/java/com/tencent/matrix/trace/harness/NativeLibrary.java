package com.tencent.matrix.trace.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the process of a test has for a native library, if not a good one. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface NativeLibrary {
    State value();

    /** How it is. */
    enum State {
        GOOD,
        MISSING,
        /** A file that is no library. */
        BROKEN
    }
}
