//! Inserts code into Java class files (JVMS chapter 4) by copying what it does not change.
//!
//! The constraints that shape this crate:
//!
//! * **Byte preserving.** What is not edited is copied, never decoded and encoded again. The constant
//!   pool is only appended to, so every index in every attribute, known or not, keeps its meaning.
//! * **No class path.** Frames of the `StackMapTable` are moved, never computed: inserted code leaves
//!   locals and stack as it found them, so the types at every old position stay true.
//! * **No surprises.** No input makes it panic, recurse deeply, or take more than about linear time
//!   and memory. A class that cannot be edited is an [`Error`]; a method that cannot is a [`Refusal`]
//!   and stays as it was.
//! * **Edit first, number later.** Code may push integers whose values are not known yet
//!   ([`Snippet::late_int`]); [`Edited::link`] fills them in without looking at the code again.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let bytes: &[u8] = &std::fs::read("Hello.class")?;
//! use classfile_edit::{ClassEdit, ClassFile, Exits, Probe, Scratch, Snippet};
//!
//! let class = ClassFile::parse(bytes)?;
//! let mut edit = ClassEdit::new(&class);
//! let enter = edit.pool().method_ref(b"app/Beat", b"i", b"(I)V")?;
//! let leave = edit.pool().method_ref(b"app/Beat", b"o", b"(I)V")?;
//! for index in 0..class.methods().len() {
//!     let slot = index as u32;
//!     edit.insert(index, Probe {
//!         entry: Snippet::new().late_int(slot).invoke_static(enter, 1),
//!         exit: Some(Snippet::new().late_int(slot).invoke_static(leave, 1)),
//!         exits: Exits::Throw,
//!         ..Probe::default()
//!     });
//! }
//! let mut scratch = Scratch::default();
//! let edited = edit.finish(&mut scratch)?;
//! let mut out = Vec::new();
//! edited.link(|slot| slot as i32 + 1, &mut out);
//! assert!(ClassFile::parse(&out).is_ok());
//! # Ok(())
//! # }
//! ```

mod edit;
mod error;
pub mod opcode;
mod read;

pub use edit::{
    ClassEdit, ConstructorEntry, Edited, EditedShape, Exits, NewMethod, PoolAppender, Probe, Scratch, Snippet,
};
pub use error::{Error, Refusal};
pub use read::{
    Attribute, Attributes, ClassFile, Code, Field, Fields, Handler, Instruction, Instructions, Member,
    Method, Pool,
};

/// The oldest class-file version that is edited; before it, `Code` had another layout.
pub const OLDEST_VERSION: (u16, u16) = (45, 3);

/// The newest major class-file version that is edited: that of JDK 25.
pub const NEWEST_MAJOR: u16 = 69;
