//! Fetches published artifacts with the user's own `mvn`.
//!
//! Where they come from, through which proxy and with which credentials is the user's Maven
//! settings' business. What they must be is ours: each has its SHA-256 in `artifacts.sha256`.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use anyhow::{Error, Result, anyhow, bail};

use crate::{cache, tool};

/// Lines of `SHA-256`, two spaces and a coordinate, as `sha256sum` writes them.
const PINS: &str = include_str!("../artifacts.sha256");

const PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy";

/// `group:artifact:version[:classifier][@extension]`, for example `com.airbnb.android:lottie:6.3.0@aar`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    group: String,
    artifact: String,
    version: String,
    classifier: Option<String>,
    extension: String,
}

impl Coordinate {
    /// Name of the file in the cache: as in a repository, with the group in front.
    pub fn file_name(&self) -> String {
        let Coordinate { group, artifact, version, classifier, extension } = self;
        let classifier = classifier.iter().fold(String::new(), |_, name| format!("-{name}"));
        format!("{group}.{artifact}-{version}{classifier}.{extension}")
    }

    fn pom_item(&self) -> String {
        let Coordinate { group, artifact, version, classifier, extension } = self;
        let classifier =
            classifier.iter().fold(String::new(), |_, name| format!("<classifier>{name}</classifier>"));
        format!(
            "<artifactItem><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\
             <version>{version}</version>{classifier}<type>{extension}</type>\
             <destFileName>{}</destFileName></artifactItem>\n",
            self.file_name()
        )
    }

    fn pinned_sha256(&self) -> Option<&'static str> {
        let name = self.to_string();
        PINS.lines().filter_map(|line| line.split_once("  ")).find(|pin| pin.1 == name).map(|pin| pin.0)
    }
}

impl FromStr for Coordinate {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (path, extension) = text.split_once('@').unwrap_or((text, "jar"));
        let parts: Vec<&str> = path.split(':').collect();
        // The parts become XML text and a file name.
        let plain = |part: &&str| {
            !part.is_empty()
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
        };
        match parts[..] {
            [group, artifact, version, ref rest @ ..]
                if rest.len() < 2 && parts.iter().chain([&extension]).all(plain) =>
            {
                Ok(Coordinate {
                    group: group.to_owned(),
                    artifact: artifact.to_owned(),
                    version: version.to_owned(),
                    classifier: rest.first().map(|name| (*name).to_owned()),
                    extension: extension.to_owned(),
                })
            }
            _ => bail!(
                "`{text}` is no Maven coordinate; write group:artifact:version[:classifier][@extension]"
            ),
        }
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.group, self.artifact, self.version)?;
        if let Some(classifier) = &self.classifier {
            write!(f, ":{classifier}")?;
        }
        if self.extension != "jar" {
            write!(f, "@{}", self.extension)?;
        }
        Ok(())
    }
}

/// Fetches one artifact and returns its place in the cache. See [`fetch_all`].
pub fn fetch(coordinate: &str) -> Result<PathBuf> {
    fetch_all(&[coordinate])?.pop().expect("one path for one coordinate")
}

/// Fetches artifacts in one run of `mvn`; those in the cache need none.
///
/// The inner results are in the order of `coordinates`: the place in the cache, or why this artifact
/// could not be had (not in any repository, no network, or not the content that is pinned).
///
/// # Errors
/// Malformed coordinates, an unusable cache folder, and a missing `mvn` when it is needed.
pub fn fetch_all(coordinates: &[&str]) -> Result<Vec<Result<PathBuf>>> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);

    let coordinates: Vec<Coordinate> = coordinates.iter().map(|text| text.parse()).collect::<Result<_>>()?;
    let folder = cache::root()?.join("maven");
    fs::create_dir_all(&folder)?;
    let missing: Vec<&Coordinate> =
        coordinates.iter().filter(|coordinate| !folder.join(coordinate.file_name()).exists()).collect();
    let mut failures = download(&missing, &folder)?;
    Ok(coordinates
        .iter()
        .map(|coordinate| {
            let path = folder.join(coordinate.file_name());
            let failed = failures.iter().position(|(name, _)| *name == coordinate.to_string());
            match failed {
                Some(index) if !path.exists() => Err(failures.swap_remove(index).1),
                _ => Ok(path),
            }
        })
        .collect())
}

