//! Classes that are only asked for their super class and their `onWindowFocusChanged`.

use crate::Error;
use crate::archive::Limits;
use crate::class_pass;
use crate::facts::ClassFacts;
use crate::input::{self, Input, Reading};
use rayon::prelude::*;
use std::path::PathBuf;

/// Reads all classes of the given jars and folders; what cannot be read is no part of the hierarchy.
pub(crate) fn read(paths: &[PathBuf], limits: &Limits) -> Result<Vec<ClassFacts>, Error> {
    let inputs: Vec<Input> = paths.iter().map(|path| Input::open(path, limits)).collect::<Result<_, _>>()?;
    let units = input::units(&inputs);
    let classes: Vec<Vec<ClassFacts>> = units
        .par_iter()
        .map_init(Reading::default, |reading, unit| {
            let mut classes = Vec::new();
            input::for_each_class(&inputs[unit.input], unit.entries.clone(), reading, |_, bytes| {
                classes.extend(bytes.ok().and_then(class_pass::outline));
            })?;
            Ok(classes)
        })
        .collect::<Result<_, Error>>()?;
    Ok(classes.into_iter().flatten().collect())
}
