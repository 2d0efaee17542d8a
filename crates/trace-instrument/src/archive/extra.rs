//! Extra fields: which are carried over to the output (APPNOTE 4.5).

use super::directory::le_u16;

/// Sizes and offset of more than 32 bits. Written anew where needed.
pub(crate) const ZIP64: u16 = 0x0001;

/// Fields that hold time stamps, which the output fixes.
const TIME_STAMPS: [u16; 4] = [
    0x000A, // NTFS
    0x000D, // PKWARE Unix
    0x5455, // extended timestamp
    0x5855, // Info-ZIP Unix, the oldest
];

/// Appends the fields of `extra` to `out`, without zip64 and time stamps. What cannot be taken apart
/// (zip aligners leave one to three zeros at the end) is kept as it is.
pub(crate) fn keep(extra: &[u8], out: &mut Vec<u8>) {
    let mut rest = extra;
    while let (Some(id), Some(len)) = (le_u16(rest, 0), le_u16(rest, 2)) {
        let Some((field, after)) = rest.split_at_checked(4 + usize::from(len)) else { break };
        if id != ZIP64 && !TIME_STAMPS.contains(&id) {
            out.extend_from_slice(field);
        }
        rest = after;
    }
    out.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(extra: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        keep(extra, &mut out);
        out
    }

    #[test]
    fn markers_stay_and_time_stamps_go() {
        let extra =
            b"\xFE\xCA\0\0\x55\x54\x05\0\x01abcd\x35\xD9\x02\0\x04\0\x01\0\x08\x0012345678\x75\x78\x01\0u";
        assert_eq!(kept(extra), b"\xFE\xCA\0\0\x35\xD9\x02\0\x04\0\x75\x78\x01\0u");
    }

    #[test]
    fn malformed_tails_stay() {
        for extra in [&b"\0\0\0"[..], b"\x55\x54\xFF\0abc", b"\xFE\xCA\0\0\0"] {
            assert_eq!(kept(extra), extra);
        }
        assert_eq!(kept(b"\x55\x54\0\0\xFF"), b"\xFF");
    }
}
