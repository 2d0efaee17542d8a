package com.example.shrunk;

import android.app.Activity;
import android.app.Application;
import com.tencent.matrix.trace.Trace;
import com.tencent.matrix.trace.core.AppMethodBeat;

/** An instrumented app, for the shrinker. */
public class App extends Application {
    @Override
    public void onCreate() {
        AppMethodBeat.i(1);
        super.onCreate();
        Trace.init(this);
        AppMethodBeat.o(1);
    }

    /** An Activity that tells of its focus. */
    public static class Main extends Activity {
        @Override
        public void onWindowFocusChanged(boolean focus) {
            super.onWindowFocusChanged(focus);
            AppMethodBeat.at(this, focus);
        }
    }
}
