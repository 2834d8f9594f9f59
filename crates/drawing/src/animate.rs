//! A whole game as one animated picture. It owns the timing; frames are drawn by `svg`.

use crate::insert::Curve;
use crate::map::PlanarMap;
use crate::svg::{Style, curve_path, svg_open};
use std::fmt::Write;

/// A game as its pictures: the start, and for every move the curve that was drawn and the map after it.
#[derive(Clone, Debug)]
pub struct Film {
    start: PlanarMap,
    moves: Vec<(Curve, PlanarMap)>,
}

impl Film {
    /// Seconds for the pen to draw a curve.
    const PEN_S: f64 = 0.9;
    /// Seconds from one move to the next.
    const MOVE_S: f64 = 1.8;

    /// A film that shows only the start so far.
    pub fn new(start: PlanarMap) -> Self {
        Film {
            start,
            moves: Vec::new(),
        }
    }

    /// Adds a move: the curve on the map before it, and the map after it.
    pub fn push(&mut self, curve: Curve, after: PlanarMap) {
        self.moves.push((curve, after));
    }

    /// The animated picture: each curve is drawn as by a pen, then the relaxed picture takes its place. A viewer that
    /// cannot animate shows the end.
    pub fn svg(&self, style: &Style) -> String {
        let mut svg = svg_open(style);
        let mut shown = &self.start;
        for (number, (curve, after)) in self.moves.iter().enumerate() {
            let from = number as f64 * Film::MOVE_S;
            let until = from + Film::MOVE_S;
            let begins = if number == 0 {
                String::new()
            } else {
                visible_from(from)
            };
            let _ = writeln!(
                svg,
                "<g visibility=\"hidden\">{}{begins}<set attributeName=\"visibility\" to=\"hidden\" begin=\"{until:.2}s\"/>",
                if number == 0 {
                    visible_from(0.0)
                } else {
                    String::new()
                },
            );
            svg.push_str(&shown.svg_body(style));
            let _ = writeln!(
                svg,
                "<path d=\"{}\" pathLength=\"1\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.3}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-dasharray=\"1 1\" stroke-dashoffset=\"1.02\"><animate attributeName=\"stroke-dashoffset\" from=\"1.02\" to=\"0\" begin=\"{:.2}s\" dur=\"{:.2}s\" fill=\"freeze\"/></path></g>",
                curve_path(&curve.points, style.size),
                style.players[number % 2],
                shown.measures().line_width * style.size,
                from + 0.3,
                Film::PEN_S
            );
            shown = after;
        }
        let end = self.moves.len() as f64 * Film::MOVE_S;
        let _ = writeln!(
            svg,
            "<g>{}",
            if self.moves.is_empty() {
                String::new()
            } else {
                format!(
                    "<set attributeName=\"visibility\" to=\"hidden\" begin=\"0s\"/>{}",
                    visible_from(end)
                )
            }
        );
        svg.push_str(&shown.svg_body(style));
        svg.push_str("</g>\n</svg>\n");
        svg
    }
}

fn visible_from(seconds: f64) -> String {
    format!("<set attributeName=\"visibility\" to=\"visible\" begin=\"{seconds:.2}s\"/>")
}
