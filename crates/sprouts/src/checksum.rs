//! A checksum against accidents: CRC-32 with the polynomial of Ethernet. It finds every change of up to four bytes in a row.
//! It is no protection against people; a certificate needs none, since every claim is checked.

const TABLE: [u32; 256] = {
    let mut table = [0u32; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut value = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            value = (value >> 1) ^ if value & 1 == 1 { 0xedb8_8320 } else { 0 };
            bit += 1;
        }
        table[byte] = value;
        byte += 1;
    }
    table
};

/// The CRC-32 of these bytes.
///
/// ```
/// assert_eq!(sprouts::checksum(b"123456789"), 0xcbf4_3926);
/// ```
pub fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |value, &byte| {
        (value >> 8) ^ TABLE[usize::from(value as u8 ^ byte)]
    })
}
