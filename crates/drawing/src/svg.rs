//! A map as an SVG picture. It owns colours, sizes and what is shown of spots and lives; the lines' shape is `smooth`'s.

use crate::map::PlanarMap;
use crate::point::{Point, SIDE, steps};
use crate::smooth::show;
use sprouts::{RegionId, SpotId};
use std::fmt::Write;

/// How a map is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Side of the picture.
    pub size: f64,
    /// The colour of the paper; nothing leaves it clear.
    pub paper: Option<String>,
    /// The colour of lines that were there from the start, and of spots.
    pub ink: String,
    /// The colour of dead spots.
    pub faded: String,
    /// The players' colours, for the lines of the first, third, … and of the second, fourth, … move.
    pub players: [String; 2],
    /// Whether regions get pale colours of their own.
    pub tint: bool,
    /// Whether regions in which nobody can move are hatched.
    pub hatch: bool,
    /// Whether spots carry their numbers.
    pub labels: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            size: 640.0,
            paper: Some("#fbf8f1".to_owned()),
            ink: "#2b2a27".to_owned(),
            faded: "#a39e93".to_owned(),
            // Blue and vermilion stay apart for every kind of colour blindness.
            players: ["#1f5fa8".to_owned(), "#cc4a14".to_owned()],
            tint: false,
            hatch: true,
            labels: false,
        }
    }
}

/// Sizes that suit the number of spots, in units of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// Width of a line.
    pub line_width: f64,
    /// Radius of a spot.
    pub spot_radius: f64,
}

/// Pale colours for regions, far apart for neighbours in the list.
const TINTS: [&str; 8] = [
    "#f3e3c3", "#d7e6ef", "#e9d9ea", "#dcead2", "#f4d9d0", "#d5e8e4", "#efe9c4", "#dfdcf0",
];

impl PlanarMap {
    /// Sizes that suit this map: finer where there are more spots.
    pub fn measures(&self) -> Measures {
        // The board's area for each spot sets the scale; twenty spots end with about seventy.
        let room = 1.0 / (self.spots.len() as f64 + 6.0).sqrt();
        Measures {
            line_width: (0.024 * room).clamp(0.0022, 0.0075),
            spot_radius: (0.066 * room).clamp(0.005, 0.018),
        }
    }

    /// The picture as an SVG document.
    ///
    /// ```
    /// let svg = drawing::PlanarMap::start(4).svg(&drawing::Style::default());
    /// assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    /// ```
    pub fn svg(&self, style: &Style) -> String {
        let mut svg = svg_open(style);
        svg.push_str(&self.svg_body(style));
        svg.push_str("</svg>\n");
        svg
    }

