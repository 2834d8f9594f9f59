//! The rules of Sprouts. No dependencies, integers only, no search.
