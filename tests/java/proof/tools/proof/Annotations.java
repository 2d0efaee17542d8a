package proof;

import java.util.List;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.TypeAnnotationNode;

/** Annotations as text, for comparison. */
final class Annotations {
    private Annotations() {}

    static String text(List<? extends AnnotationNode> annotations) {
        if (annotations == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (AnnotationNode annotation : annotations) {
            append(text, annotation);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Object value) {
        if (value instanceof AnnotationNode annotation) {
            text.append('@').append(annotation.desc);
            if (annotation instanceof TypeAnnotationNode type) {
                text.append(" on ").append(Integer.toHexString(type.typeRef)).append(type.typePath);
            }
            append(text, annotation.values);
        } else if (value instanceof Object[] constant) {
            append(text, List.of(constant));
        } else if (value instanceof List<?> values) {
            text.append('(');
            for (Object element : values) {
                append(text, element);
                text.append(',');
            }
            text.append(')');
        } else {
            text.append(value);
        }
    }
}
