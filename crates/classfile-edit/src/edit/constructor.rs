//! Finding where a constructor calls `super(...)` or `this(...)`.
//!
//! The first such call in the order of the code can be the wrong one: compilers put several calls into
//! the arms of a switch, arguments create objects of the same class, a branch may lie in front. So the
//! operand stack is followed (JVMS 4.10.1), marking just one thing: which slots hold the `this` that is
//! not initialised yet. Each instruction is visited once. Where flows meet, the type-checking verifier has
//! made sure that they agree on whether `this` is initialised; the old one has not, so it is checked.

use super::stack_effect;
use crate::opcode;
use crate::read::{ClassFile, Code, Handler, Instruction, Method};
use crate::{Error, Refusal};

/// Most steps in one constructor before it is given up: slots that are copied at branches, handlers
/// looked at, stretches of descriptors. Real constructors stay far below.
const BUDGET: usize = 1 << 20;
/// Steps that all constructors of a class share, for each byte of it: many small ones can refer to the
/// same long descriptor.
const STEPS_PER_BYTE: usize = 32;
/// Bytes of a descriptor that count as one step.
const STRETCH: usize = 8;

/// What is known of a constructor.
#[derive(Clone, Debug, Default)]
pub(super) struct InitFlow {
    /// The positions right behind each call, ascending.
    pub(super) entries: Vec<u32>,
    /// Where `this` is initialised: sorted intervals of old positions.
    pub(super) initialised: Vec<(u32, u32)>,
}

#[derive(Clone, Debug)]
struct State {
    /// Slots of the operand stack: whether it is the uninitialised `this`.
    stack: Vec<bool>,
    /// Locals 0 to 63, a bit each: whether it is the uninitialised `this`.
    locals: u64,
    initialised: bool,
}

const UNSEEN: u8 = 0;
/// Visited or queued while `this` was not initialised.
const BEFORE: u8 = 1;
/// Visited or queued when `this` was initialised.
const AFTER: u8 = 2;
/// Not visited yet.
const QUEUED: u8 = 4;

struct Walk<'c, 'a> {
    class: &'c ClassFile<'a>,
    code: Code<'a>,
    /// For each byte of the code.
    seen: Vec<u8>,
    queue: Vec<(u32, State)>,
    calls: Vec<u32>,
    budget: usize,
}

/// What all constructors of a class may cost, in steps.
pub(super) fn budget(class: &ClassFile<'_>) -> usize {
    BUDGET.saturating_add(class.bytes().len().saturating_mul(STEPS_PER_BYTE))
}

/// Follows the code of a constructor; what that costs is taken from the budget of the class.
pub(super) fn follow<'a>(
    class: &ClassFile<'a>,
    method: &Method<'a>,
    code: &Code<'a>,
    budget: &mut usize,
) -> Result<Result<InitFlow, Refusal>, Error> {
    if class.name() == b"java/lang/Object" || !method.is_constructor() {
        let whole = vec![(0, code.bytes().len() as u32)];
        return Ok(Ok(InitFlow { entries: vec![], initialised: whole }));
    }
    let start = State { stack: Vec::new(), locals: 1, initialised: false };
    let mut walk = Walk {
        class,
        code: *code,
        seen: vec![UNSEEN; code.bytes().len()],
        queue: vec![(0, start)],
        calls: Vec::new(),
        budget: BUDGET.min(*budget),
    };
    let limit = walk.budget;
    let is_followed = walk.follow()?;
    *budget -= limit - walk.budget;
    Ok(if is_followed { walk.result() } else { Err(Refusal::ConstructorFlow) })
}

impl Walk<'_, '_> {
    /// Visits everything that can be reached; `false` when the budget is used up or the flow contradicts
    /// itself.
    fn follow(&mut self) -> Result<bool, Error> {
        loop {
            while let Some((pc, state)) = self.queue.pop() {
                if !self.run(pc, state)? {
                    return Ok(false);
                }
            }
            match self.enter_handlers() {
                None => return Ok(false),
                Some(false) => return Ok(true),
                Some(true) => {}
            }
        }
    }

