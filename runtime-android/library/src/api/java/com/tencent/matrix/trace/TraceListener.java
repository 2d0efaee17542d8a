package com.tencent.matrix.trace;

/** Is told of each report. */
public interface TraceListener {
    /**
     * A report, which is on disk already unless the disk refused it.
     *
     * <p>Called on a thread of the library that only calls listeners: what takes long here delays other listeners
     * and loses later reports for them, but nothing else. What is thrown is logged once.
     *
     * @param json one JSON object without line breaks; docs/formats.md says what is in it
     */
    void onReport(String json);
}
