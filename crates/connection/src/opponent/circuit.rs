//! A static judgement for goals of connection: the regions that a player has to join as the ends of an electric circuit.
//!
//! An empty site resists, an own stone hardly does, a stone of somebody else is cut out. A bridge (two empty sites that both
//! join two points) conducts like a contact. The share of the current through a site says how much the player needs it, the
//! resistance of the whole how far he is from his goal. All of it follows from the plan: the graph of the board, what makes a
//! group, and the goals. Allocates nothing once it is made. Must not know who searches, or how.

use crate::board::SiteId;
use crate::plan::{Colour, Condition, Plan, Verdict, Who};

/// What an own stone resists; an empty site resists 1.
const STONE: f32 = 0.004;
/// What a bridge adds to the resistance of its ends.
const BRIDGE: f32 = 0.05;
/// A board on which an answer would take more steps than this gets none.
const STEPS_MAX: usize = 1 << 19;
/// The resistance of what cannot be joined any more.
pub const CUT: f32 = 1e6;

/// Two points that touch, or that two sites would join.
#[derive(Clone, Copy, Debug)]
struct Wire {
    /// The higher and the lower site; for a wire to a region, the region's number in `low`.
    high: u16,
    low: u16,
    /// The sites that must be empty for a bridge; none for a contact.
    carrier: Option<(u16, u16)>,
}

/// The circuits of one goal of one player: regions, of which some have to be joined.
#[derive(Clone, Debug)]
struct Circuit {
    colour: u8,
    between: Vec<Wire>,
    /// Wires from a site to a region.
    ends: Vec<Wire>,
    regions: usize,
    band: usize,
}

/// The judgement of a whole plan, and room to work in.
#[derive(Clone, Debug)]
pub struct Circuits {
    circuits: Vec<Circuit>,
    sites: usize,
    /// The number of a site among those that conduct.
    number: Vec<u16>,
    resists: Vec<f32>,
    matrix: Vec<f32>,
    volts: Vec<f32>,
    current: Vec<f32>,
    /// Per player and site the share of the current.
    shares: Vec<Vec<f32>>,
    /// Per player the resistance of his best goal.
    resistance: Vec<f32>,
}

/// No number: the site is cut out.
const NONE: u16 = u16::MAX;

impl Circuits {
    /// The circuits of a plan; nothing when no player has to join regions, or when the board is too large.
    pub fn new(plan: &Plan) -> Option<Circuits> {
        let players = plan.players as usize;
        if players != 2 || plan.moves.place.is_none() {
            return None;
        }
        let mut circuits = Vec::new();
        for colour in (1..=plan.players).map(Colour) {
            for family in wanted_families(plan, colour) {
                circuits.push(Circuit::new(plan, colour, family)?);
            }
        }
        let each_has_one = (1..=plan.players).all(|c| circuits.iter().any(|one| one.colour == c));
        let sites = plan.board.len();
        let band = circuits.iter().map(|one| one.band).max()?;
        if !each_has_one || sites * band * band > STEPS_MAX {
            return None;
        }
        Some(Circuits {
            circuits,
            sites,
            number: vec![NONE; sites],
            resists: vec![0.0; sites],
            matrix: vec![0.0; sites * (band + 1)],
            volts: vec![0.0; sites],
            current: vec![0.0; sites],
            shares: vec![vec![0.0; sites]; players],
            resistance: vec![CUT; players],
        })
    }

    /// Judges a position, given by the stone on every site.
    pub fn judge(&mut self, stone: impl Fn(SiteId) -> Colour) {
        for shares in &mut self.shares {
            shares.fill(0.0);
        }
        self.resistance.fill(CUT);
        let circuits = std::mem::take(&mut self.circuits);
        for circuit in &circuits {
            self.solve(circuit, &stone);
        }
        self.circuits = circuits;
    }

    /// The share of a player's current through a site, after [`Circuits::judge`].
    #[inline]
    pub fn share(&self, colour: Colour, site: SiteId) -> f32 {
        self.shares[colour.index() - 1][site.index()]
    }

    /// The resistance of a player's best goal, after [`Circuits::judge`].
    pub fn resistance(&self, colour: Colour) -> f32 {
        self.resistance[colour.index() - 1]
    }

