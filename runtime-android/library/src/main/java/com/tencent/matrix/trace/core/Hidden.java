package com.tencent.matrix.trace.core;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Members of the framework without a public name. What a system hides is not there: callers take every exception
 * for "not on this system".
 */
final class Hidden {
    private Hidden() {
    }

    static Field field(Class<?> owner, String name) throws NoSuchFieldException {
        Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    static Method method(Class<?> owner, String name, Class<?>... parameters) throws NoSuchMethodException {
        Method method = owner.getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }
}
