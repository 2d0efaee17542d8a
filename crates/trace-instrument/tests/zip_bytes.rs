//! The fuzz target for archives as a plain test: its seeds, and fixed mutations of them.

#[path = "../../classfile-edit/tests/support/random.rs"]
mod random;
#[path = "../fuzz/shared/seeds.rs"]
mod seeds;
#[path = "../fuzz/shared/zip_bytes.rs"]
mod zip_bytes;

use random::Random;

const MUTANTS_PER_SEED: u32 = 1_000;

#[test]
fn every_seed_is_read_and_written() {
    for (name, bytes) in seeds::all() {
        assert!(zip_bytes::check(&bytes), "{name}");
    }
}

#[test]
fn mutated_archives_are_read_or_refused() {
    let mut random = Random::new();
    let (mut read, mut refused) = (0, 0);
    for (_, seed) in seeds::all() {
        for _ in 0..MUTANTS_PER_SEED {
            let mut mutant = seed.clone();
            for _ in 0..=random.below(3) {
                mutate(&mut mutant, &mut random);
            }
            if zip_bytes::check(&mutant) { read += 1 } else { refused += 1 }
        }
    }
    // Otherwise the mutations are too weak or too strong to test anything.
    assert!(read > 100 && refused > 1_000, "{read} read, {refused} refused");
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    let end = bytes.len().min(at + 1 + random.below(8));
    match random.below(5) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at..end].fill([0, 0xFF, 0x7F][random.below(3)]),
        2 => drop(bytes.drain(at..end)),
        3 => bytes.truncate(at),
        _ => {
            let part = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, part);
        }
    }
}