/// Downloads into `folder` what is missing there; returns the failures by coordinate.
fn download(missing: &[&Coordinate], folder: &Path) -> Result<Vec<(String, Error)>> {
    let mut failures = Vec::new();
    if missing.is_empty() {
        return Ok(failures);
    }
    let scratch = cache::scratch(folder)?;
    if let Err(error) = copy(missing, scratch.path()) {
        // Without mvn there is nothing to retry. With it, one bad artifact ends the run at its
        // place, and hides the ones after it.
        tool::run(Command::new("mvn").arg("--version"))?;
        if missing.len() == 1 {
            failures.push((missing[0].to_string(), error));
        } else {
            for coordinate in missing {
                if !scratch.path().join(coordinate.file_name()).exists() {
                    failures.extend(
                        copy(&[coordinate], scratch.path())
                            .err()
                            .map(|error| (coordinate.to_string(), error)),
                    );
                }
            }
        }
    }
    for coordinate in missing {
        let name = coordinate.to_string();
        let file = scratch.path().join(coordinate.file_name());
        if !failures.iter().any(|failure| failure.0 == name) {
            let placed = check(coordinate, &file)
                .and_then(|()| Ok(fs::rename(&file, folder.join(coordinate.file_name()))?));
            failures.extend(placed.err().map(|error| (name, error)));
        }
    }
    Ok(failures)
}

/// Has `mvn` copy artifacts into `folder`.
fn copy(items: &[&Coordinate], folder: &Path) -> Result<()> {
    let items: String = items.iter().map(|item| item.pom_item()).collect();
    let pom = folder.join("pom.xml");
    fs::write(
        &pom,
        format!(
            "<project><modelVersion>4.0.0</modelVersion>\n\
             <groupId>fetch</groupId><artifactId>fetch</artifactId><version>1</version>\
             <packaging>pom</packaging>\n\
             <build><plugins><plugin><groupId>org.apache.maven.plugins</groupId>\
             <artifactId>maven-dependency-plugin</artifactId><configuration><artifactItems>\n\
             {items}</artifactItems></configuration></plugin></plugins></build></project>\n"
        ),
    )?;
    let mut output = OsString::from("-DoutputDirectory=");
    output.push(folder);
    let mut mvn = Command::new("mvn");
    mvn.args(["--batch-mode", "--quiet", "--no-transfer-progress", "--file"]).arg(&pom).arg(output);
    // Without this, Maven remembers for a day that an artifact could not be had.
    mvn.arg("--update-snapshots").arg(PLUGIN);
    let ended = tool::output(&mut mvn)?;
    if !ended.status.success() {
        let text = String::from_utf8_lossy(&ended.stdout);
        let cause = text.lines().find_map(|line| Some(line.split_once("[ERROR] ")?.1.trim()));
        bail!("{}", cause.map_or_else(|| tool::failure(&mvn, &ended), |cause| format!("mvn: {cause}")));
    }
    Ok(())
}

/// Compares a downloaded file with its pin.
fn check(coordinate: &Coordinate, file: &Path) -> Result<()> {
    let found = cache::sha256_of_file(file)?;
    match coordinate.pinned_sha256() {
        Some(pinned) if pinned == found => Ok(()),
        Some(pinned) => Err(anyhow!(
            "{coordinate}: the repository's file has SHA-256 {found}, expected is {pinned}; \
             do not use it, and look at your Maven settings and mirrors"
        )),
        None => Err(anyhow!(
            "{coordinate} is not pinned; if its file is what you mean, add this line to \
             tests/artifacts.sha256:\n{found}  {coordinate}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_read_and_written() {
        for (text, file) in [
            ("com.google.code.gson:gson:2.10.1", "com.google.code.gson.gson-2.10.1.jar"),
            ("a.b:c:1:tests", "a.b.c-1-tests.jar"),
            ("a.b:c:1:tests@zip", "a.b.c-1-tests.zip"),
            ("com.airbnb.android:lottie:6.3.0@aar", "com.airbnb.android.lottie-6.3.0.aar"),
        ] {
            let coordinate: Coordinate = text.parse().unwrap();
            assert_eq!(coordinate.to_string(), text);
            assert_eq!(coordinate.file_name(), file);
        }
        for text in ["", "a:b", "a:b:c:d:e", "a::1", "a:b:../c", "a:b:1@", "a:<b>:1"] {
            assert!(text.parse::<Coordinate>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_pin_is_a_hash_and_a_coordinate() {
        let mut names: Vec<&str> = Vec::new();
        for line in PINS.lines() {
            let (hash, name) = line.split_once("  ").unwrap_or_else(|| panic!("no two spaces: {line}"));
            assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{line}");
            assert_eq!(name.parse::<Coordinate>().unwrap().to_string(), name);
            names.push(name);
        }
        assert!(names.is_sorted() && !names.is_empty(), "sort the lines by coordinate");
    }

    #[test]
    fn content_that_is_not_the_pinned_one_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let gson = "com.google.code.gson:gson:2.10.1".parse().unwrap();
        let error = check(&gson, file.path()).unwrap_err().to_string();
        assert!(error.contains("expected is"), "{error}");
        let error = check(&"a:b:1".parse().unwrap(), file.path()).unwrap_err().to_string();
        assert!(error.ends_with("b7852b855  a:b:1"), "{error}");
    }
}