    /// Visits instructions from `pc` until the flow ends or was seen; `false` as above.
    fn run(&mut self, pc: u32, mut state: State) -> Result<bool, Error> {
        for instruction in self.code.instructions_at(pc) {
            let instruction = instruction?;
            let Some(seen) = self.seen.get_mut(instruction.pc as usize) else { break };
            if contradicts(*seen, &state) {
                return Ok(false);
            }
            if is_visited(*seen) {
                break;
            }
            *seen = state.mark();
            self.step(&instruction, &mut state)?;
            let targets = instruction.target().into_iter().chain(instruction.switch_targets());
            for target in targets {
                if !self.queue(target, &state, instruction.opcode) {
                    return Ok(false);
                }
            }
            if self.budget == 0 {
                return Ok(false);
            }
            if instruction.ends_flow() {
                break;
            }
        }
        Ok(true)
    }

    fn queue(&mut self, target: i64, state: &State, opcode: u8) -> bool {
        let Some(seen) = usize::try_from(target).ok().and_then(|target| self.seen.get_mut(target)) else {
            return true;
        };
        if *seen != UNSEEN {
            return !contradicts(*seen, state);
        }
        *seen = QUEUED | state.mark();
        let mut state = state.clone();
        if matches!(opcode, opcode::JSR | opcode::JSR_W) {
            state.stack.push(false);
        }
        self.spend(state.stack.len() + 1);
        self.queue.push((target as u32, state));
        self.budget > 0
    }

    /// Queues handlers whose range was reached; `None` when the budget is used up.
    fn enter_handlers(&mut self) -> Option<bool> {
        for row in self.code.handlers() {
            self.budget = self.budget.checked_sub(1)?;
            let handler = usize::from(row.handler);
            if self.seen.get(handler) != Some(&UNSEEN) {
                continue;
            }
            let range = self.seen.get(usize::from(row.start)..usize::from(row.end)).unwrap_or(&[]);
            let reached = range.iter().position(|&seen| is_visited(seen));
            self.budget = self.budget.checked_sub(reached.unwrap_or(range.len()))?;
            let Some(&reached) = reached.and_then(|at| range.get(at)) else { continue };
            let initialised = reached == AFTER;
            let state = State { stack: vec![false], locals: u64::from(!initialised), initialised };
            if let Some(seen) = self.seen.get_mut(handler) {
                *seen = QUEUED | state.mark();
            }
            self.queue.push((u32::from(row.handler), state));
        }
        Some(!self.queue.is_empty())
    }

    fn spend(&mut self, steps: usize) {
        self.budget = self.budget.saturating_sub(steps);
    }

    fn effect(&mut self, instruction: &Instruction<'_>) -> Result<(usize, usize), Error> {
        let effect = stack_effect::of(instruction, self.class.pool())?;
        self.spend(effect.read / STRETCH);
        Ok((effect.pops, effect.pushes))
    }

    fn step(&mut self, instruction: &Instruction<'_>, state: &mut State) -> Result<(), Error> {
        let op = instruction.opcode;
        let operand = instruction.bytes.get(1).copied().unwrap_or(0);
        match op {
            opcode::ALOAD => state.load(u32::from(operand)),
            opcode::ALOAD_0..=opcode::ALOAD_3 => state.load(u32::from(op - opcode::ALOAD_0)),
            opcode::ASTORE => state.store(u32::from(operand)),
            opcode::ASTORE_0..=opcode::ASTORE_3 => state.store(u32::from(op - opcode::ASTORE_0)),
            opcode::WIDE if operand == opcode::ALOAD => state.load(wide_index(instruction)),
            opcode::WIDE if operand == opcode::ASTORE => state.store(wide_index(instruction)),
            0x59..=0x5f => state.shuffle(op),
            // At the target, not behind the jsr, lies the return address.
            opcode::JSR | opcode::JSR_W => {}
            opcode::INVOKESPECIAL => self.special_call(instruction, state)?,
            _ => {
                let (pops, pushes) = self.effect(instruction)?;
                state.pop(pops);
                state.push(pushes);
            }
        }
        Ok(())
    }

