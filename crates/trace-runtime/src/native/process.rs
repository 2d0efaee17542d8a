//! What `/proc` says of this process. No system call that needs `unsafe`, and no error: what cannot be read is not known.

use std::fs;

/// Priority and niceness of the main thread: fields 18 and 19 of `/proc/self/stat`.
pub fn priority_and_nice() -> Option<(i32, i32)> {
    parse_stat(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// Address space in use, in KiB: `VmSize` of `/proc/self/status`.
pub fn vm_size_kib() -> Option<u64> {
    parse_vm_size(&fs::read_to_string("/proc/self/status").ok()?)
}

/// Threads of this process whose name is `name` (at most 15 bytes count).
pub fn threads_named(name: &str) -> Vec<i32> {
    let Ok(threads) = fs::read_dir("/proc/self/task") else { return Vec::new() };
    let named = |id: &i32| {
        fs::read_to_string(format!("/proc/self/task/{id}/comm")).is_ok_and(|comm| comm.trim_end() == name)
    };
    threads.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(named).collect()
}

/// The second field is the program's name in parentheses, and may hold anything.
fn parse_stat(stat: &str) -> Option<(i32, i32)> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let priority = fields.nth(18 - 3)?.parse().ok()?;
    Some((priority, fields.next()?.parse().ok()?))
}

fn parse_vm_size(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_behind_any_name() {
        let stat = "7 (a b) 9 (c) S 1 7 7 0 -1 4194560 1 0 0 0 5 6 0 0 10 -10 1 0 100 2 3";
        assert_eq!(parse_stat(stat), Some((10, -10)));
        assert_eq!(parse_stat("7 (x) S 1"), None);
        assert_eq!(parse_stat(""), None);
        assert_eq!(parse_vm_size("Name:\tx\nVmPeak:\t  9 kB\nVmSize:\t  1234 kB\n"), Some(1234));
        assert_eq!(parse_vm_size("Name:\tx\n"), None);
    }

    #[test]
    fn this_process_is_known() {
        let (_, nice) = priority_and_nice().unwrap();
        assert!((-20..20).contains(&nice));
        assert!(vm_size_kib().unwrap() > 1_000);
    }

    #[test]
    fn threads_are_found_by_name() {
        assert!(threads_named("nobody at all").is_empty());
        let thread = std::thread::Builder::new().name("a name of a thread".into());
        let found = thread.spawn(|| threads_named("a name of a thr")).unwrap().join().unwrap();
        assert_eq!(found.len(), 1);
    }
}
