use super::*;

fn found(names: &R8Names, class: &str, name: &str, descriptor: &str) -> String {
    let method = names.method(class.as_bytes(), name.as_bytes(), descriptor.as_bytes());
    let words = [method.class, method.name, &method.descriptor].map(String::from_utf8_lossy);
    words.join(" ")
}

#[test]
fn classes_methods_and_types_get_their_names_back() {
    let names = R8Names::parse(
        b"# compiler: R8\n\
          # {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n\
          app.Main -> a.a:\r\n\
          # {\"id\":\"sourceFile\",\"fileName\":\"Main.kt\"}\n\
          \x20   int count -> a\n\
          \x20   void run(app.Item[],int) -> a\n\
          \x20   app.Item run() -> a\n\
          \x20   1:2:void <init>():7:8 -> <init>\n\
          app.Item -> a.b:\n",
    )
    .unwrap();
    assert_eq!(names.class(b"a/a"), b"app/Main");
    assert_eq!(names.class(b"a/c"), b"a/c");
    assert_eq!(found(&names, "a/a", "a", "([La/b;I)V"), "app/Main run ([Lapp/Item;I)V");
    assert_eq!(found(&names, "a/a", "a", "()La/b;"), "app/Main run ()Lapp/Item;");
    assert_eq!(found(&names, "a/a", "<init>", "()V"), "app/Main <init> ()V");
    // Not in the mapping: names stay, types do not.
    assert_eq!(found(&names, "a/a", "kept", "(La/b;)V"), "app/Main kept (Lapp/Item;)V");
    assert_eq!(found(&names, "z/Z", "a", "([La/b;La/z;)V"), "z/Z a ([Lapp/Item;La/z;)V");
}

#[test]
fn of_inlined_frames_the_outermost_is_the_method() {
    let names = R8Names::parse(
        b"app.Main -> a:\n\
          \x20   1:1:void lib.Util.log(java.lang.String):10:10 -> a\n\
          \x20   1:1:void helper():20 -> a\n\
          \x20   1:1:void start():30 -> a\n\
          \x20   2:5:void start():31:34 -> a\n\
          \x20   6:6:void stop():40:40 -> a\n\
          \x20   1:1:int lib.Util.size():11:11 -> b\n\
          \x20   1:1:int count(int):50 -> b\n",
    )
    .unwrap();
    assert_eq!(found(&names, "a", "a", "()V"), "app/Main start ()V");
    assert_eq!(found(&names, "a", "b", "(I)I"), "app/Main count (I)I");
    assert_eq!(found(&names, "a", "a", "(Ljava/lang/String;)V"), "app/Main a (Ljava/lang/String;)V");
}

#[test]
fn a_method_moved_from_another_class_keeps_that_class() {
    let names = R8Names::parse(
        b"app.Merged -> m:\n    void app.Origin.run() -> r\n    1:1:void app.Origin.go():3:3 -> g\n",
    )
    .unwrap();
    assert_eq!(found(&names, "m", "r", "()V"), "app/Origin run ()V");
    assert_eq!(found(&names, "m", "g", "()V"), "app/Origin go ()V");
}

#[test]
fn a_changed_descriptor_is_taken_from_the_comment() {
    let names = R8Names::parse(
        b"app.Main -> a:\n\
          \x20   1:3:void run(int,java.lang.String):1:3 -> a\n\
          \x20     # {\"id\":\"com.android.tools.r8.residualsignature\",\"signature\":\"(Lq/q;)V\"}\n",
    )
    .unwrap();
    assert_eq!(found(&names, "a", "a", "(Lq/q;)V"), "app/Main run (ILjava/lang/String;)V");
    assert_eq!(found(&names, "a", "a", "(ILjava/lang/String;)V"), "app/Main a (ILjava/lang/String;)V");
}

#[test]
fn the_comment_counts_for_all_ranges_of_the_method() {
    let names = R8Names::parse(
        b"app.Main -> a:\n\
          \x20   1:1:void run(int):0:0 -> a\n\
          \x20     # {\"id\":\"com.android.tools.r8.residualsignature\",\"signature\":\"()V\"}\n\
          \x20   2:2:void lib.Util.log():9:9 -> a\n\
          \x20   2:2:void run(int):5 -> a\n\
          \x20   3:3:void other(int):7:7 -> a\n",
    )
    .unwrap();
    assert_eq!(found(&names, "a", "a", "()V"), "app/Main run (I)V");
    assert_eq!(found(&names, "a", "a", "(I)V"), "app/Main other (I)V");
}

#[test]
fn overloads_in_one_line_are_no_frames() {
    let names =
        R8Names::parse(b"app.Main -> a:\n    5:5:void copy(int) -> a\n    5:5:void paste(long) -> a\n")
            .unwrap();
    assert_eq!(found(&names, "a", "a", "(I)V"), "app/Main copy (I)V");
    assert_eq!(found(&names, "a", "a", "(J)V"), "app/Main paste (J)V");
}

#[test]
fn a_bad_line_is_named_with_its_reason() {
    let fails = |file: &str| R8Names::parse(file.as_bytes()).unwrap_err();
    let error = |line, kind| R8Error { line, kind };
    assert_eq!(fails("# x\nnonsense\n"), error(2, R8ErrorKind::Layout));
    assert_eq!(fails("a.B -> c:\n    void run( -> a\n"), error(2, R8ErrorKind::Layout));
    assert_eq!(fails("    void run() -> a\n"), error(1, R8ErrorKind::NoClass));
    assert_eq!(fails("    int field -> a\n"), error(1, R8ErrorKind::NoClass));
    assert_eq!(fails("a.B -> c:\n    void run(int,,int) -> a\n"), error(2, R8ErrorKind::Type));
}
