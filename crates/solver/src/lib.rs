//! Nimbers and outcomes of Sprouts positions.
