package com.tencent.matrix.trace.harness;

import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.InitializationError;
import org.junit.runners.model.Statement;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.internal.SandboxTestRunner;

/** Runs each test in what the app takes for a new process, see {@link ProcessLoader}. */
public final class ProcessRunner extends RobolectricTestRunner {
    public ProcessRunner(Class<?> tests) throws InitializationError {
        super(tests);
    }

    @Override
    protected SandboxTestRunner.HelperTestRunner getHelperTestRunner(Class<?> tests) throws InitializationError {
        return new InFramework(tests);
    }

    /** Runs the tests of a class on a level; itself loaded once for them, as {@code frameworkMethod} is. */
    private static final class InFramework extends HelperTestRunner {
        InFramework(Class<?> tests) throws InitializationError {
            super(tests);
        }

        @Override
        protected Statement methodBlock(FrameworkMethod test) {
            boolean repeated = frameworkMethod.getAnnotation(Repeated.class) != null;
            int times = repeated ? Integer.getInteger("trace.repeat", 1) : 1;
            return new Statement() {
                @Override
                public void evaluate() throws Throwable {
                    for (int time = 1; time <= times; time++) {
                        inProcess(test.getName());
                        if (repeated) {
                            System.out.println(test.getName() + ": time " + time + " of " + times + " passed");
                        }
                    }
                }
            };
        }

        private void inProcess(String test) throws Throwable {
            ClassLoader framework = getTestClass().getJavaClass().getClassLoader();
            ClassLoader loader = ProcessLoader.traced(framework, frameworkMethod.getAnnotation(NativeLibrary.class));
            InProcess process = new InProcess(loader.loadClass(getTestClass().getName()));
            process.frameworkMethod = frameworkMethod;
            try {
                process.methodBlock(test).evaluate();
            } finally {
                loader.loadClass(App.class.getName()).getMethod("end").invoke(null);
            }
        }
    }

    private static final class InProcess extends HelperTestRunner {
        InProcess(Class<?> tests) throws InitializationError {
            super(tests);
        }

        Statement methodBlock(String test) throws NoSuchMethodException {
            return methodBlock(new FrameworkMethod(getTestClass().getJavaClass().getMethod(test)));
        }
    }
}