    fn solve(&mut self, circuit: &Circuit, stone: &impl Fn(SiteId) -> Colour) {
        let mut count = 0;
        for site in 0..self.sites {
            let colour = stone(SiteId(site as u16)).0;
            let conducts = colour == 0 || colour == circuit.colour;
            self.number[site] = if conducts { count as u16 } else { NONE };
            self.resists[site] = if colour == 0 { 1.0 } else { STONE };
            count += usize::from(conducts);
        }
        let width = circuit.band + 1;
        self.matrix[..count * width].fill(0.0);
        for wire in &circuit.between {
            if let Some(conductance) = self.conductance(wire, self.resists[wire.low as usize]) {
                let high = self.number[wire.high as usize] as usize;
                let low = self.number[wire.low as usize] as usize;
                self.matrix[high * width + circuit.band] += conductance;
                self.matrix[low * width + circuit.band] += conductance;
                self.matrix[high * width + circuit.band - (high - low)] -= conductance;
            }
        }
        for wire in &circuit.ends {
            if let Some(conductance) = self.conductance(wire, 0.0) {
                let high = self.number[wire.high as usize] as usize;
                self.matrix[high * width + circuit.band] += conductance;
            }
        }
        self.factor(count, circuit.band);
        // Two regions need one source; of more, each is the source once and all others are earthed.
        let sources = if circuit.regions == 2 {
            1
        } else {
            circuit.regions
        };
        for source in 0..sources {
            self.measure(circuit, source as u16, count, sources);
        }
    }

    /// What a wire conducts, if its ends are there and its carrier is empty.
    #[inline]
    fn conductance(&self, wire: &Wire, low: f32) -> Option<f32> {
        if self.number[wire.high as usize] == NONE {
            return None;
        }
        let high = self.resists[wire.high as usize];
        match wire.carrier {
            None => {
                (low == 0.0 || self.number[wire.low as usize] != NONE).then(|| 2.0 / (high + low))
            }
            Some((one, other)) => {
                let empty = |site: u16| {
                    self.resists[site as usize] == 1.0 && self.number[site as usize] != NONE
                };
                let there = low == 0.0 || self.number[wire.low as usize] != NONE;
                (there && empty(one) && empty(other)).then(|| 1.0 / ((high + low) / 2.0 + BRIDGE))
            }
        }
    }

    /// Cholesky's factors of the matrix, in place.
    fn factor(&mut self, count: usize, band: usize) {
        let width = band + 1;
        for row in 0..count {
            let first = row.saturating_sub(band);
            for column in first..=row {
                let (above, below) = self.matrix.split_at_mut(row * width);
                let here = &mut below[..width];
                // The place of column 0 in a row may lie before the row begins, so both are counted from `first`.
                let from = first + band - row;
                let length = column - first;
                if column < row {
                    let start = column * width + first + band - column;
                    let dot = product(&here[from..from + length], &above[start..start + length]);
                    let diagonal = above[column * width + band];
                    here[from + length] = (here[from + length] - dot) / diagonal;
                } else {
                    let mine = &here[from..from + length];
                    let rest = here[band] - product(mine, mine);
                    here[band] = rest.max(1e-9).sqrt();
                }
            }
        }
    }

    /// Puts one volt on a region and adds up the currents.
    fn measure(&mut self, circuit: &Circuit, source: u16, count: usize, sources: usize) {
        let (band, width) = (circuit.band, circuit.band + 1);
        self.volts[..count].fill(0.0);
        for wire in circuit.ends.iter().filter(|wire| wire.low == source) {
            if let Some(conductance) = self.conductance(wire, 0.0) {
                self.volts[self.number[wire.high as usize] as usize] += conductance;
            }
        }
        for row in 0..count {
            let first = row.saturating_sub(band);
            let factors = &self.matrix[row * width + first + band - row..row * width + band];
            let rest = self.volts[row] - product(factors, &self.volts[first..row]);
            self.volts[row] = rest / self.matrix[row * width + band];
        }
        for row in (0..count).rev() {
            let value = self.volts[row] / self.matrix[row * width + band];
            self.volts[row] = value;
            let first = row.saturating_sub(band);
            let factors = &self.matrix[row * width + first + band - row..row * width + band];
            for (volt, factor) in self.volts[first..row].iter_mut().zip(factors) {
                *volt -= factor * value;
            }
        }
        self.current.fill(0.0);
        for wire in &circuit.between {
            if let Some(conductance) = self.conductance(wire, self.resists[wire.low as usize]) {
                let high = self.volts[self.number[wire.high as usize] as usize];
                let low = self.volts[self.number[wire.low as usize] as usize];
                let current = conductance * (high - low).abs();
                self.current[wire.high as usize] += current;
                self.current[wire.low as usize] += current;
            }
        }
        let mut total = 0.0;
        for wire in &circuit.ends {
            if let Some(conductance) = self.conductance(wire, 0.0) {
                let end = if wire.low == source { 1.0 } else { 0.0 };
                let high = self.volts[self.number[wire.high as usize] as usize];
                let current = conductance * (end - high).abs();
                self.current[wire.high as usize] += current;
                if wire.low == source {
                    total += current;
                }
            }
        }
        let player = usize::from(circuit.colour) - 1;
        if total < 1.0 / CUT {
            return;
        }
        self.resistance[player] = self.resistance[player].min(1.0 / total);
        let scale = 0.5 / (total * sources as f32);
        for (share, current) in self.shares[player].iter_mut().zip(&self.current) {
            *share += current * scale;
        }
    }
}

