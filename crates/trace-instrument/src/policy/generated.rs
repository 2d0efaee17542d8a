//! Classes that the Android build generates.

/// Whether this is `R`, `Manifest`, one of their nested classes, or `BuildConfig`, in any package.
pub(super) fn is_generated(class: &[u8]) -> bool {
    let simple = class.rsplit(|&byte| byte == b'/').next().unwrap_or(class);
    let outer = simple.split(|&byte| byte == b'$').next().unwrap_or(simple);
    matches!(outer, b"R" | b"Manifest") || simple == b"BuildConfig"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_simple_names_count() {
        for name in ["R", "app/R", "app/R$id", "app/Manifest", "app/Manifest$permission", "app/BuildConfig"] {
            assert!(is_generated(name.as_bytes()), "{name}");
        }
        // A search for "R.class" in the file name finds FooR as well.
        for name in
            ["app/FooR", "app/R2", "app/R/Main", "app/Main$R", "app/MyBuildConfig", "app/ManifestReader"]
        {
            assert!(!is_generated(name.as_bytes()), "{name}");
        }
    }
}
