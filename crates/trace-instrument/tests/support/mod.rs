//! Class files made by hand, so that any part of them can be wrong.

#![allow(dead_code, reason = "each test uses its part")]

use std::path::Path;

pub(crate) const OWNER: &str = "com/tencent/matrix/trace/core/AppMethodBeat";

/// A class file in the making: version 52, public, extends `Object`.
pub(crate) struct ClassMaker {
    pool: Vec<u8>,
    count: u16,
    name: u16,
    parent: u16,
    fields: Vec<u8>,
    field_count: u16,
    methods: Vec<u8>,
    method_count: u16,
    attributes: Vec<u8>,
    attribute_count: u16,
}

/// The code of a method.
#[derive(Clone, Default)]
pub(crate) struct CodeMaker {
    pub(crate) stack: u16,
    pub(crate) locals: u16,
    pub(crate) bytes: Vec<u8>,
    pub(crate) handlers: Vec<[u16; 4]>,
    pub(crate) attributes: Vec<(&'static str, Vec<u8>)>,
}

impl CodeMaker {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        CodeMaker { stack: 4, locals: 4, bytes: bytes.to_vec(), ..CodeMaker::default() }
    }

    pub(crate) fn handler(mut self, row: [u16; 4]) -> Self {
        self.handlers.push(row);
        self
    }

    pub(crate) fn attribute(mut self, name: &'static str, info: &[u8]) -> Self {
        self.attributes.push((name, info.to_vec()));
        self
    }
}

impl ClassMaker {
    pub(crate) fn new(name: &str) -> Self {
        let mut class = ClassMaker {
            pool: Vec::new(),
            count: 1,
            name: 0,
            parent: 0,
            fields: Vec::new(),
            field_count: 0,
            methods: Vec::new(),
            method_count: 0,
            attributes: Vec::new(),
            attribute_count: 0,
        };
        class.name = class.class(name);
        class.parent = class.class("java/lang/Object");
        class
    }

    fn entry(&mut self, tag: u8, body: &[u8]) -> u16 {
        self.pool.push(tag);
        self.pool.extend(body);
        self.count += 1;
        self.count - 1
    }

    pub(crate) fn utf8(&mut self, text: &[u8]) -> u16 {
        let body = [&(text.len() as u16).to_be_bytes(), text].concat();
        self.entry(1, &body)
    }

    pub(crate) fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name.as_bytes());
        self.entry(7, &name.to_be_bytes())
    }

    pub(crate) fn method_ref(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name.as_bytes()), self.utf8(descriptor.as_bytes()));
        let pair = self.entry(12, &u16s(&[name, descriptor]));
        self.entry(10, &u16s(&[class, pair]))
    }

    /// The entries of `i` and `o`, for [`call`].
    pub(crate) fn beat(&mut self) -> (u16, u16) {
        (self.method_ref(OWNER, "i", "(I)V"), self.method_ref(OWNER, "o", "(I)V"))
    }

    pub(crate) fn field(&mut self, name: &str) -> &mut Self {
        let (name, descriptor) = (self.utf8(name.as_bytes()), self.utf8(b"I"));
        self.fields.extend(u16s(&[1, name, descriptor, 0]));
        self.field_count += 1;
        self
    }

    pub(crate) fn attribute(&mut self, name: &str, info: &[u8]) -> &mut Self {
        let name = self.utf8(name.as_bytes());
        push_attribute(&mut self.attributes, name, info);
        self.attribute_count += 1;
        self
    }

    pub(crate) fn method(&mut self, name: &str, descriptor: &str, code: &CodeMaker) -> &mut Self {
        let mut info = u16s(&[code.stack, code.locals]);
        info.extend((code.bytes.len() as u32).to_be_bytes());
        info.extend(&code.bytes);
        info.extend((code.handlers.len() as u16).to_be_bytes());
        code.handlers.iter().for_each(|row| info.extend(u16s(row)));
        info.extend((code.attributes.len() as u16).to_be_bytes());
        for (name, table) in &code.attributes {
            let name = self.utf8(name.as_bytes());
            push_attribute(&mut info, name, table);
        }
        let [name, descriptor, code] = [name, descriptor, "Code"].map(|text| self.utf8(text.as_bytes()));
        self.methods.extend(u16s(&[1, name, descriptor, 1]));
        push_attribute(&mut self.methods, code, &info);
        self.method_count += 1;
        self
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = b"\xCA\xFE\xBA\xBE\0\0\0\x34".to_vec();
        out.extend(self.count.to_be_bytes());
        out.extend(&self.pool);
        out.extend(u16s(&[0x21, self.name, self.parent, 0, self.field_count]));
        out.extend(&self.fields);
        out.extend(self.method_count.to_be_bytes());
        out.extend(&self.methods);
        out.extend(self.attribute_count.to_be_bytes());
        out.extend(&self.attributes);
        out
    }

    /// Writes the class below a folder, under its name.
    pub(crate) fn save(&self, folder: &Path, name: &str) {
        let path = folder.join(format!("{name}.class"));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, self.bytes()).unwrap();
    }
}

fn push_attribute(out: &mut Vec<u8>, name: u16, info: &[u8]) {
    out.extend(name.to_be_bytes());
    out.extend((info.len() as u32).to_be_bytes());
    out.extend(info);
}

pub(crate) fn u16s(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_be_bytes()).collect()
}

/// `sipush id; invokestatic entry`, six bytes.
pub(crate) fn call(id: i16, entry: u16) -> Vec<u8> {
    let [a, b] = id.to_be_bytes();
    let [c, d] = entry.to_be_bytes();
    vec![0x11, a, b, 0xb8, c, d]
}

/// Writes a jar of stored entries.
pub(crate) fn jar(path: &Path, entries: &[(&str, &[u8])]) {
    use std::io::Write as _;
    let mut jar = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in entries {
        jar.start_file(*name, stored).unwrap();
        jar.write_all(bytes).unwrap();
    }
    jar.finish().unwrap();
}