/// The sum of the products, in eight lanes so that the compiler may use wide registers.
#[inline]
fn product(one: &[f32], other: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 8];
    let (mut ones, mut others) = (one.chunks_exact(8), other.chunks_exact(8));
    for (a, b) in ones.by_ref().zip(others.by_ref()) {
        for lane in 0..8 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    let rest = ones.remainder().iter().zip(others.remainder());
    let rest: f32 = rest.map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f32>() + rest
}

impl Circuit {
    fn new(plan: &Plan, colour: Colour, family: usize) -> Option<Circuit> {
        let board = &plan.board;
        let connectivity = plan.connectivity(colour);
        let near = |site: SiteId| board.neighbours(site, connectivity);
        let regions = &plan.families[family].regions[colour.index() - 1];
        let (mut between, mut ends) = (Vec::new(), Vec::new());
        for high in board.ids() {
            let contacts = near(high).iter().filter(|low| **low < high);
            between.extend(contacts.map(|low| Wire {
                high: high.0,
                low: low.0,
                carrier: None,
            }));
            let mut far: Vec<SiteId> = near(high)
                .iter()
                .flat_map(|next| near(*next))
                .copied()
                .collect();
            far.sort();
            far.dedup();
            for low in far
                .into_iter()
                .filter(|low| *low < high && !near(high).contains(low))
            {
                let mut common = near(high).iter().filter(|site| near(low).contains(site));
                if let (Some(one), Some(other)) = (common.next(), common.next()) {
                    between.push(Wire {
                        high: high.0,
                        low: low.0,
                        carrier: Some((one.0, other.0)),
                    });
                }
            }
            for (number, region) in regions.iter().enumerate() {
                let mut touching = near(high).iter().filter(|site| region.contains(site));
                let carrier = match region.contains(&high) {
                    true => None,
                    false => match (touching.next(), touching.next()) {
                        (Some(one), Some(other)) => Some((one.0, other.0)),
                        _ => continue,
                    },
                };
                ends.push(Wire {
                    high: high.0,
                    low: number as u16,
                    carrier,
                });
            }
        }
        let band = between
            .iter()
            .map(|wire| usize::from(wire.high - wire.low))
            .max()?;
        (regions.len() >= 2).then_some(Circuit {
            colour: colour.0,
            between,
            ends,
            regions: regions.len(),
            band,
        })
    }
}

