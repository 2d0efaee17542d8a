//! One line of a stack in a report.

use std::fmt;
use std::str::FromStr;

/// A method in a stack: `depth,methodId,count,costMs` as text.
///
/// Rows follow each other in pre-order: a row's callees are the deeper rows after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StackRow {
    /// Callers above it; the dispatch of the message has 0.
    pub depth: u32,
    /// The method, see [`MethodId`](crate::MethodId). Any 20 bits in rows of damaged records.
    pub id: u32,
    /// Calls that follow each other, merged into this row.
    pub count: u32,
    /// Time inside, callees included, in milliseconds. Never negative in what this project writes; Matrix's own
    /// rows may be, when its clock went wrong.
    pub cost_ms: i64,
}

/// Why a line is no [`StackRow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not `depth,methodId,count,costMs`")]
pub struct NoStackRow;

impl fmt::Display for StackRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.depth, self.id, self.count, self.cost_ms)
    }
}

impl FromStr for StackRow {
    type Err = NoStackRow;

    fn from_str(line: &str) -> Result<Self, NoStackRow> {
        let mut fields = line.split(',');
        let mut next = || fields.next().ok_or(NoStackRow);
        let number = |text: &str| text.parse().map_err(|_| NoStackRow);
        let (depth, id, count) = (number(next()?)?, number(next()?)?, number(next()?)?);
        let cost_ms = next()?.parse().map_err(|_| NoStackRow)?;
        match fields.next() {
            None => Ok(StackRow { depth, id, count, cost_ms }),
            Some(_) => Err(NoStackRow),
        }
    }
}

/// The text of a stack: each row on a line, the last one ended, too.
pub fn stack_text(rows: &[StackRow]) -> String {
    use fmt::Write as _;
    rows.iter().fold(String::with_capacity(rows.len() * 16), |mut text, row| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{row}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_and_read() {
        let rows = [
            StackRow { depth: 0, id: 1_048_574, count: 1, cost_ms: 900 },
            StackRow { depth: 1, id: 7, count: 3, cost_ms: -2 },
        ];
        let text = stack_text(&rows);
        assert_eq!(text, "0,1048574,1,900\n1,7,3,-2\n");
        assert_eq!(text.lines().map(str::parse).collect::<Result<Vec<StackRow>, _>>(), Ok(rows.to_vec()));
    }

    #[test]
    fn other_lines_are_refused() {
        for line in ["", "1,2,3", "1,2,3,4,5", "a,2,3,4", "-1,2,3,4", "1,2,3,"] {
            assert_eq!(line.parse::<StackRow>(), Err(NoStackRow), "{line}");
        }
    }
}
