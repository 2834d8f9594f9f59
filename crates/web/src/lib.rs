//! The page, compiled to WebAssembly.
