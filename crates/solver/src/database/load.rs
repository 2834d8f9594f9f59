//! Reading a database from its storage: the sorted part, the log, and where an unfinished write begins. What a block looks like
//! stands in `blocks`.

use super::blocks::{self, BLOCK_HEADER_BYTES, BlockKind, FILE_HEADER_BYTES, HeaderError};
use super::{Database, DatabaseError, Storage, insert_nimber};
use sprouts::{Canonical, Land, Nimber, PackedLand, PackedTable};
use std::io;

/// No block is larger; a length beyond it is damage.
const BLOCK_BYTES_MAX: u32 = 64 << 20;

/// Whether the keys are in the canonical form of this program.
pub(super) fn read_file_header(storage: &mut impl Storage) -> Result<bool, DatabaseError> {
    let mut header = [0; FILE_HEADER_BYTES];
    let read = storage.read(0, &mut header)?;
    blocks::read_file_header(&header[..read]).map_err(|error| match error {
        HeaderError::NotADatabase => DatabaseError::NotADatabase,
        HeaderError::Version(version) => DatabaseError::Version(version),
        HeaderError::Damaged => DatabaseError::Damaged { offset: 0 },
    })
}

impl<S: Storage> Database<S> {
    /// Reads everything that was saved. An empty storage becomes an empty database.
    pub(super) fn load(&mut self, memory_bytes_max: u64) -> Result<(), DatabaseError> {
        let file_length = self.storage.length()?.unwrap_or(0);
        if file_length == 0 {
            return match self.storage.is_read_only() {
                true => Err(DatabaseError::NotADatabase),
                false => self.compact(),
            };
        }
        let same_form = read_file_header(&mut self.storage)?;
        self.make_tables(file_length, memory_bytes_max)?;
        self.length = FILE_HEADER_BYTES as u64;
        let mut in_sorted = true;
        while self.length < file_length {
            let offset = self.length;
            match self.read_block(file_length, same_form)? {
                Some(kind) => {
                    let expected = match kind {
                        BlockKind::Log => !in_sorted,
                        BlockKind::Sorted | BlockKind::EndOfSorted => in_sorted,
                    };
                    if !expected {
                        return Err(DatabaseError::Damaged { offset });
                    }
                    if kind == BlockKind::EndOfSorted {
                        in_sorted = false;
                        self.sorted_length = self.length;
                    }
                }
                None => break,
            }
        }
        if in_sorted {
            // The sorted part was complete when it took its name, so this is no unfinished write.
            return Err(DatabaseError::Damaged {
                offset: self.length,
            });
        }
        self.dropped = file_length - self.length;
        self.saved = (self.nimbers.len(), self.losses.len());
        if self.storage.is_read_only() {
            return Ok(());
        }
        if !same_form {
            return self.compact();
        }
        if self.dropped > 0 {
            self.storage.truncate(self.length)?;
            self.storage.sync()?;
        }
        Ok(())
    }

    /// Counts what the file holds without keeping any of it, and makes tables of just that size if they are not too large.
    fn make_tables(
        &mut self,
        file_length: u64,
        memory_bytes_max: u64,
    ) -> Result<(), DatabaseError> {
        let (mut nimbers, mut losses) = (Size::default(), Size::default());
        let mut offset = FILE_HEADER_BYTES as u64;
        // Where the file is damaged, counting ends; what to say about it is left to reading.
        while let Some(block) = self.whole_block(offset, file_length)? {
            offset += block.len() as u64;
            let read = blocks::read_block(&block, |key, value| {
                let size = if value.is_some() {
                    &mut nimbers
                } else {
                    &mut losses
                };
                size.entries += 1;
                size.key_bytes += key.len() as u64;
            });
            if read.is_none() {
                break;
            }
        }
        let bytes = nimbers.table_bytes() + losses.table_bytes();
        if bytes > memory_bytes_max {
            return Err(DatabaseError::TooLarge { bytes });
        }
        self.nimbers = nimbers.table()?;
        self.losses = losses.table()?;
        Ok(())
    }

    /// The block at this place; nothing when it is not whole.
    fn whole_block(&mut self, offset: u64, file_length: u64) -> io::Result<Option<Vec<u8>>> {
        let mut header = [0; BLOCK_HEADER_BYTES];
        if self.storage.read(offset, &mut header)? < BLOCK_HEADER_BYTES {
            return Ok(None);
        }
        let body = blocks::body_length(&header);
        let end = offset + BLOCK_HEADER_BYTES as u64 + u64::from(body);
        if body > BLOCK_BYTES_MAX || end > file_length {
            return Ok(None);
        }
        let mut block = header.to_vec();
        block.resize(BLOCK_HEADER_BYTES + body as usize, 0);
        let read = self.storage.read(
            offset + BLOCK_HEADER_BYTES as u64,
            &mut block[BLOCK_HEADER_BYTES..],
        )?;
        Ok((read == body as usize && blocks::is_whole(&block)).then_some(block))
    }

    /// Reads the block at the end of what was read; nothing when it is not whole.
    fn read_block(
        &mut self,
        file_length: u64,
        same_form: bool,
    ) -> Result<Option<BlockKind>, DatabaseError> {
        let offset = self.length;
        let Some(block) = self.whole_block(offset, file_length)? else {
            return Ok(None);
        };
        let (nimbers, losses) = (&mut self.nimbers, &mut self.losses);
        let mut failure = None;
        let kind = blocks::read_block(&block, |key, value| {
            let result = match (value, same_form) {
                // Well formed; that it is canonical follows from the header, which names the canonical form.
                (Some(value), true) => PackedLand::from_bytes(key)
                    .map_err(DatabaseError::from)
                    .and_then(|land| insert_nimber(nimbers, land, Nimber::new(value))),
                (Some(value), false) => Land::from_bytes(key)
                    .map_err(DatabaseError::from)
                    .and_then(|land| insert_nimber(nimbers, land.packed(), Nimber::new(value))),
                (None, true) => {
                    check_lands(key).and_then(|()| Ok(losses.insert(key, 0).map(|_| ())?))
                }
                (None, false) => Canonical::from_bytes(key)
                    .map_err(DatabaseError::from)
                    .and_then(|position| Ok(losses.insert(&position.to_bytes(), 0).map(|_| ())?)),
            };
            if let Err(error) = result {
                failure.get_or_insert(error);
            }
        });
        match (kind, failure) {
            (None, _) | (_, Some(DatabaseError::Damaged { .. })) => {
                Err(DatabaseError::Damaged { offset })
            }
            (_, Some(error)) => Err(error),
            (Some(kind), None) => {
                self.length += block.len() as u64;
                Ok(Some(kind))
            }
        }
    }
}

/// How much a table has to hold.
#[derive(Default)]
struct Size {
    entries: u64,
    key_bytes: u64,
}

impl Size {
    fn table_bytes(&self) -> u64 {
        PackedTable::bytes_for(self.entries, self.key_bytes)
    }

    fn table(&self) -> Result<PackedTable, DatabaseError> {
        let fits = |size| u32::try_from(size).map_err(|_| DatabaseError::Full);
        let (entries, key_bytes) = (fits(self.entries)?, fits(self.key_bytes)?);
        Ok(PackedTable::with_capacity(
            entries as usize,
            key_bytes as usize,
        ))
    }
}

/// Well formed, as the land of a nimber is.
fn check_lands(mut bytes: &[u8]) -> Result<(), DatabaseError> {
    while !bytes.is_empty() {
        (_, bytes) = PackedLand::first_in(bytes)?;
    }
    Ok(())
}
