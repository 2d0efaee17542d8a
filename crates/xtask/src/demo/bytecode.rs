//! One method as `javap -c` prints it, before and after.

use std::fmt;
use std::path::Path;

use anyhow::{Result, ensure};
use trace_tests::jdk::Jdk;
use trace_tests::tool;

/// One instruction: its offset in the code, and the text that follows.
type Instruction = (String, String);

/// The instructions of a method whose head is printed as `head`.
///
/// # Errors
/// A jar without that class, or a class without that method.
pub(crate) fn method(jdk: &Jdk, jar: &Path, class: &str, head: &str) -> Result<Vec<Instruction>> {
    let text = tool::run(jdk.command("javap").args(["-c", "-p", "-cp"]).arg(jar).arg(class))?;
    let body = text.lines().skip_while(|line| line.trim() != head).skip(1);
    let code = body.take_while(|line| !line.trim().is_empty());
    let instructions: Vec<Instruction> = code
        .filter_map(|line| line.split_once(": "))
        .map(|(pc, rest)| (pc.trim().into(), rest.into()))
        .collect();
    ensure!(!instructions.is_empty(), "{}: {class} has no code for {head}", jar.display());
    Ok(instructions)
}

/// An instruction of the instrumented method.
pub(crate) struct Line {
    before: String,
    after: String,
    text: String,
    pub(crate) inserted: bool,
}

/// The instrumented instructions, each beside the original one that it is.
pub(crate) fn compare(before: &[Instruction], after: &[Instruction]) -> Vec<Line> {
    let mut before = before.iter().peekable();
    after
        .iter()
        .map(|(pc, text)| {
            let original = before.next_if(|original| opcode(&original.1) == opcode(text));
            Line {
                before: original.map_or(String::new(), |original| original.0.clone()),
                after: pc.clone(),
                text: text.clone(),
                inserted: original.is_none(),
            }
        })
        .collect()
}

/// What stays the same: the opcode and the comment that tells what is called, not offsets and indices.
fn opcode(text: &str) -> (&str, &str) {
    (text.split(' ').next().unwrap_or(text), text.split_once("//").map_or("", |parts| parts.1))
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.inserted { '+' } else { ' ' };
        write!(f, "{:>6} {:>5} {sign} {}", self.before, self.after, self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_instructions_stand_alone() {
        let code = |lines: &[&str]| -> Vec<Instruction> {
            lines
                .iter()
                .map(|line| line.split_once(": ").unwrap())
                .map(|(a, b)| (a.into(), b.into()))
                .collect()
        };
        let before = code(&["0: aload_1", "1: ifnonnull     9", "4: areturn"]);
        let after = code(&[
            "0: sipush        7",
            "3: invokestatic  #9   // Method B.i:(I)V",
            "6: aload_1",
            "7: ifnonnull     21",
            "10: sipush        7",
            "13: invokestatic  #8   // Method B.o:(I)V",
            "16: areturn",
        ]);
        let inserted: Vec<bool> = compare(&before, &after).iter().map(|line| line.inserted).collect();
        assert_eq!(inserted, [true, true, false, false, true, true, false]);
    }
}
