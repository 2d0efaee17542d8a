//! The fuzz target for classes as a plain test: its seeds, and fixed mutations of them.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

#[path = "support/assembler.rs"]
mod assembler;
#[path = "../fuzz/shared/class_bytes.rs"]
mod class_bytes;
#[path = "support/random.rs"]
mod random;
#[path = "../fuzz/shared/seeds.rs"]
mod seeds;

use random::Random;

/// Mutants of small seeds; large ones get fewer, for each takes longer.
const MUTANTS_PER_SEED: usize = 4_000;
const SMALL: usize = 4_096;

#[test]
fn every_seed_is_edited() {
    for (name, bytes) in seeds::all() {
        assert!(class_bytes::check(&bytes), "{name}");
    }
}

#[test]
fn mutated_classes_are_edited_or_refused() {
    let mut random = Random::new();
    let (mut edited, mut refused) = (0, 0);
    for (_, seed) in seeds::all() {
        let mutants = if seed.len() <= SMALL { MUTANTS_PER_SEED } else { MUTANTS_PER_SEED / 40 };
        for _ in 0..mutants {
            let mut mutant = seed.clone();
            for _ in 0..=random.below(3) {
                mutate(&mut mutant, &mut random);
            }
            if class_bytes::check(&mutant) { edited += 1 } else { refused += 1 }
        }
    }
    // Otherwise the mutations are too weak or too strong to test anything.
    assert!(edited > 2_000 && refused > 2_000, "{edited} edited, {refused} refused");
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    let end = bytes.len().min(at + 1 + random.below(3));
    match random.below(6) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.below(256) as u8,
        2 => bytes[at..end].fill([0, 0xFF, 0x7F][random.below(3)]),
        3 => bytes[at] = bytes[at].wrapping_add([1, 0xFF][random.below(2)]),
        4 => drop(bytes.drain(at..end)),
        _ => {
            let part = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, part);
        }
    }
}
