//! Putting an edited class together.

use super::bytes::Bytes;
use super::constructor;
use super::link::{Edited, Site, most_constants};
use super::method::{MethodEditor, MethodScratch, Shared};
use super::pool_appender::PoolAppender;
use super::probe::Probe;
use crate::{ClassFile, Error, Refusal};

/// Collects what to insert into a class.
#[derive(Debug)]
pub struct ClassEdit<'c, 'a> {
    class: &'c ClassFile<'a>,
    pool: PoolAppender,
    probes: Vec<(usize, Probe)>,
    added: Vec<NewMethod>,
}

/// A method to add: straight-line code without handlers, frames or debug tables.
#[derive(Clone, Debug)]
pub struct NewMethod {
    /// `access_flags`.
    pub access: u16,
    /// Simple name.
    pub name: Vec<u8>,
    /// Method descriptor.
    pub descriptor: Vec<u8>,
    /// Operand stack in slots.
    pub max_stack: u16,
    /// Local variables in slots, `this` and parameters included.
    pub max_locals: u16,
    /// The instructions.
    pub code: Vec<u8>,
}

impl<'c, 'a> ClassEdit<'c, 'a> {
    /// Nothing is inserted yet.
    pub fn new(class: &'c ClassFile<'a>) -> Self {
        let pool = PoolAppender::new(class.pool().count());
        ClassEdit { class, pool, probes: Vec::new(), added: Vec::new() }
    }

    /// The constant pool, to add entries to that inserted code uses.
    pub fn pool(&mut self) -> &mut PoolAppender {
        &mut self.pool
    }

    /// Inserts code into the method at `index`. Methods are given in ascending order, each once; one
    /// without code stays as it is.
    pub fn insert(&mut self, index: usize, probe: Probe) {
        debug_assert!(self.probes.last().is_none_or(|&(last, _)| last < index), "methods in ascending order");
        self.probes.push((index, probe));
    }

    /// Adds a method behind the last one.
    pub fn add_method(&mut self, method: NewMethod) {
        self.added.push(method);
    }

    /// Writes the edited class.
    ///
    /// # Errors
    /// [`Error::Malformed`] when an edited method is broken, [`Error::PoolFull`] when the new entries, or
    /// one constant for each late integer, might not fit. Methods that just cannot be edited are listed
    /// by [`Edited::refusals`].
    pub fn finish(mut self, scratch: &mut Scratch) -> Result<Edited<'_>, Error> {
        let class = self.class;
        let Scratch { out, sites, refusals, method } = scratch;
        out.clear();
        sites.clear();
        refusals.clear();
        out.extend_from_slice(class.bytes().get(..10).unwrap_or(&[]));
        out.extend_from_slice(class.pool_bytes());
        let pool_end = out.len();
        out.extend_from_slice(class.between_pool_and_methods());
        let methods = u16::try_from(class.methods().len() + self.added.len())
            .map_err(|_| Error::Malformed { what: "no room for another method", offset: pool_end })?;
        out.u2(methods);

        let mut editor = MethodEditor {
            class,
            pool: &mut self.pool,
            shared: Shared::default(),
            flow_budget: constructor::budget(class),
            scratch: method,
            out,
            sites,
        };
        let mut probes = self.probes.iter().peekable();
        for (index, method) in class.methods().iter().enumerate() {
            match probes.next_if(|(at, _)| *at == index) {
                Some((_, probe)) => {
                    refusals.extend(editor.edit(method, probe)?.map(|reason| (index, reason)))
                }
                None => editor.out.extend_from_slice(method.whole),
            }
        }
        for method in &self.added {
            method.write(&mut self.pool, out)?;
        }
        out.extend_from_slice(class.tail());
        self.pool.check_room(most_constants(sites))?;
        let count = self.pool.count();
        Ok(Edited::assemble(out, pool_end, count, &self.pool.into_bytes(), sites, refusals))
    }
}

/// Memory that is used again for class after class.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    out: Vec<u8>,
    sites: Vec<Site>,
    refusals: Vec<(usize, Refusal)>,
    method: MethodScratch,
}

impl NewMethod {
    fn write(&self, pool: &mut PoolAppender, out: &mut Vec<u8>) -> Result<(), Error> {
        out.u2(self.access);
        out.u2(pool.utf8(&self.name)?);
        out.u2(pool.utf8(&self.descriptor)?);
        out.u2(1);
        out.u2(pool.utf8(b"Code")?);
        out.u4(12 + self.code.len() as u32);
        out.u2(self.max_stack);
        out.u2(self.max_locals);
        out.u4(self.code.len() as u32);
        out.extend_from_slice(&self.code);
        out.u4(0);
        Ok(())
    }
}
