package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Locale;
import org.junit.Test;

/** The states go the ways of their model in the native library. */
public class BeatStateTest {
    private static final Path WAYS = Paths.get("../../fixtures/beat-states.txt");

    @Test
    public void allWaysEndWhereThoseOfTheModelDo() throws Exception {
        List<String> ways = Files.readAllLines(WAYS, StandardCharsets.UTF_8);
        for (String way : ways) {
            String[] steps = way.substring(0, way.indexOf(" ->")).split(" ");
            assertEquals(way, String.join(" ", steps) + " -> " + end(steps));
        }
        assertEquals(216, ways.size());
    }

    private static String end(String[] steps) {
        long at = 1_000;
        BeatState state = new BeatState(at);
        BeatState.Change change = BeatState.Change.NONE;
        for (String step : steps) {
            change = BeatState.Change.NONE;
            switch (step) {
                case "call":
                    change = state.firstCall(at);
                    break;
                case "start":
                    change = state.start();
                    break;
                case "stop":
                    state.stop();
                    break;
                case "forceStop":
                    state.forceStop();
                    break;
                case "release":
                    change = state.release();
                    break;
                default:
                    at += BeatState.START_LIMIT;
                    change = state.elapse(at);
                    break;
            }
        }
        return camel(state.state()) + " " + camel(change) + (state.waits() ? " waits" : "");
    }

    /** {@code EXPIRED_START} as the model writes it: {@code ExpiredStart}. */
    private static String camel(Enum<?> constant) {
        StringBuilder text = new StringBuilder();
        for (String word : constant.name().split("_")) {
            text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }
}
