package proof;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a comparison found: counts, and the differences one by one. */
final class Report {
    final List<String> differences = new ArrayList<>();
    private final Set<String> leftOut;
    private final List<String> allowedPrefixes;
    private final Set<String> versioned = new HashSet<>();
    private final BitSet ids = new BitSet();
    private String entry = "";
    int classes;
    int instrumented;
    int untouched;
    int focusCalls;
    int addedOverrides;
    int relays;

    /** {@code leftOut} are the methods, as {@link MappingFile#key}, that the tool says it left out. */
    Report(Set<String> leftOut, List<String> allowedPrefixes) {
        this.leftOut = leftOut;
        this.allowedPrefixes = allowedPrefixes;
    }

    /** Tells that the jar has a class for a certain release of Java, by its internal name. */
    void versioned(String className) {
        versioned.add(className);
    }

    boolean isVersioned(String className) {
        return versioned.contains(className);
    }

    void enter(String entry) {
        this.entry = entry;
        classes++;
    }

    void differs(String member, Difference difference) {
        differences.add(entry + member + ": " + difference.getMessage());
    }

    void changed(int id, Alignment map) {
        if (id != Alignment.FOCUS_ONLY) {
            ids.set(id);
            instrumented++;
        }
        focusCalls += map.focusCalls;
        relays += map.relays.cardinality();
    }

    boolean mayBeLeftOut(String className, String method, String descriptor) {
        return leftOut.contains(MappingFile.key(className, method, descriptor))
                || allowedPrefixes.stream().anyMatch(className::startsWith);
    }

    String summary() {
        return String.format(
                "classes=%d instrumented=%d ids=%d untouched=%d focus=%d overrides=%d relays=%d differences=%d",
                classes,
                instrumented,
                ids.cardinality(),
                untouched,
                focusCalls,
                addedOverrides,
                relays,
                differences.size());
    }
}