/// The families of regions that a player wins by joining all of them. Where some are enough (Havannah's sides and corners), a
/// current has too many ways to go: matches showed that it misleads.
fn wanted_families(plan: &Plan, colour: Colour) -> Vec<usize> {
    fn gather(condition: &Condition, found: &mut Vec<(usize, u32)>) {
        match condition {
            Condition::Connect { family, at_least } => found.push((*family, *at_least)),
            Condition::All(list) | Condition::Any(list) => {
                list.iter().for_each(|one| gather(one, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for end in &plan.ends {
        let his = match end.verdict {
            Verdict::Wins(Who::Mover | Who::Owner) => true,
            Verdict::Wins(Who::Player(player)) => player == colour.0,
            _ => false,
        };
        if his {
            gather(&end.condition, &mut found);
        }
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|(family, at_least)| {
        let regions = plan.families[*family].regions[colour.index() - 1].len();
        regions >= 2 && regions == *at_least as usize
    });
    found.into_iter().map(|(family, _)| family).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{self, Engine};
    use crate::library;
    use std::sync::Arc;

    fn judged(name: &str, options: &[(&str, &str)], moves: &[&str]) -> (Box<dyn Engine>, Circuits) {
        let plan = Arc::new(library::game(name).unwrap().plan(options).unwrap());
        let mut game = engine::start(&plan);
        for text in moves {
            game.play_text(text).unwrap();
        }
        let mut circuits = Circuits::new(&plan).unwrap();
        circuits.judge(|site| game.stone(site));
        (game, circuits)
    }

    /// The same from the definition: all currents by relaxing voltages until they rest.
    #[test]
    fn currents_obey_kirchhoff() {
        let moves = ["2,2", "3,1", "1,3", "1,1", "4,2"];
        let (game, circuits) = judged("hex", &[("size", "5"), ("swap", "no")], &moves);
        let circuit = &circuits.circuits[0];
        let stone = |site: u16| game.stone(SiteId(site)).0;
        let resists = |site: u16| {
            if stone(site) == 0 {
                1.0
            } else {
                f64::from(STONE)
            }
        };
        let there = |site: u16| stone(site) == 0 || stone(site) == circuit.colour;
        let mut wires = Vec::new();
        let ends = circuit.ends.iter().map(|wire| (wire, true));
        for (wire, is_end) in circuit.between.iter().map(|wire| (wire, false)).chain(ends) {
            let empty = wire
                .carrier
                .is_none_or(|(a, b)| stone(a) == 0 && stone(b) == 0);
            if there(wire.high) && (is_end || there(wire.low)) && empty {
                let low = if is_end { 0.0 } else { resists(wire.low) };
                let bridge = if wire.carrier.is_some() {
                    f64::from(BRIDGE)
                } else {
                    0.0
                };
                let target = if is_end {
                    25 + usize::from(wire.low)
                } else {
                    usize::from(wire.low)
                };
                wires.push((
                    usize::from(wire.high),
                    target,
                    1.0 / ((resists(wire.high) + low) / 2.0 + bridge),
                ));
            }
        }
        let mut volts = vec![0.0; 27];
        volts[25] = 1.0;
        for _ in 0..20_000 {
            for site in 0..25 {
                let mine = wires.iter().filter(|(a, b, _)| *a == site || *b == site);
                let (mut sum, mut weight) = (0.0, 0.0);
                for (a, b, g) in mine {
                    sum += g * volts[if *a == site { *b } else { *a }];
                    weight += g;
                }
                if weight > 0.0 {
                    volts[site] = sum / weight;
                }
            }
        }
        let total: f64 = wires
            .iter()
            .filter(|(_, b, _)| *b == 25)
            .map(|(a, _, g)| g * (1.0 - volts[*a]))
            .sum();
        assert!((1.0 / total - f64::from(circuits.resistance(Colour(1)))).abs() < 1e-3);
        for site in 0..25usize {
            let flow: f64 = wires
                .iter()
                .filter(|(a, b, _)| *a == site || *b == site)
                .map(|(a, b, g)| g * (volts[*a] - volts[*b]).abs())
                .sum();
            let share = circuits.share(Colour(1), SiteId(site as u16));
            assert!(
                (flow / 2.0 / total - f64::from(share)).abs() < 2e-3,
                "{site}: {share}"
            );
        }
    }

    #[test]
    fn who_is_cut_has_no_current_and_who_has_joined_hardly_resists() {
        let moves = ["0,0", "1,0", "0,1", "1,1", "0,2"];
        let (_, circuits) = judged("hex", &[("size", "3"), ("swap", "no")], &moves);
        assert!(circuits.resistance(Colour(1)) < 0.05);
        assert_eq!(circuits.resistance(Colour(2)), CUT);
    }

    #[test]
    fn games_with_goals_of_connection_are_judged() {
        for (name, judged) in [
            ("hex", true),
            ("y-hex", true),
            ("havannah", false),
            ("gonnect", true),
            ("cross", true),
            ("chameleon", true),
            ("go", false),
            ("odd", false),
            ("lines-of-action", false),
        ] {
            let plan = library::game(name)
                .unwrap()
                .plan::<&str, &str>(&[])
                .unwrap();
            assert_eq!(Circuits::new(&plan).is_some(), judged, "{name}");
        }
        let misere = library::game("hex")
            .unwrap()
            .plan(&[("misere", "yes")])
            .unwrap();
        assert!(Circuits::new(&misere).is_none());
    }
}
