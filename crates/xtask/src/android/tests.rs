//! The checks, on libraries that the host's compiler makes wrong on purpose.

use std::fs;
use std::process::Command;

use trace_tests::{skip, tool};

use super::abi::Abi;
use super::link::{self, Linker};
use super::{NAME, check, elf};

/// The host as if it were a phone.
const HOST: Abi = if cfg!(target_arch = "aarch64") { Abi::Arm64 } else { Abi::X86_64 };

const GOOD: [&str; 5] = [
    "-Wl,-soname,libtrace_runtime.so",
    "-Wl,-z,max-page-size=16384",
    "-Wl,--hash-style=both",
    "-nostdlib",
    "libc.so",
];

const CODE: &str = "int JNI_OnLoad(void) { return 6; }";

/// Links `code` with `GOOD`, which `more` adds to or takes back, and gives what is wrong with it.
fn faults_of(code: &str, more: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let compile = |source: &str, output: &str, arguments: &[&str]| {
        let input = folder.path().join("source.c");
        fs::write(&input, source).unwrap();
        let mut cc = Command::new("cc");
        cc.current_dir(folder.path()).args(["-shared", "-fPIC", "-Wl,--no-as-needed", "-o", output]);
        tool::run(cc.arg(&input).args(arguments)).unwrap();
    };
    compile("", "libc.so", &["-nostdlib", "-Wl,-soname,libc.so"]);
    compile("", "libother.so", &["-nostdlib", "-Wl,-soname,libother.so"]);
    compile(code, "library.so", &[&GOOD[..], more].concat());
    let bytes = fs::read(folder.path().join("library.so")).unwrap();
    check::faults(HOST, &elf::read(&bytes).unwrap(), &bytes)
}

#[test]
fn a_good_library_has_no_faults() {
    assert_eq!(faults_of(CODE, &[]), [""; 0]);
}

#[test]
fn pages_of_4_kib_are_refused() {
    assert_eq!(faults_of(CODE, &["-Wl,-z,max-page-size=4096"]), ["it is aligned to 4096, not 16384"]);
}

#[test]
fn an_executable_stack_is_refused() {
    assert_eq!(faults_of(CODE, &["-Wl,-z,execstack"]), ["it wants an executable stack"]);
}

#[test]
fn exports_are_exactly_what_is_wanted() {
    let leaks = format!("{CODE} void leak(void) {{}}");
    assert_eq!(faults_of(&leaks, &[]), ["it exports JNI_OnLoad, leak"]);
    assert_eq!(faults_of("", &[]), ["it exports "]);
}

#[test]
fn other_libraries_are_refused() {
    assert_eq!(faults_of(CODE, &["libother.so"]), ["it needs libother.so, which apps cannot have"]);
}

#[test]
fn functions_that_old_systems_lack_are_refused() {
    let code = "int getentropy(void); int JNI_OnLoad(void) { return getentropy(); }";
    let faults = faults_of(code, &[]);
    let [fault] = &faults[..] else { panic!("{faults:?}") };
    assert!(fault.starts_with("it needs getentropy, which is not known to be in API 21"), "{fault}");
    assert_eq!(faults_of(&code.replace("getentropy", "getpid"), &[]), [""; 0]);
}

#[test]
fn a_name_is_needed_and_an_old_hash_table() {
    assert_eq!(
        faults_of(CODE, &["-Wl,-soname,other.so", "-Wl,--hash-style=gnu"]),
        ["it has no DT_HASH, the only one that API 21 reads", "it calls itself other.so (SONAME)"]
    );
}

#[test]
fn relocated_code_is_refused() {
    let address = if cfg!(target_pointer_width = "64") { ".quad" } else { ".long" };
    let code = format!("__asm__(\".text\\n{address} getpid\"); {CODE}");
    let faults = faults_of(&code, &["-Wl,-z,notext"]);
    assert_eq!(faults, ["its code is relocated (TEXTREL), which Android refuses"]);
}

#[test]
fn hooks_for_tests_are_refused() {
    let code = format!("{CODE} __attribute__((used)) static const char name[] = \"plantPanic\";");
    assert_eq!(faults_of(&code, &[]), ["it has hooks for tests"]);
}

#[test]
fn a_library_of_another_processor_is_refused() {
    let other = if HOST == Abi::Arm64 { Abi::X86_64 } else { Abi::Arm64 };
    let library = elf::Library { machine: HOST.machine(), ..elf::Library::default() };
    let faults = check::faults(other, &library, &[]);
    assert!(faults[0].starts_with("it is for machine "), "{faults:?}");
}

#[test]
fn what_is_no_library_is_an_error() {
    for bytes in [&b""[..], b"\x7fELF", b"\x7fELF\x02\x01\x01", &[0; 1000]] {
        assert!(elf::read(bytes).is_err());
    }
}

#[test]
fn the_library_for_phones_is_fit_for_apps() {
    let linker = link::install_target(Abi::Arm64).and_then(|()| Linker::find());
    let Some(linker) = skip::or_skip("the library for phones", linker) else { return };
    let bytes = fs::read(super::build(&linker, Abi::Arm64).unwrap()).unwrap();
    assert_eq!(check::faults(Abi::Arm64, &elf::read(&bytes).unwrap(), &bytes), [""; 0]);
}

#[test]
fn the_same_library_for_the_host_is_small_and_exports_one_function() {
    let mut cargo = crate::cargo();
    tool::run(cargo.args(super::BUILD)).unwrap();
    let bytes = fs::read(crate::target_folder().join("android").join(NAME)).unwrap();
    assert_eq!(elf::read(&bytes).unwrap().exported, ["JNI_OnLoad"]);
    assert!(bytes.len() <= check::LARGEST, "{} bytes", bytes.len());
}
