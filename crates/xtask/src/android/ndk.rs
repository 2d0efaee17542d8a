//! Where Android's NDK is.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The folder of the NDK's compilers, or None if no variable tells of an NDK.
///
/// Looks at `ANDROID_NDK_HOME`, `ANDROID_NDK_ROOT`, and the newest one of `ANDROID_HOME/ndk`.
///
/// # Errors
/// A variable that tells of a folder that is no NDK.
pub(crate) fn find(variable: impl Fn(&str) -> Option<OsString>) -> Result<Option<PathBuf>> {
    for name in ["ANDROID_NDK_HOME", "ANDROID_NDK_ROOT"] {
        if let Some(home) = variable(name).filter(|home| !home.is_empty()) {
            let home = PathBuf::from(home);
            let compilers = compilers(&home)
                .with_context(|| format!("{name} is {}, which is no NDK: no compilers", home.display()))?;
            return Ok(Some(compilers));
        }
    }
    let Some(sdk) = variable("ANDROID_HOME") else { return Ok(None) };
    let mut installed = folders(&Path::new(&sdk).join("ndk"));
    installed.sort_by_key(|home| version(home));
    Ok(installed.iter().rev().find_map(|home| compilers(home)))
}

fn compilers(home: &Path) -> Option<PathBuf> {
    let hosts = folders(&home.join("toolchains/llvm/prebuilt"));
    hosts.into_iter().map(|host| host.join("bin")).find(|bin| bin.is_dir())
}

/// Numbers of a folder's name such as `27.2.12479018`.
fn version(home: &Path) -> Vec<u64> {
    let name = home.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').map(|number| number.parse().unwrap_or(0)).collect()
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn install(home: &Path) -> PathBuf {
        let bin = home.join("toolchains/llvm/prebuilt/linux-x86_64/bin");
        fs::create_dir_all(&bin).unwrap();
        bin
    }

    #[test]
    fn the_newest_of_the_sdk_is_taken() {
        let sdk = tempfile::tempdir().unwrap();
        install(&sdk.path().join("ndk/9.0.1"));
        let newest = install(&sdk.path().join("ndk/27.2.12479018"));
        fs::create_dir_all(sdk.path().join("ndk/30.0.0-unpacking")).unwrap();
        let found = find(|name| (name == "ANDROID_HOME").then(|| sdk.path().into())).unwrap();
        assert_eq!(found, Some(newest));
    }

    #[test]
    fn a_variable_of_its_own_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        install(&folder.path().join("sdk/ndk/27.0.0"));
        let own = install(&folder.path().join("own"));
        let found = find(|name| match name {
            "ANDROID_HOME" => Some(folder.path().join("sdk").into()),
            "ANDROID_NDK_ROOT" => Some(folder.path().join("own").into()),
            _ => None,
        });
        assert_eq!(found.unwrap(), Some(own));
    }

    #[test]
    fn a_wrong_variable_is_not_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let error = find(|name| (name == "ANDROID_NDK_HOME").then(|| folder.path().into())).unwrap_err();
        assert!(error.to_string().starts_with("ANDROID_NDK_HOME is "), "{error}");
    }

    #[test]
    fn without_a_variable_there_is_none() {
        assert_eq!(find(|_| None).unwrap(), None);
    }
}
