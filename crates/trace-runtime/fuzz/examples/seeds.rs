//! Writes the seeds to the folder that is given.

use std::path::PathBuf;

#[path = "../../tests/support/records.rs"]
mod records;
#[path = "../shared/seeds.rs"]
mod seeds;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).expect("usage: seeds FOLDER"));
    std::fs::create_dir_all(&folder)?;
    for (name, bytes) in seeds::all() {
        std::fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}
