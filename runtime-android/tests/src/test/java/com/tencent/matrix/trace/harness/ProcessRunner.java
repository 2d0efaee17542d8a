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

    /** One for all tests of a class on a level. */
    private static final class InFramework extends HelperTestRunner {
        InFramework(Class<?> tests) throws InitializationError {
            super(tests);
        }

        @Override
        protected Statement methodBlock(FrameworkMethod test) {
            // This one's annotations are those of the runner's class loader.
            NativeLibrary library = frameworkMethod.getAnnotation(NativeLibrary.class);
            ClassLoader framework = getTestClass().getJavaClass().getClassLoader();
            try {
                Class<?> tests = new ProcessLoader(framework, library).loadClass(getTestClass().getName());
                InProcess process = new InProcess(tests);
                process.frameworkMethod = frameworkMethod;
                return process.methodBlock(new FrameworkMethod(tests.getMethod(test.getName())));
            } catch (ReflectiveOperationException | InitializationError error) {
                throw new AssertionError(error);
            }
        }
    }

    private static final class InProcess extends HelperTestRunner {
        InProcess(Class<?> tests) throws InitializationError {
            super(tests);
        }

        @Override
        protected Statement methodBlock(FrameworkMethod test) {
            return super.methodBlock(test);
        }
    }
}
