//! Planar maps of drawn curves.
