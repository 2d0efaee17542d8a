package com.tencent.matrix.trace.core;

import java.lang.reflect.Method;
import java.util.List;

/** What is in a {@code ClientTransaction} (API 28), by which the system tells Activities what to do. */
final class Transactions {
    private static final String LAUNCH = "android.app.servertransaction.LaunchActivityItem";
    /** API 28 to 34; later ones have both. */
    private static final Method CALLBACKS = find("getCallbacks");
    /** API 35 on. */
    private static final Method ITEMS = find("getTransactionItems");

    private Transactions() {
    }

    /** Whether a {@code ClientTransaction} launches an Activity. */
    static boolean launch(Object transaction) throws ReflectiveOperationException {
        return transaction != null && (launches(ITEMS, transaction) || launches(CALLBACKS, transaction));
    }

    private static boolean launches(Method items, Object transaction) throws ReflectiveOperationException {
        Object list = items == null ? null : items.invoke(transaction);
        if (list instanceof List) {
            for (Object item : (List<?>) list) {
                if (item != null && item.getClass().getName().equals(LAUNCH)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Method find(String name) {
        try {
            return Hidden.method(Class.forName("android.app.servertransaction.ClientTransaction"), name);
        } catch (Exception notHere) {
            return null;
        }
    }
}
