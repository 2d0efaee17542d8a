//! What a shared library says of itself.

use anyhow::{Context as _, Result, bail};
use object::elf::{self, FileHeader32, FileHeader64};
use object::read::elf::{Dyn as _, FileHeader, ProgramHeader as _, Sym as _};
use object::{Endianness, FileKind};

/// As the dynamic linker of a phone reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Library {
    /// `e_machine`.
    pub(crate) machine: elf::Machine,
    /// The smallest alignment of a loaded segment.
    pub(crate) page: u64,
    /// Whether the stack of a process that loads it must be executable.
    pub(crate) executable_stack: bool,
    /// Whether its code must be changed when it is loaded.
    pub(crate) text_relocations: bool,
    /// Whether it has the older hash table of symbols, `DT_HASH`.
    pub(crate) has_sysv_hash: bool,
    pub(crate) name: Option<String>,
    pub(crate) needed: Vec<String>,
    /// Names of what it offers, sorted.
    pub(crate) exported: Vec<String>,
    /// Names of what it wants from others, sorted.
    pub(crate) undefined: Vec<String>,
}

pub(crate) fn read(bytes: &[u8]) -> Result<Library> {
    match FileKind::parse(bytes)? {
        FileKind::Elf32 => read_as::<FileHeader32<Endianness>>(bytes),
        FileKind::Elf64 => read_as::<FileHeader64<Endianness>>(bytes),
        kind => bail!("no ELF file: {kind:?}"),
    }
}

fn read_as<Elf: FileHeader<Endian = Endianness>>(bytes: &[u8]) -> Result<Library> {
    let header = Elf::parse(bytes)?;
    let endian = header.endian()?;
    let mut library = Library {
        machine: header.e_machine(endian),
        page: u64::MAX,
        executable_stack: true,
        ..Library::default()
    };
    for segment in header.program_headers(endian, bytes)? {
        match segment.p_type(endian) {
            elf::PT_LOAD => library.page = library.page.min(segment.p_align(endian).into()),
            elf::PT_GNU_STACK => library.executable_stack = segment.p_flags(endian).contains(elf::PF_X),
            _ => {}
        }
    }

    let sections = header.sections(endian, bytes)?;
    let (entries, strings) = sections.dynamic(endian, bytes)?.context("no dynamic section")?;
    let strings = sections.strings(endian, bytes, strings)?;
    for entry in entries {
        let value: u64 = entry.d_val(endian).into();
        let text =
            || Ok::<_, anyhow::Error>(String::from_utf8_lossy(entry.string(endian, strings)?).into_owned());
        match entry.tag(endian) {
            elf::DT_NEEDED => library.needed.push(text()?),
            elf::DT_SONAME => library.name = Some(text()?),
            elf::DT_HASH => library.has_sysv_hash = true,
            elf::DT_TEXTREL => library.text_relocations = true,
            elf::DT_FLAGS => library.text_relocations |= value & elf::DF_TEXTREL.0 != 0,
            _ => {}
        }
    }

    let symbols = sections.symbols(endian, bytes, elf::SHT_DYNSYM)?;
    for symbol in symbols.iter().filter(|symbol| symbol.st_bind() != elf::STB_LOCAL) {
        let name = String::from_utf8_lossy(symbol.name(endian, symbols.strings())?).into_owned();
        if symbol.st_shndx(endian) == elf::SHN_UNDEF {
            library.undefined.push(name);
        } else {
            library.exported.push(name);
        }
    }
    library.exported.sort();
    library.undefined.sort();
    Ok(library)
}
