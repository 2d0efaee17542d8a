//! What collecting one input leaves for numbering.

use super::exchange::{self, ClassLine, ExchangeError};
use crate::facts::ClassFacts;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;

const FORMAT: &str = "trace-instrument facts";

/// Writes the classes of an input, and the options under which they were collected. Many small writes:
/// `out` should be buffered.
pub fn write_facts<O: Serialize>(out: impl io::Write, options: &O, classes: &[ClassFacts]) -> io::Result<()> {
    exchange::write(out, FORMAT, options, classes.iter().map(ClassLine::from))
}

/// Reads what [`write_facts`] wrote.
pub fn read_facts<O: DeserializeOwned>(file: &[u8]) -> Result<(O, Vec<ClassFacts>), ExchangeError> {
    let mut classes = Vec::new();
    let options = exchange::read(file, FORMAT, |line: ClassLine| {
        classes.push(line.facts()?);
        Ok(())
    })?;
    Ok((options, classes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Body, MethodFacts};
    use trace_model::SkipReason;

    #[test]
    fn facts_come_back_as_they_were() {
        let method = |name, body, calls_super_focus| MethodFacts {
            access: 0xFFFF,
            name,
            descriptor: b"(Lapp/\xED\xA0\x80;)V",
            body,
            calls_super_focus,
        };
        let methods = [
            method(b"a \"quoted\"\n", Body::Absent, true),
            method(b"\xFF\\", Body::Trivial, false),
            method(b"b", Body::Substantial, false),
            method(b"c", Body::Refused(SkipReason::TooLarge), false),
        ];
        let classes = [
            ClassFacts::new(0x21, b"app/Main", Some(b"a/B"), methods),
            ClassFacts::new(0x8000, b"module-info", None, []).uneditable(),
        ];
        let mut file = Vec::new();
        write_facts(&mut file, &"options", &classes).unwrap();
        assert_eq!(read_facts::<String>(&file).unwrap(), ("options".to_owned(), classes.to_vec()));
    }

    #[test]
    fn a_bad_file_is_refused_with_its_reason() {
        let fails = |file: &str| read_facts::<()>(file.as_bytes()).unwrap_err().to_string();
        let missing = "line 1: not a `trace-instrument facts` file: the header is missing";
        assert_eq!(fails(""), missing);
        assert_eq!(fails("PK\u{3}\u{4}"), missing);
        assert_eq!(fails(r#"{"format":"trace-instrument plan","version":1,"options":null}"#), missing);
        assert_eq!(
            fails(r#"{"format":"trace-instrument facts","version":7,"options":null}"#),
            "line 1: the file has version 7, this program reads 1: run the earlier step again"
        );
        let header = r#"{"format":"trace-instrument facts","version":1,"options":null}"#;
        assert!(fails(&format!("{header}\n\n{{\"name\":")).starts_with("line 3: EOF while parsing"));
        let class = r#"{"name":"\\q","super":null,"access":1,"editable":true,"methods":[]}"#;
        assert!(fails(&format!("{header}\n{class}")).starts_with("line 2: a backslash must begin"));
    }
}
