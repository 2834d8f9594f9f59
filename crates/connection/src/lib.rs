//! Connection games on union-find with deletion.

pub mod groups;
