//! The processors that Android runs on.

/// An application binary interface, by Android's name for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Abi {
    /// 64-bit Arm: phones.
    #[value(name = "arm64-v8a")]
    Arm64,
    /// 32-bit Arm: old phones.
    #[value(name = "armeabi-v7a")]
    Arm,
    /// 64-bit Intel: emulators.
    #[value(name = "x86_64")]
    X86_64,
    /// 32-bit Intel: old emulators.
    #[value(name = "x86")]
    X86,
}

impl Abi {
    pub(crate) const ALL: [Abi; 4] = [Abi::Arm64, Abi::Arm, Abi::X86_64, Abi::X86];

    /// The folder that an APK or AAR has its libraries in, below `lib` or `jni`.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Abi::Arm64 => "arm64-v8a",
            Abi::Arm => "armeabi-v7a",
            Abi::X86_64 => "x86_64",
            Abi::X86 => "x86",
        }
    }

    pub(crate) fn rust_target(self) -> &'static str {
        match self {
            Abi::Arm64 => "aarch64-linux-android",
            Abi::Arm => "armv7-linux-androideabi",
            Abi::X86_64 => "x86_64-linux-android",
            Abi::X86 => "i686-linux-android",
        }
    }

    /// What the NDK's clang for API level 21 is called.
    pub(crate) fn clang(self) -> &'static str {
        match self {
            Abi::Arm64 => "aarch64-linux-android21-clang",
            Abi::Arm => "armv7a-linux-androideabi21-clang",
            Abi::X86_64 => "x86_64-linux-android21-clang",
            Abi::X86 => "i686-linux-android21-clang",
        }
    }

    /// What `lld -m` wants to hear, or None where there is no unwinder but the NDK's.
    pub(crate) fn emulation(self) -> Option<&'static str> {
        match self {
            Abi::Arm64 => Some("aarch64linux"),
            Abi::X86_64 => Some("elf_x86_64"),
            Abi::Arm | Abi::X86 => None,
        }
    }

    /// `e_machine`.
    pub(crate) fn machine(self) -> object::elf::Machine {
        match self {
            Abi::Arm64 => object::elf::EM_AARCH64,
            Abi::Arm => object::elf::EM_ARM,
            Abi::X86_64 => object::elf::EM_X86_64,
            Abi::X86 => object::elf::EM_386,
        }
    }

    /// The largest pages of a device: since Android 15, those with 64 bits may have 16 KiB.
    pub(crate) fn page(self) -> u64 {
        match self {
            Abi::Arm64 | Abi::X86_64 => 16 << 10,
            Abi::Arm | Abi::X86 => 4 << 10,
        }
    }
}
