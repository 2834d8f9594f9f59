//! Connection games on union-find with deletion.
