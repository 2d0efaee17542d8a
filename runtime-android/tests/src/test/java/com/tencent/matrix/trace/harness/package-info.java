/**
 * Runs the library and the sample app on the framework's own code (Robolectric), with the native library of the host.
 *
 * <h2>A test</h2>
 *
 * <pre>{@code
 * @RunWith(ProcessRunner.class)
 * public final class SomethingTest {
 *     private final ReportLog reports = new ReportLog();
 *
 *     @Test
 *     public void slowMessageIsReported() throws Exception {
 *         Trace.addListener(reports);
 *         App.start(SampleApplication.class);              // or App.start(Application.class) and an own Trace.init
 *         ActivityController<ShopActivity> shop = App.launch(ShopActivity.class);
 *         MainThread.run(shop.get()::pay);
 *         Report report = reports.await("NORMAL");
 *         assertTrue(report.row("Payment.sign").millis >= 895);
 *     }
 * }
 * }</pre>
 *
 * <ul>
 *   <li>Each test method has a process of its own: {@link ProcessRunner} loads the classes of library, sample and tests
 *       anew for it, with all their static fields and a copy of the native library. The framework is shared by the tests of
 *       a level, for making one takes seconds.
 *   <li>Tests run on a thread of their own, the app on the real loop of the main looper: {@link MainThread} hands over.
 *   <li>Time is real, but for {@code SystemClock}, which stands: messages with a delay never come by themselves.
 *   <li>{@link App} does what the system does: binds the application, launches Activities by the message that this level has
 *       for it, gives the focus. It sets the callback of {@code ActivityThread}'s handler first, so a hook of it finds one.
 *   <li>{@link ReportLog} waits for reports, {@link Report} has their methods by name. Only {@code com.example.sample} in
 *       {@code fixtures/sample-app} is instrumented.
 *   <li>A test in a package below {@code com.tencent.matrix.trace} or in {@code com.example.sample} sees what is
 *       package-private there. Other packages do not work: their classes are not of the process.
 *   <li>Wait for what must come with the deadlines that are here, which are long. Never assert that something was fast,
 *       nor that there are no other reports: on a busy machine the framework itself can be slow for the first time.
 * </ul>
 *
 * <h2>Running</h2>
 *
 * <pre>
 * cargo build --release -p trace-instrument
 * cargo rustc --release -p trace-runtime --lib --crate-type cdylib
 * cd runtime-android
 * mvn -B verify                                       # API levels 21 and 34
 * mvn -B verify -P levels                             # 19, 21, 23, 24, 28, 29, 30, 34
 * mvn -B verify -Dtrace.repeat=20 -Dtest=SampleStoryTest -Dsurefire.failIfNoSpecifiedTests=false
 * mvn -B verify -Dtrace.levels=34 -Dtest=SomethingTest -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
package com.tencent.matrix.trace.harness;
