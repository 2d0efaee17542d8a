package proof;

/** One thing that is not as it must be. */
final class Difference extends Exception {
    private static final long serialVersionUID = 1;

    Difference(String message) {
        super(message);
    }
}
