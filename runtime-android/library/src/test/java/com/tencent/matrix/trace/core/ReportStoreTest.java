package com.tencent.matrix.trace.core;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class ReportStoreTest {
    private static final int LIMIT = 64 << 10;

    @Rule public final TemporaryFolder temporary = new TemporaryFolder();

    @Test
    public void linesAreThereForTheNextProcess() throws Exception {
        File folder = new File(temporary.getRoot(), "a/b");
        new ReportStore(folder, LIMIT).append("{\"n\":1}");
        new ReportStore(folder, LIMIT).append("{\"n\":\"é\"}");
        assertEquals(Arrays.asList("{\"n\":1}", "{\"n\":\"é\"}"), lines(folder));
    }

    @Test
    public void noFolderYetIsNoFiles() throws Exception {
        assertEquals(0, new ReportStore(new File(temporary.getRoot(), "none"), LIMIT).files().length);
    }

    @Test
    public void theOldestGoFirstAndTheFolderStaysBelowItsLimit() throws Exception {
        File folder = temporary.newFolder();
        ReportStore store = new ReportStore(folder, LIMIT);
        String filler = filler(1000);
        for (int n = 0; n < 500; n++) {
            if (n % 100 == 0) {
                store = new ReportStore(folder, LIMIT); // a new process
            }
            store.append(n + filler);
            assertTrue("after " + n, size(folder) <= LIMIT);
        }
        List<String> left = lines(folder);
        assertTrue(left.size() + " are left", left.size() >= LIMIT / 1100 * 3 / 4);
        for (int at = 0; at < left.size(); at++) {
            assertEquals(500 - left.size() + at + filler, left.get(at));
        }
    }

    @Test
    public void lineThatTheProcessDidNotFinishIsCutOff() throws Exception {
        for (int torn : new int[] {1, 4095, 4096, 4097, 9000}) {
            for (String before : new String[] {"", "{}\n"}) {
                File folder = temporary.newFolder();
                File file = new File(folder, "reports-0000000007.jsonl");
                Files.write(file.toPath(), (before + filler(torn)).getBytes(StandardCharsets.UTF_8));
                new ReportStore(folder, 1 << 20).append("whole");
                String text = new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8);
                assertEquals(torn + " after " + before, before + "whole\n", text);
            }
        }
    }

    @Test
    public void filesOfOthersAreLeftAlone() throws Exception {
        File folder = temporary.newFolder();
        String[] others = {"notes.txt", "reports-1.jsonl", "reports-00000000x1.jsonl", "reports-9999999999.json"};
        for (String name : others) {
            Files.write(new File(folder, name).toPath(), new byte[LIMIT]);
        }
        ReportStore store = new ReportStore(folder, LIMIT);
        for (int n = 0; n < 100; n++) {
            store.append(filler(2000));
        }
        for (String name : others) {
            assertEquals(name, LIMIT, new File(folder, name).length());
        }
    }

    @Test
    public void lineBeyondTheLimitIsRefusedAndNothingElseIsLost() throws Exception {
        File folder = temporary.newFolder();
        ReportStore store = new ReportStore(folder, LIMIT);
        store.append("before");
        assertRefused(store, filler(LIMIT));
        store.append("after");
        assertEquals(Arrays.asList("before", "after"), lines(folder));
    }

    @Test
    public void folderThatIsAFile() throws Exception {
        File folder = temporary.newFile();
        ReportStore store = new ReportStore(folder, LIMIT);
        assertRefused(store, "x");
        assertTrue(folder.delete());
        store.append("y");
        assertEquals(Arrays.asList("y"), lines(folder));
    }

    @Test
    public void folderThatIsTakenAwayOnTheWayIsMadeAgain() throws Exception {
        File folder = temporary.newFolder();
        ReportStore store = new ReportStore(folder, LIMIT);
        store.append("lost");
        assertTrue(store.files()[0].delete() && folder.delete());
        store.append("kept");
        assertEquals(Arrays.asList("kept"), lines(folder));
    }

    @Test
    public void fullDisk() throws Exception {
        // Writing to this device fails like that to a full disk does.
        org.junit.Assume.assumeTrue("no /dev/full here", new File("/dev/full").exists());
        File folder = temporary.newFolder();
        ReportStore store = new ReportStore(folder, LIMIT);
        store.append("before");
        File file = store.files()[0];
        byte[] before = Files.readAllBytes(file.toPath());
        File aside = new File(folder, "aside");
        assertTrue(file.renameTo(aside));
        Files.createSymbolicLink(file.toPath(), new File("/dev/full").toPath());
        assertRefused(store, "refused");
        assertTrue(file.delete() && aside.renameTo(file));
        assertArrayEquals(before, Files.readAllBytes(file.toPath()));
        store.append("after");
        assertEquals(Arrays.asList("before", "after"), lines(folder));
    }

    @Test
    public void eachProcessHasAFolderOfItsOwn() {
        File root = new File("root");
        assertEquals("com.example.app", ReportStore.folderOf(root, "com.example.app").getName());
        assertEquals("com.example.app%3Aremote", ReportStore.folderOf(root, "com.example.app:remote").getName());
        List<File> folders = new ArrayList<>();
        String[] names = {"", ".", "..", "%", "%25", "a:b", "a%3Ab", "a_b", "../a", "/a", "a/../b", "é", "a\0b", "a b"};
        for (String name : names) {
            File folder = ReportStore.folderOf(root, name);
            assertEquals(name, root, folder.getParentFile());
            assertFalse(name, folder.getName().startsWith("."));
            assertFalse(name, folders.contains(folder));
            folders.add(folder);
        }
        assertNotEquals(ReportStore.folderOf(root, "A"), ReportStore.folderOf(root, "a"));
    }

    private static void assertRefused(ReportStore store, String line) {
        try {
            store.append(line);
        } catch (IOException refused) {
            return;
        }
        fail("was taken");
    }

    static List<String> lines(File folder) throws IOException {
        List<String> lines = new ArrayList<>();
        for (File file : new ReportStore(folder, LIMIT).files()) {
            lines.addAll(Files.readAllLines(file.toPath(), StandardCharsets.UTF_8));
        }
        return lines;
    }

    private static long size(File folder) throws IOException {
        long size = 0;
        for (File file : new ReportStore(folder, LIMIT).files()) {
            size += file.length();
        }
        return size;
    }

    private static String filler(int length) {
        char[] filler = new char[length];
        Arrays.fill(filler, 'x');
        return new String(filler);
    }
}
