//! What messages are called.

use crate::Message;
use std::collections::BTreeMap;

/// Kinds of message whose text is kept; of others only the number is known.
const KINDS: usize = 1_024;

/// Bytes of a text that are kept.
const LENGTH: usize = 256;

/// Texts of kinds of message.
#[derive(Debug, Default)]
pub(crate) struct Texts(BTreeMap<Message, Box<str>>);

impl Texts {
    pub(crate) fn learn(&mut self, message: Message, mut text: String) {
        if self.0.len() >= KINDS && !self.0.contains_key(&message) {
            return;
        }
        let end = (0..=LENGTH).rev().find(|end| text.is_char_boundary(*end));
        text.truncate(end.unwrap_or(0));
        // A line of a report has room for one.
        let text = text.replace(['\n', '\r'], " ");
        self.0.insert(message, text.into_boxed_str());
    }

    /// None if nothing was told.
    pub(crate) fn of(&self, message: Message) -> Option<&str> {
        self.0.get(&message).map(|text| &**text)
    }

    /// For lists of messages: never nothing.
    pub(crate) fn or_number(&self, message: Message) -> String {
        match self.of(message) {
            Some(text) => text.to_owned(),
            None if message == Message::UNKNOWN => "?".to_owned(),
            None => format!("#{}", message.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_and_length_of_texts_are_bounded() {
        let mut texts = Texts::default();
        for number in 0..3_000 {
            texts.learn(Message(number), "é\n".repeat(1_000));
        }
        assert_eq!(texts.0.len(), KINDS);
        assert!(texts.0.values().all(|text| text.len() <= LENGTH && !text.contains('\n')));
        texts.learn(Message(3), "another".into());
        assert_eq!(texts.of(Message(3)), Some("another"));
        assert_eq!(texts.or_number(Message(2_999)), "#2999");
    }
}