    fn special_call(&mut self, instruction: &Instruction<'_>, state: &mut State) -> Result<(), Error> {
        let (pops, pushes) = self.effect(instruction)?;
        state.pop(pops.saturating_sub(1));
        let this = state.stack.pop().unwrap_or(false);
        state.push(pushes);
        if this && !state.initialised {
            self.calls.push(instruction.pc + instruction.bytes.len() as u32);
            state.initialised = true;
            state.locals = 0;
            state.stack.fill(false);
        }
        Ok(())
    }

    fn result(mut self) -> Result<InitFlow, Refusal> {
        self.calls.sort_unstable();
        let before = self.intervals(BEFORE);
        let initialised = self.intervals(AFTER);
        // Each handler was entered with the state of the first reached place that it protects.
        let is_torn = |row: Handler| {
            let (start, end) = (u32::from(row.start), u32::from(row.end));
            overlaps(&before, start, end) && overlaps(&initialised, start, end)
        };
        if self.code.handlers().any(is_torn) {
            return Err(Refusal::ConstructorFlow);
        }
        Ok(InitFlow { entries: self.calls, initialised })
    }

    /// Where instructions have `mark`: sorted, none touching the next.
    fn intervals(&self, mark: u8) -> Vec<(u32, u32)> {
        let mut intervals: Vec<(u32, u32)> = Vec::new();
        for instruction in self.code.instructions().flatten() {
            if self.seen.get(instruction.pc as usize) != Some(&mark) {
                continue;
            }
            let end = instruction.pc + instruction.bytes.len() as u32;
            match intervals.last_mut() {
                Some(last) if last.1 == instruction.pc => last.1 = end,
                _ => intervals.push((instruction.pc, end)),
            }
        }
        intervals
    }
}

fn is_visited(seen: u8) -> bool {
    seen == BEFORE || seen == AFTER
}

/// Whether a place was reached in the other state before.
fn contradicts(seen: u8, state: &State) -> bool {
    seen != UNSEEN && seen & !QUEUED != state.mark()
}

/// Whether a sorted interval meets `start..end`.
fn overlaps(intervals: &[(u32, u32)], start: u32, end: u32) -> bool {
    let next = intervals.partition_point(|&(_, to)| to <= start);
    intervals.get(next).is_some_and(|&(from, _)| from < end)
}

impl State {
    fn mark(&self) -> u8 {
        if self.initialised { AFTER } else { BEFORE }
    }

    fn load(&mut self, local: u32) {
        self.stack.push(1u64.checked_shl(local).is_some_and(|bit| self.locals & bit != 0));
    }

    fn store(&mut self, local: u32) {
        let this = self.stack.pop().unwrap_or(false);
        let bit = 1u64.checked_shl(local).unwrap_or(0);
        self.locals = if this { self.locals | bit } else { self.locals & !bit };
    }

    fn pop(&mut self, slots: usize) {
        self.stack.truncate(self.stack.len().saturating_sub(slots));
    }

    fn push(&mut self, slots: usize) {
        self.stack.extend(std::iter::repeat_n(false, slots));
    }

    /// `dup` to `swap`: takes the top slots off and puts them back in another order, counted from the top.
    fn shuffle(&mut self, opcode: u8) {
        let (takes, puts): (usize, &[usize]) = match opcode {
            0x59 => (1, &[0, 0]),
            0x5a => (2, &[0, 1, 0]),
            0x5b => (3, &[0, 2, 1, 0]),
            0x5c => (2, &[1, 0, 1, 0]),
            0x5d => (3, &[1, 0, 2, 1, 0]),
            0x5e => (4, &[1, 0, 3, 2, 1, 0]),
            _ => (2, &[0, 1]),
        };
        let top: Vec<bool> = (0..takes).map(|_| self.stack.pop().unwrap_or(false)).collect();
        self.stack.extend(puts.iter().map(|&index| top.get(index).copied().unwrap_or(false)));
    }
}

fn wide_index(instruction: &Instruction<'_>) -> u32 {
    match *instruction.bytes {
        [_, _, a, b, ..] => u32::from(u16::from_be_bytes([a, b])),
        _ => 0,
    }
}
