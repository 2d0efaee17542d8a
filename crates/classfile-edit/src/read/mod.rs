//! Reading a class file: positions and slices, nothing decoded before it is asked for.

mod attribute;
mod class;
mod code;
pub(crate) mod cursor;
mod field;
mod instructions;
mod pool;

pub use attribute::{Attribute, Attributes};
pub use class::{ClassFile, Method};
pub use code::{Code, Handler};
pub use field::{Field, Fields};
pub(crate) use instructions::padding;
pub use instructions::{Instruction, Instructions};
pub use pool::{Member, Pool};
