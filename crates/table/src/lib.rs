//! A game in progress, without input or output.
