//! Editing one method: scan, lay out, write every table in its order.

use super::bytes::Bytes;
use super::constructor::{self, InitFlow};
use super::emit::{emit, exit_len};
use super::expanded_frames::{self, Context};
use super::frames::{self, CatchFrame};
use super::layout::Layout;
use super::link::Site;
use super::probe::{ConstructorEntry, Exits, Probe};
use super::scan::{self, Branch, Point, PointKind};
use super::{PoolAppender, annotations, exceptions, ranges, reach};
use crate::opcode::{self, Kind};
use crate::read::{Attribute, ClassFile, Code, Method};
use crate::{Error, Refusal};

/// Buffers that are used again for method after method.
#[derive(Clone, Debug, Default)]
pub(super) struct MethodScratch {
    points: Vec<Point>,
    branches: Vec<Branch>,
    layout: Layout,
}

/// Constant-pool entries that several methods of a class share, added when the first one needs them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shared {
    throwable: Option<u16>,
    stack_map_table: Option<u16>,
}

/// Edits the methods of one class, one after the other.
pub(super) struct MethodEditor<'x, 'a> {
    pub(super) class: &'x ClassFile<'a>,
    pub(super) pool: &'x mut PoolAppender,
    pub(super) shared: Shared,
    /// What following constructors may still cost.
    pub(super) flow_budget: usize,
    pub(super) scratch: &'x mut MethodScratch,
    pub(super) out: &'x mut Vec<u8>,
    pub(super) sites: &'x mut Vec<Site>,
}

/// The handler that closes a method, if it has one.
struct Unwind {
    ranges: Vec<(u32, u32)>,
    catch: Option<CatchFrame>,
}

/// Either the class is broken, or just this method cannot be edited.
enum Stop {
    Class(Error),
    Method(Refusal),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Class(error)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Method(refusal)
    }
}

