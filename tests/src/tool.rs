//! Runs the programs that the tests lean on, with errors that say what to do.

use std::io;
use std::process::{Command, Output};

use anyhow::{Result, bail};

/// How many lines of a failed program's output an error shows.
const SHOWN_LINES: usize = 40;

/// Runs a program to its end and returns its standard output.
///
/// # Errors
/// A missing program (with the Debian package that has it), and an exit code other than 0 (with the
/// command line and the last lines that the program wrote).
pub fn run(command: &mut Command) -> Result<String> {
    let output = output(command)?;
    if !output.status.success() {
        bail!("{}", failure(command, &output));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program to its end and returns all that it wrote, whatever its exit code.
///
/// # Errors
/// Only a program that cannot be started.
pub fn output(command: &mut Command) -> Result<Output> {
    match command.output() {
        Ok(output) => Ok(output),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let name = command.get_program().to_string_lossy();
            bail!("`{name}` is not installed{}", advice(&name))
        }
        Err(error) => bail!("{}: {error}", line(command)),
    }
}

/// What to install for a missing program; empty when we do not know.
pub fn advice(program: &str) -> &'static str {
    match program.rsplit('/').next().unwrap_or(program) {
        "mvn" => "; on Debian or Ubuntu: apt-get install maven",
        "java" | "javac" | "javap" | "jimage" => {
            "; on Debian or Ubuntu: apt-get install openjdk-17-jdk-headless"
        }
        "unzip" => "; on Debian or Ubuntu: apt-get install unzip",
        "bash" => "; on Debian or Ubuntu: apt-get install bash",
        _ => "",
    }
}

/// A failed program's command line, exit code and last lines.
pub fn failure(command: &Command, output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let shown = lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n  ");
    format!("{}\nended with {}:\n  {shown}", line(command), output.status)
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_shows_the_command_its_code_and_its_last_words() {
        let error = run(Command::new("sh").args(["-c", "seq 100; echo late >&2; exit 3"])).unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("sh -c seq 100; echo late >&2; exit 3\nended with exit status: 3"),
            "{text}"
        );
        assert!(text.ends_with("100\n  late") && !text.contains("  61\n"), "{text}");
    }

    #[test]
    fn a_missing_program_says_what_to_install() {
        let error = run(&mut Command::new("/nowhere/mvn")).unwrap_err();
        assert!(error.to_string().ends_with("apt-get install maven"), "{error}");
    }
}
