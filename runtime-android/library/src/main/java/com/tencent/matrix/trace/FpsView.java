package com.tencent.matrix.trace;

import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Paint;
import android.view.View;
import java.util.Locale;

/** The view of {@link FpsOverlay}; listens while it is in a window. */
final class FpsView extends View implements FrameListener {
    private static final long INTERVAL_MS = 500;
    private static final float TEXT_DP = 14;
    private static final String WIDEST = "000 fps  000 dropped";

    private final Paint ink = new Paint(Paint.ANTI_ALIAS_FLAG);
    private final int padding;
    private String text = "no frames yet";

    FpsView(Context context) {
        super(context);
        float dp = context.getResources().getDisplayMetrics().density;
        ink.setTextSize(TEXT_DP * dp);
        ink.setColor(Color.WHITE);
        padding = Math.round(6 * dp);
        setBackgroundColor(Color.argb(160, 0, 0, 0));
        setClickable(false);
    }

    @Override
    public void onFrames(FrameStats stats) {
        final String shown = text(stats);
        final int colour = colour(stats.worst());
        post(new Runnable() {
            @Override
            public void run() {
                text = shown;
                ink.setColor(colour);
                setContentDescription(shown);
                invalidate();
            }
        });
    }

    @Override
    protected void onAttachedToWindow() {
        super.onAttachedToWindow();
        Trace.addFrameListener(this, null, INTERVAL_MS, 0);
    }

    @Override
    protected void onDetachedFromWindow() {
        Trace.removeFrameListener(this);
        super.onDetachedFromWindow();
    }

    @Override
    protected void onMeasure(int widthSpec, int heightSpec) {
        int width = Math.round(ink.measureText(WIDEST)) + 2 * padding;
        int height = Math.round(ink.getFontSpacing()) + 2 * padding;
        setMeasuredDimension(resolveSize(width, widthSpec), resolveSize(height, heightSpec));
    }

    @Override
    protected void onDraw(Canvas canvas) {
        canvas.drawText(text, padding, padding - ink.ascent(), ink);
    }

    static String text(FrameStats stats) {
        long dropped = 0;
        for (DropLevel level : DropLevel.values()) {
            dropped += stats.droppedAt(level);
        }
        return String.format(Locale.ROOT, "%.0f fps  %d dropped", stats.fps(), dropped);
    }

    static int colour(DropLevel worst) {
        switch (worst) {
            case FROZEN:
                return Color.RED;
            case HIGH:
                return Color.rgb(255, 140, 0);
            case MIDDLE:
                return Color.YELLOW;
            default:
                return Color.WHITE;
        }
    }
}
