//! The speeds that the engines are measured against: uniform random playouts per CPU second of Ludii 1.3.14 with its
//! optimised playouts. Numbers only; measuring is the caller's.

/// A configuration and its reference speed.
pub struct Reference {
    /// The game.
    pub game: &'static str,
    /// Its options, where they differ from the defaults.
    pub options: &'static [(&'static str, &'static str)],
    /// Ludii's playouts per CPU second.
    pub ludii: f64,
}

const fn row(
    game: &'static str,
    options: &'static [(&'static str, &'static str)],
    ludii: f64,
) -> Reference {
    Reference {
        game,
        options,
        ludii,
    }
}

/// Every configuration with a reference.
pub const TABLE: [Reference; 27] = [
    row("hex", &[("size", "7")], 17600.0),
    row("hex", &[("size", "9")], 9060.0),
    row("hex", &[("size", "11")], 6270.0),
    row("hex", &[("size", "13")], 4490.0),
    row("hex", &[("size", "15")], 2760.0),
    row("hex", &[("size", "17")], 1900.0),
    row("hex", &[("size", "19")], 1430.0),
    row("y-hex", &[("base", "5")], 17200.0),
    row("havannah", &[("base", "5")], 8250.0),
    row("havannah", &[("base", "8")], 1540.0),
    row("kensington-havannah", &[], 15400.0),
    row("cross", &[("base", "5")], 5140.0),
    row("gonnect", &[("size", "9")], 810.0),
    row("chameleon", &[("size", "7")], 3710.0),
    row("chameleon", &[("size", "11")], 740.0),
    row("andantino", &[("tiling", "hexagonal")], 900.0),
    row("andantino", &[("tiling", "square")], 790.0),
    row("omega", &[("players", "2")], 4230.0),
    row("omega", &[("players", "3")], 5080.0),
    row("omega", &[("players", "4")], 4390.0),
    row("odd", &[], 2860.0),
    row("manalath", &[], 3970.0),
    row("lines-of-action", &[], 190.0),
    row("groups", &[], 52.0),
    row("go", &[("size", "9")], 980.0),
    row("atari-go", &[("size", "9")], 3050.0),
    row("pentalath", &[("board", "hexagon")], 3220.0),
];
