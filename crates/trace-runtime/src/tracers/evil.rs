//! Dispatches that took long: `Trace_EvilMethod`, NORMAL.

use super::dispatch::Dispatch;
use super::moment::{Moment, millis};
use super::texts::Texts;
use crate::Action;
use std::time::Duration;
use trace_model::report::{Detail, EvilMethod};

/// A dispatch has ended.
pub(crate) fn ended(dispatch: &Dispatch, moment: &Moment<'_>, texts: &Texts, out: &mut Vec<Action>) {
    let cost = dispatch.own(moment.at);
    if cost < Duration::from_millis(moment.setup.thresholds.evil_method_ms) {
        return;
    }
    let content = EvilMethod {
        detail: Detail::Normal,
        cost: millis(cost),
        message: texts.of(dispatch.message).map(str::to_owned),
        ..EvilMethod::default()
    };
    out.push(Action::Report(moment.report(content, moment.records(dispatch))));
}
