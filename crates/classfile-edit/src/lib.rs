//! Byte-preserving editing of one Java class file.