impl<'a> MethodEditor<'_, 'a> {
    /// Appends the edited `method_info`, or the original one with the reason.
    pub(super) fn edit(&mut self, method: &Method<'a>, probe: &Probe) -> Result<Option<Refusal>, Error> {
        let start = self.out.len();
        let sites = self.sites.len();
        let (pool, shared) = (self.pool.mark(), self.shared);
        match self.write_method(method, probe) {
            Ok(()) => Ok(None),
            Err(Stop::Class(error)) => Err(error),
            Err(Stop::Method(refusal)) => {
                self.out.truncate(start);
                self.sites.truncate(sites);
                // A refused method leaves no trace: the class is as if it had not been asked for.
                self.pool.back_to(pool);
                self.shared = shared;
                self.out.extend_from_slice(method.whole);
                Ok(Some(refusal))
            }
        }
    }

    fn write_method(&mut self, method: &Method<'a>, probe: &Probe) -> Result<(), Stop> {
        let (Some(code), Some([before, attribute, after])) = (self.class.code(method)?, method.around_code())
        else {
            self.out.extend_from_slice(method.whole);
            return Ok(());
        };
        self.out.extend_from_slice(before);
        self.nested(attribute, |editor| editor.write_code(method, &code, probe))?;
        self.out.extend_from_slice(after);
        Ok(())
    }

    /// Writes an attribute of unknown length under the name of `original`.
    fn nested(
        &mut self,
        original: &[u8],
        write: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.out.extend_from_slice(original.get(..6).unwrap_or(&[]));
        let start = self.out.len();
        write(self)?;
        let len = self.out.len() - start;
        self.out.set_u4(start - 4, len as u32);
        Ok(())
    }

    fn write_code(&mut self, method: &Method<'a>, code: &Code<'a>, probe: &Probe) -> Result<(), Stop> {
        exceptions::check(code)?;
        let flow = self.constructor_flow(method, code, probe)?;
        self.lay_out(code, probe, flow.as_ref())?;
        let new_len = self.scratch.layout.new_len();
        let unwind = self.unwind(probe, flow.as_ref())?;
        let handler_len = if unwind.ranges.is_empty() { 0 } else { exit_len(probe.exit.as_ref()) + 1 };
        let size = new_len + handler_len;
        if size > u32::from(u16::MAX) {
            return Err(Refusal::TooLarge { size: size as usize }.into());
        }

        self.out.u2(max_stack(code, probe, flow.is_some(), handler_len > 0)?);
        self.out.u2(code.max_locals());
        self.out.u4(size);
        let MethodScratch { points, branches, layout } = &*self.scratch;
        emit(code, probe, points, branches, layout, self.out, self.sites)?;
        if handler_len > 0 {
            probe.exit.unwrap_or_default().emit(self.out, self.sites);
            self.out.u1(opcode::ATHROW);
        }
        exceptions::write(code, layout, &unwind.ranges, new_len, self.out)?;
        self.write_attributes(method, code, unwind.catch)
    }

    /// What must be known of the flow of a constructor, `None` where nothing must.
    fn constructor_flow(
        &mut self,
        method: &Method<'a>,
        code: &Code<'a>,
        probe: &Probe,
    ) -> Result<Option<InitFlow>, Stop> {
        let needed = probe.constructor_entry == ConstructorEntry::AfterSuper || probe.exits == Exits::Unwind;
        if !needed || !method.is_constructor() {
            return Ok(None);
        }
        Ok(Some(constructor::follow(self.class, method, code, &mut self.flow_budget)??))
    }

    fn lay_out(&mut self, code: &Code<'a>, probe: &Probe, flow: Option<&InitFlow>) -> Result<(), Stop> {
        let MethodScratch { points, branches, layout } = &mut *self.scratch;
        let after_super = flow.filter(|flow| {
            probe.constructor_entry == ConstructorEntry::AfterSuper && !flow.entries.is_empty()
        });
        let entries = match after_super {
            Some(flow) => flow.entries.as_slice(),
            None => &[0],
        };
        let covered = scan::covered(code, probe.exits);
        let throws_out = |pc| match probe.exits {
            Exits::Normal => false,
            Exits::Throw => !scan::contains(&covered, pc),
            // What the closing handler cannot protect: a constructor before super(...).
            Exits::Unwind => {
                flow.is_some_and(|flow| !scan::contains(&flow.initialised, pc))
                    && !scan::contains(&covered, pc)
            }
        };
        let leaves = |pc, kind| {
            probe.exit.is_some()
                && (kind == Kind::Return || throws_out(pc))
                && after_super.is_none_or(|flow| scan::contains(&flow.initialised, pc))
        };
        scan::scan(code, entries, leaves, points, branches)?;
        let lens = (probe.entry.code_len(), exit_len(probe.exit.as_ref()));
        layout.compute(points, lens.0, lens.1, code.bytes().len() as u32);
        if layout.new_len() > i16::MAX as u32 {
            reach::settle(code, lens, points, branches, layout)??;
        }
        Ok(())
    }

    fn unwind(&mut self, probe: &Probe, flow: Option<&InitFlow>) -> Result<Unwind, Stop> {
        if probe.exits != Exits::Unwind || probe.exit.is_none() {
            return Ok(Unwind { ranges: vec![], catch: None });
        }
        let MethodScratch { points, layout, .. } = &*self.scratch;
        let is_before_super =
            |branch: &Branch| flow.is_some_and(|flow| !scan::contains(&flow.initialised, branch.target));
        if self.scratch.relayed().any(is_before_super) {
            // Such a relay may lie under the handler, which must not see the uninitialised `this`.
            return Err(Refusal::ConstructorFlow.into());
        }
        let whole = [(0, layout.old_len())];
        let body = flow.map_or(&whole[..], |flow| &flow.initialised);
        let ranges = exceptions::unwind_ranges(body, points, layout);
        let position = layout.new_len();
        let framed = self.class.version().0 >= 50 && !ranges.is_empty();
        let catch = framed.then(|| self.throwable()).transpose()?;
        Ok(Unwind { ranges, catch: catch.map(|throwable| CatchFrame { position, throwable }) })
    }

    fn write_attributes(
        &mut self,
        method: &Method<'a>,
        code: &Code<'a>,
        mut catch: Option<CatchFrame>,
    ) -> Result<(), Stop> {
        let attributes = code.attributes(self.class.pool())?;
        let count = attributes.len();
        let count_at = self.out.len();
        self.out.u2(count as u16);
        let mut has_frames = false;
        let mut end = attributes.clone();
        for attribute in &mut end {
            let attribute = attribute?;
            if attribute.name == b"StackMapTable" && std::mem::replace(&mut has_frames, true) {
                return Err(attribute.body.malformed("second StackMapTable").into());
            }
            self.write_attribute(method, &attribute, &mut catch)?;
        }
        end.cursor().done("Code attribute is longer than its tables")?;
        if let Some(catch) = catch {
            let count =
                u16::try_from(count + 1).map_err(|_| Refusal::TableFull { table: "attribute table" })?;
            self.out.set_u2(count_at, count);
            let name = self.stack_map_table()?;
            self.out.u2(name);
            let len_at = self.out.len();
            self.out.u4(0);
            frames::only_catch(catch, self.out);
            let len = self.out.len() - len_at - 4;
            self.out.set_u4(len_at, len as u32);
        }
        Ok(())
    }

    fn write_attribute(
        &mut self,
        method: &Method<'a>,
        attribute: &Attribute<'a>,
        catch: &mut Option<CatchFrame>,
    ) -> Result<(), Stop> {
        let body = attribute.body;
        match attribute.name {
            b"StackMapTable" => {
                self.nested(attribute.whole, |editor| editor.write_frames(method, attribute, catch.take()))
            }
            b"LineNumberTable" => {
                self.nested(attribute.whole, |e| Ok(ranges::lines(body, &e.scratch.layout, e.out)?))
            }
            b"LocalVariableTable" | b"LocalVariableTypeTable" => {
                self.nested(attribute.whole, |e| Ok(ranges::variables(body, &e.scratch.layout, e.out)?))
            }
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => self
                .nested(attribute.whole, |e| {
                    Ok(annotations::code_annotations(body, &e.scratch.layout, e.out)?)
                }),
            b"CharacterRangeTable" => {
                self.nested(attribute.whole, |e| Ok(ranges::characters(body, &e.scratch.layout, e.out)?))
            }
            b"StackMap" => {
                if let Some(branch) = self.scratch.relayed().next() {
                    // The relay would need a frame here, too; no preverified class has such a method.
                    return Err(Refusal::BranchOutOfReach { pc: branch.pc }.into());
                }
                self.nested(attribute.whole, |e| Ok(ranges::cldc_frames(body, &e.scratch.layout, e.out)?))
            }
            _ => {
                self.out.extend_from_slice(attribute.whole);
                Ok(())
            }
        }
    }

    fn write_frames(
        &mut self,
        method: &Method<'a>,
        attribute: &Attribute<'a>,
        catch: Option<CatchFrame>,
    ) -> Result<(), Stop> {
        let MethodScratch { points, branches, layout } = &*self.scratch;
        if layout.has_relays() {
            let context = Context { class: self.class, method, points, branches, layout };
            return Ok(expanded_frames::rewrite(&context, attribute.body, self.pool, catch, self.out)??);
        }
        Ok(frames::rewrite(attribute.body, layout, catch, self.out)?)
    }

    fn throwable(&mut self) -> Result<u16, Error> {
        if self.shared.throwable.is_none() {
            self.shared.throwable = Some(self.pool.class(b"java/lang/Throwable")?);
        }
        Ok(self.shared.throwable.unwrap_or(0))
    }

    fn stack_map_table(&mut self) -> Result<u16, Error> {
        if self.shared.stack_map_table.is_none() {
            self.shared.stack_map_table = Some(self.pool.utf8(b"StackMapTable")?);
        }
        Ok(self.shared.stack_map_table.unwrap_or(0))
    }
}

impl MethodScratch {
    /// The branches of the method at hand that go through relays.
    fn relayed(&self) -> impl Iterator<Item = &Branch> {
        let points = if self.layout.has_relays() { self.points.as_slice() } else { &[] };
        points.iter().filter_map(|point| match point.kind {
            PointKind::Relay { branch } => self.branches.get(branch as usize),
            _ => None,
        })
    }
}

/// The exit code runs on top of a full stack; the entry code on an empty one, or in a constructor behind
/// `super(...)` on whatever lies there; the closing handler on the exception alone.
fn max_stack(code: &Code<'_>, probe: &Probe, in_body: bool, unwinds: bool) -> Result<u16, Refusal> {
    let full = Refusal::TableFull { table: "max_stack" };
    let entry_base = if in_body { code.max_stack() } else { 0 };
    let entry = entry_base.checked_add(probe.entry.max_stack()).ok_or(full)?;
    let exit = match &probe.exit {
        Some(exit) => code.max_stack().max(u16::from(unwinds)).checked_add(exit.max_stack()).ok_or(full)?,
        None => 0,
    };
    Ok(code.max_stack().max(entry).max(exit))
}
