//! What Maven says of the Java tests that it ran.

/// What begins the line with the numbers of Java tests; `cargo xtask test` adds them to those of Rust.
pub const MARK: &str = "java tests: ";

/// How many tests Maven ran, in all modules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Succeeded.
    pub passed: u64,
    /// Failed or were ended by an exception.
    pub failed: u64,
    /// Did not run.
    pub skipped: u64,
}

impl Totals {
    /// Reads a log of Maven. Surefire and Failsafe write a line for each class, which says in which, and one for
    /// each module: `Tests run: 8, Failures: 1, Errors: 0, Skipped: 2`.
    pub fn of_log(log: &str) -> Totals {
        let mut totals = Totals::default();
        for line in log.lines() {
            let Some((_, numbers)) = line.split_once("Tests run: ") else { continue };
            let numbers: Option<Vec<u64>> = numbers
                .trim_end()
                .split(", ")
                .map(|part| part.rsplit(' ').next().and_then(|number| number.parse().ok()))
                .collect();
            if let Some([run, failures, errors, skipped]) = numbers.as_deref() {
                let failed = failures + errors;
                totals.passed += run.saturating_sub(failed + skipped);
                totals.failed += failed;
                totals.skipped += skipped;
            }
        }
        totals
    }

    /// The line for `cargo xtask test`.
    pub fn line(self) -> String {
        format!("{MARK}{} passed; {} failed; {} skipped", self.passed, self.failed, self.skipped)
    }
}

/// What failed, by Maven's log: a test and where in it, or what could not be fetched.
pub fn errors(log: &str) -> String {
    let errors = log.lines().filter_map(|line| line.strip_prefix("[ERROR] ")).map(str::trim);
    errors.filter(|line| !line.is_empty() && !is_advice(line)).collect::<Vec<_>>().join("\n")
}

/// How to run Maven in another way, which it ends with.
fn is_advice(line: &str) -> bool {
    ["->", "To see", "Re-run", "For more", "[Help", "After correcting", "mvn <args>", "Please refer"]
        .iter()
        .any(|begin| line.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_without_advice() {
        let log = "[INFO] Tests\n[ERROR]   ATest.fails:50 expected:<1>\n[ERROR] \n\
                   [ERROR] Could not resolve a:b:1 -> [Help 1]\n[ERROR] Re-run Maven using -X\n";
        assert_eq!(errors(log), "ATest.fails:50 expected:<1>\nCould not resolve a:b:1 -> [Help 1]");
    }

    #[test]
    fn modules_are_added_up_and_classes_are_not() {
        let log = "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.2 s -- in a.B\n\
                   [INFO] Tests run: 36, Failures: 0, Errors: 0, Skipped: 1\n\
                   [ERROR] Tests run: 6, Failures: 2, Errors: 1, Skipped: 0\n";
        let totals = Totals::of_log(log);
        assert_eq!(totals, Totals { passed: 38, failed: 3, skipped: 1 });
        assert_eq!(totals.line(), "java tests: 38 passed; 3 failed; 1 skipped");
    }
}
