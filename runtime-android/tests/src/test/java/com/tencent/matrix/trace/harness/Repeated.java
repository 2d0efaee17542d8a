package com.tencent.matrix.trace.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test that is run {@code -Dtrace.repeat} times in a row, each time in a new process; the first that fails ends it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Repeated {}
