//! What must be true of a library before an app may have it.

use super::abi::Abi;
use super::elf::Library;
use super::{NAME, bionic};

/// All that the library exports: its natives are registered by the one function that the virtual machine calls.
const EXPORTED: [&str; 1] = ["JNI_OnLoad"];

/// The most that the library may add to an app, for one processor: what it has now and a little more, so that nothing
/// large gets in unseen. `docs/android-build.md` says what the bytes are.
pub(crate) const LARGEST: usize = 850_000;

/// A name that is in the library only with the feature `test-hooks`.
const HOOK: &[u8] = b"plantPanic";

/// What is wrong with the library, a sentence for each; empty if an app may have it.
pub(crate) fn faults(abi: Abi, library: &Library, bytes: &[u8]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut require = |holds: bool, otherwise: String| {
        if !holds {
            faults.push(otherwise);
        }
    };
    let (page, name) = (library.page, library.name.as_deref().unwrap_or("nothing"));
    require(library.machine == abi.machine(), format!("it is for machine {}", library.machine.0));
    require(page >= abi.page() && page != u64::MAX, format!("it is aligned to {page}, not {}", abi.page()));
    require(!library.executable_stack, "it wants an executable stack".to_owned());
    require(!library.text_relocations, "its code is relocated (TEXTREL), which Android refuses".to_owned());
    require(library.has_sysv_hash, "it has no DT_HASH, the only one that API 21 reads".to_owned());
    require(library.name.as_deref() == Some(NAME), format!("it calls itself {name} (SONAME)"));
    require(library.exported == EXPORTED, format!("it exports {}", library.exported.join(", ")));
    for name in &library.needed {
        require(
            bionic::LIBRARIES.contains(&name.as_str()),
            format!("it needs {name}, which apps cannot have"),
        );
    }
    require(library.needed.iter().any(|name| name == "libc.so"), "it does not need libc.so".to_owned());
    for name in &library.undefined {
        let known = bionic::SYMBOLS.contains(&name.as_str());
        require(
            known,
            format!("it needs {name}, which is not known to be in API 21: look it up for `bionic.rs`"),
        );
    }
    let hooks = bytes.windows(HOOK.len()).any(|window| window == HOOK);
    require(!hooks, "it has hooks for tests".to_owned());
    require(bytes.len() <= LARGEST, format!("it has {} bytes, more than {LARGEST}", bytes.len()));
    faults
}
