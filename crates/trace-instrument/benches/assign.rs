//! Numbering the methods of a program as large as the Kotlin compiler: 28,000 classes, 171,000 methods.

use divan::Bencher;
use std::io;
use trace_instrument::assign::{Input, Plan, assign};
use trace_instrument::facts::{Body, ClassFacts, MethodFacts};
use trace_instrument::policy::{BlockList, Policy};
use trace_model::mapping::Mapping;

fn main() {
    divan::main();
}

/// Classes in archive order: packages sorted, the classes of one package not quite.
fn program() -> Vec<ClassFacts> {
    (0..28_000)
        .map(|index| {
            let (package, class) = (index / 40, index * 17 % 40);
            let name =
                format!("org/jetbrains/compiler/frontend/package{package:04}/DefaultResolver{class}$impl");
            let methods: Vec<_> = (0..7)
                .map(|method| {
                    let name = format!("resolve{}Candidates", (method * 5 + class) % 7);
                    let descriptor = format!(
                        "(Lorg/jetbrains/compiler/Context{method};Ljava/util/List;)Ljava/lang/Object;"
                    );
                    let body = if method == 6 && class % 8 != 0 { Body::Trivial } else { Body::Substantial };
                    (name, descriptor, body)
                })
                .collect();
            let methods = methods.iter().map(|(name, descriptor, body)| MethodFacts {
                access: 17,
                name: name.as_bytes(),
                descriptor: descriptor.as_bytes(),
                body: *body,
                calls_super_focus: false,
            });
            ClassFacts::new(17, name.as_bytes(), Some(b"java/lang/Object"), methods)
        })
        .collect()
}

fn policy() -> Policy {
    let block_list = BlockList::parse(b"-keeppackage com/example/legacy\n-keepclass app/Main").unwrap();
    Policy {
        block_list,
        owner: b"com/tencent/matrix/trace/core/AppMethodBeat".to_vec(),
        include_trivial: false,
    }
}

#[divan::bench]
fn without_base(bencher: Bencher<'_, '_>) {
    let (classes, policy) = (program(), policy());
    let input = Input { classes: &classes, class_path: &[], policy: &policy, names: None, base: None };
    bencher.bench_local(|| assign(input).unwrap().write_mapping(io::sink()));
}

#[divan::bench(sample_count = 20)]
fn with_base(bencher: Bencher<'_, '_>) {
    let (classes, policy) = (program(), policy());
    let input = Input { classes: &classes, class_path: &[], policy: &policy, names: None, base: None };
    let mut text = Vec::new();
    assign(input).unwrap().write_mapping(&mut text).unwrap();
    bencher.bench_local(|| {
        let base = Mapping::parse(&text).unwrap();
        assign(Input { base: Some(&base), ..input }).unwrap().write_mapping(io::sink())
    });
}

#[divan::bench(sample_count = 10)]
fn plan_there_and_back(bencher: Bencher<'_, '_>) {
    let (classes, policy) = (program(), policy());
    let input = Input { classes: &classes, class_path: &[], policy: &policy, names: None, base: None };
    let assignment = assign(input).unwrap();
    bencher.bench_local(|| {
        let mut file = Vec::new();
        assignment.write_plan(&mut file, &()).unwrap();
        Plan::<()>::read(&file).unwrap()
    });
}