    /// What lies on the paper: regions, lines, spots.
    pub(crate) fn svg_body(&self, style: &Style) -> String {
        let size = style.size;
        let smooth = self.smooth();
        let measures = self.measures();
        let mut svg = String::new();
        for region in self.labelled.region_ids() {
            let dead = self.labelled.region_lives(region) < 2;
            let fill = if style.hatch && dead && !self.edges.is_empty() {
                "url(#hatch)"
            } else if style.tint && region != self.outermost() {
                TINTS[region.0 as usize % TINTS.len()]
            } else {
                continue;
            };
            let path = smooth.region_path(self, region, size);
            let _ = writeln!(
                svg,
                "<path d=\"{path}\" fill=\"{fill}\" fill-rule=\"evenodd\"/>"
            );
        }
        let _ = writeln!(
            svg,
            "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-width=\"{:.3}\">",
            measures.line_width * size
        );
        for edge in self.edge_ids() {
            let colour = match self.move_of_edge(edge) {
                None => &style.ink,
                Some(number) => &style.players[number % 2],
            };
            let path = smooth.edge_path(edge, size);
            let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"{colour}\"/>");
        }
        svg.push_str("</g>\n");
        for spot in self.spot_ids() {
            self.write_spot(spot, style, measures, &mut svg);
        }
        svg
    }

    fn write_spot(&self, spot: SpotId, style: &Style, measures: Measures, svg: &mut String) {
        let size = style.size;
        let point = self.spot_point(spot);
        let lives = self.lives(spot);
        let radius = measures.spot_radius * size;
        let middle = show(point, size);
        let (x, y) = middle.split_once(' ').unwrap_or(("0", "0"));
        if lives == 0 {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{:.3}\" fill=\"{}\"/>",
                radius * 0.62,
                style.faded
            );
        } else {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius:.3}\" fill=\"{}\"/>",
                style.ink
            );
            let paper = style.paper.as_deref().unwrap_or("#fff");
            for (dx, dy) in self.bud_directions(spot) {
                // A bud sits on the rim of its spot, open, so that lives can be counted at arm's length.
                let scale = size / f64::from(SIDE);
                let cx = f64::from(point.x) * scale + dx * radius * 1.05;
                let cy = f64::from(point.y) * scale + dy * radius * 1.05;
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{cx:.3}\" cy=\"{cy:.3}\" r=\"{:.3}\" fill=\"{paper}\" stroke=\"{}\" stroke-width=\"{:.3}\"/>",
                    radius * 0.44,
                    style.ink,
                    radius * 0.2
                );
            }
        }
        if style.labels {
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" dx=\"{:.2}\" dy=\"{:.2}\" font-family=\"system-ui, sans-serif\" font-size=\"{:.2}\" fill=\"{}\">{spot}</text>",
                radius * 1.5,
                -radius * 1.2,
                radius * 1.9,
                style.ink
            );
        }
    }

    /// Unit vectors for the buds of a living spot, away from its lines.
    pub fn bud_directions(&self, spot: SpotId) -> Vec<(f64, f64)> {
        let at = steps(self.spot_point(spot));
        let lines: Vec<(f64, f64)> = self.spots[spot.0 as usize]
            .darts
            .iter()
            .map(|&dart| {
                let to = steps(self.first_step(dart));
                unit(to.0 - at.0, to.1 - at.1)
            })
            .collect();
        // A third of a turn, by constants that are the same on every machine.
        let (cos, sin) = (-0.5, 0.866_025_403_784_438_6);
        match lines[..] {
            [] => vec![(0.0, -1.0), (sin, 0.5), (-sin, 0.5)],
            [(x, y)] => vec![
                (x * cos - y * sin, x * sin + y * cos),
                (x * cos + y * sin, y * cos - x * sin),
            ],
            [(x, y), (u, v)] => {
                let (mut dx, mut dy) = (-(x + u), -(y + v));
                // Nearly straight lines leave two equal gaps: take the one that the board has more room in.
                if dx * dx + dy * dy < 0.01 {
                    (dx, dy) = (y - v, u - x);
                    let half = f64::from(SIDE) / 2.0;
                    if dx * (half - at.0) + dy * (half - at.1) < 0.0 {
                        (dx, dy) = (-dx, -dy);
                    }
                }
                vec![unit(dx, dy)]
            }
            _ => Vec::new(),
        }
    }

    /// The regions in which nobody can move.
    pub fn dead_regions(&self) -> Vec<RegionId> {
        self.labelled
            .region_ids()
            .filter(|&region| self.labelled.region_lives(region) < 2)
            .collect()
    }
}

fn unit(x: f64, y: f64) -> (f64, f64) {
    let length = (x * x + y * y).sqrt();
    if length > 0.0 {
        (x / length, y / length)
    } else {
        (0.0, -1.0)
    }
}

/// The opening of a document: its size, the hatch, the paper.
pub(crate) fn svg_open(style: &Style) -> String {
    let size = style.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\">\n"
    );
    let gap = size / 80.0;
    let _ = writeln!(
        svg,
        "<defs><pattern id=\"hatch\" width=\"{gap}\" height=\"{gap}\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V{gap}\" stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\"0.35\"/></pattern></defs>",
        style.faded,
        size / 640.0
    );
    if let Some(paper) = &style.paper {
        let _ = writeln!(
            svg,
            "<rect width=\"{size}\" height=\"{size}\" fill=\"{paper}\"/>"
        );
    }
    svg
}

/// A curve as the path of an SVG element: what a pen would draw, before it is inserted.
pub fn curve_path(points: &[Point], size: f64) -> String {
    let mut path = String::new();
    for (index, &point) in points.iter().enumerate() {
        let _ = write!(
            path,
            "{}{}",
            if index == 0 { "M" } else { "L" },
            show(point, size)
        );
    }
    path
}
