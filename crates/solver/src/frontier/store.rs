//! A frontier as bytes, so that it outlives the program. Owns the format; jobs are not kept, since nobody is at work on them any more.

use super::{Frontier, Kind, Node};
use crate::numbers::Numbers;
use sprouts::{Canonical, Ending, Nimber, checksum};
use std::fmt;

const MAGIC: &[u8; 8] = b"rhizfr\x00\x02";

/// Why bytes are no frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontierError;

impl fmt::Display for FrontierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the checkpoint is damaged, or of another version: begin a new one")
    }
}

impl std::error::Error for FrontierError {}

impl Frontier {
    /// Everything that decides how the search goes on.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.push(u8::from(self.ending == Ending::Misere));
        put_bytes(&mut out, &self.root.to_bytes());
        put(&mut out, self.facts() as u32);
        for index in 0..self.facts() {
            let (packed, nimber, source) = self.fact(index);
            put_bytes(&mut out, packed);
            out.push(nimber.get());
            put(&mut out, source);
        }
        put(&mut out, self.refutations() as u32);
        for index in 0..self.refutations() {
            let (packed, heap, source) = self.refutation(index);
            put_bytes(&mut out, packed);
            out.push(heap.get());
            put(&mut out, source);
        }
        put(&mut out, self.verdicts.len() as u32);
        for &(id, source) in &self.verdicts {
            put(&mut out, id);
            put(&mut out, source);
        }
        put(&mut out, self.nodes.len() as u32);
        for node in &self.nodes {
            put_bytes(&mut out, &node.key);
            put(&mut out, node.numbers.win);
            put(&mut out, node.numbers.loss);
            put(&mut out, u32::from(node.visits));
            let (kind, ids): (u8, &[u32]) = match &node.kind {
                Kind::Leaf => (0, &[]),
                Kind::Moves(ids) => (1, ids),
                Kind::Sum(ids) => (2, ids),
                Kind::Same(id) => (3, std::slice::from_ref(id)),
            };
            out.push(kind);
            put(&mut out, ids.len() as u32);
            ids.iter().for_each(|&id| put(&mut out, id));
        }
        let sum = checksum(&out);
        put(&mut out, sum);
        out
    }

    /// A frontier from [`Frontier::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FrontierError> {
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or(FrontierError)?;
        if !body.starts_with(MAGIC) || checksum(body) != u32::from_le_bytes(*sum) {
            return Err(FrontierError);
        }
        let mut read = Reader(&body[MAGIC.len()..]);
        let ending = Ending::of_misere(read.byte()? != 0);
        let root = Canonical::from_bytes(read.bytes()?).map_err(|_| FrontierError)?;
        let mut frontier = Frontier::new(root, ending);
        (frontier.nodes, frontier.by_key) = (Vec::new(), Default::default());
        frontier.with_land = Default::default();
        for _ in 0..read.number()? {
            let packed = read.bytes()?.to_vec();
            let nimber = Nimber::new(read.byte()?);
            frontier.learn(&packed, nimber, read.number()?);
        }
        for _ in 0..read.number()? {
            let packed = read.bytes()?.to_vec();
            let heap = Nimber::new(read.byte()?);
            frontier.insert_refutation(&packed, heap, read.number()?);
        }
        for _ in 0..read.number()? {
            let verdict = (read.number()?, read.number()?);
            frontier.verdicts.push(verdict);
        }
        let count = read.number()?;
        let mut all = Vec::new();
        for _ in 0..count {
            let id = frontier.add(read.bytes()?.to_vec());
            let numbers = Numbers {
                win: read.number()?,
                loss: read.number()?,
            };
            let visits = read.number()? as u16;
            let kind = read.byte()?;
            let ids = (0..read.number()?).map(|_| read.number());
            let ids = ids.collect::<Result<Vec<u32>, _>>()?;
            if ids.iter().any(|&id| id >= count) {
                return Err(FrontierError);
            }
            let node: &mut Node = &mut frontier.nodes[id as usize];
            (node.numbers, node.shown, node.visits) = (numbers, numbers, visits);
            all.extend(ids.iter().map(|&below| (below, id)));
            node.kind = match (kind, &ids[..]) {
                (0, []) => Kind::Leaf,
                (1, ids) => Kind::Moves(ids.into()),
                (2, ids) => Kind::Sum(ids.into()),
                (3, [id]) => Kind::Same(*id),
                _ => return Err(FrontierError),
            };
        }
        if count == 0 || (frontier.verdicts.iter()).any(|&(id, _)| id >= count) {
            return Err(FrontierError);
        }
        for (below, id) in all {
            frontier.nodes[below as usize].parents.push(id);
        }
        (0..count).for_each(|id| frontier.touch(id));
        frontier.settle();
        Ok(frontier)
    }
}

fn put(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u32);
    out.extend_from_slice(bytes);
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8, FrontierError> {
        let (&first, rest) = self.0.split_first().ok_or(FrontierError)?;
        self.0 = rest;
        Ok(first)
    }

    fn number(&mut self) -> Result<u32, FrontierError> {
        let (number, rest) = self.0.split_first_chunk::<4>().ok_or(FrontierError)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*number))
    }

    fn bytes(&mut self) -> Result<&'a [u8], FrontierError> {
        let length = self.number()? as usize;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(FrontierError)?;
        self.0 = rest;
        Ok(bytes)
    }
}
