//! Automorphisms of a land, as the search for its canonical form meets them.

use super::{Boundary, Canonizer, Reading, Region};
use std::ops::Range;

/// The order in which a leaf visits occurrences, and the regions with whether each is read backwards.
#[derive(Default)]
pub(super) struct Trace {
    occurrences: Vec<u16>,
    regions: Vec<(u16, bool)>,
}

/// A symmetry of a land.
pub(crate) struct Automorphism {
    /// The image of each occurrence that was pushed; single generic spots are not among them.
    pub(crate) occurrences: Vec<u16>,
    /// The image of each region, and whether it is turned over.
    pub(crate) regions: Vec<(u16, bool)>,
}

impl Canonizer {
    /// Automorphisms of the land that was pushed: enough to generate all that do not only exchange equal boundaries.
    pub(crate) fn automorphisms(&mut self) -> &[Automorphism] {
        self.automorphisms.clear();
        self.best_trace = Some(Trace::default());
        self.weights.clear();
        self.weights.resize(self.letters, 1);
        self.find_leaf(|_| false);
        self.best_trace = None;
        // The capitals are all told apart now, so what still looks alike can be exchanged without touching anything else.
        for number in 0..self.regions.len() {
            let Region {
                first_boundary,
                end_boundary,
                ..
            } = self.regions[number];
            let boundaries = usize::from(first_boundary)..usize::from(end_boundary);
            // Two spots in a circle are the same both ways round.
            let can_turn = self.boundaries[boundaries.clone()]
                .iter()
                .any(|boundary| boundary.end - boundary.start > 2);
            if can_turn && self.reads_both_ways(&boundaries) {
                let mut mirror = self.identity();
                let (mut from, mut to) = (Vec::new(), Vec::new());
                self.forward
                    .trace(&self.boundaries[boundaries.clone()], false, &mut from);
                self.backward
                    .trace(&self.boundaries[boundaries.clone()], true, &mut to);
                for (&from, &to) in from.iter().zip(&to) {
                    mirror.occurrences[usize::from(from)] = to;
                }
                mirror.regions[number].1 = true;
                self.automorphisms.push(mirror);
            }
            for boundary in boundaries {
                let Boundary { start, end, .. } = self.boundaries[boundary];
                let keys = &self.forward_keys[usize::from(start)..usize::from(end)];
                let period = (1..keys.len()).find(|&shift| {
                    keys.len().is_multiple_of(shift) && keys[shift..] == keys[..keys.len() - shift]
                });
                if let Some(period) = period {
                    let mut turn = self.identity();
                    for place in 0..keys.len() {
                        turn.occurrences[usize::from(start) + place] =
                            start + ((place + period) % keys.len()) as u16;
                    }
                    self.automorphisms.push(turn);
                }
            }
        }
        &self.automorphisms
    }

    /// Whether these boundaries, a whole region, read the same forwards and backwards. Leaves both readings.
    fn reads_both_ways(&mut self, boundaries: &Range<usize>) -> bool {
        let boundaries = &self.boundaries[boundaries.clone()];
        self.forward.read(boundaries, &self.forward_keys);
        self.backward.read(boundaries, &self.backward_keys);
        self.forward.cmp(&self.backward).is_eq()
    }

    fn identity(&self) -> Automorphism {
        Automorphism {
            occurrences: (0..self.forward_keys.len() as u16).collect(),
            regions: (0..self.regions.len() as u16)
                .map(|region| (region, false))
                .collect(),
        }
    }

    /// In which order the leaf just read visits the occurrences and regions.
    pub(super) fn trace(&mut self) -> Trace {
        let mut trace = Trace::default();
        for slot in 0..self.shape_spans.len() {
            let number = self.shape_spans[slot].2;
            let Region {
                first_boundary,
                end_boundary,
                ..
            } = self.regions[usize::from(number)];
            let boundaries =
                &self.boundaries[usize::from(first_boundary)..usize::from(end_boundary)];
            self.forward.read(boundaries, &self.forward_keys);
            self.backward.read(boundaries, &self.backward_keys);
            let reversed = self.forward.cmp(&self.backward).is_gt();
            let reading = if reversed {
                &self.backward
            } else {
                &self.forward
            };
            reading.trace(boundaries, reversed, &mut trace.occurrences);
            trace.regions.push((number, reversed));
        }
        trace
    }

    pub(super) fn add_automorphism(&mut self, image: &Trace) {
        let mut automorphism = self.identity();
        let best = self.best_trace.as_ref().expect("called while tracing");
        for (&from, &to) in best.occurrences.iter().zip(&image.occurrences) {
            automorphism.occurrences[usize::from(from)] = to;
        }
        for (&(from, from_reversed), &(to, to_reversed)) in best.regions.iter().zip(&image.regions)
        {
            automorphism.regions[usize::from(from)] = (to, from_reversed != to_reversed);
        }
        self.automorphisms.push(automorphism);
    }
}

impl Reading {
    /// The occurrences in the order of the reading.
    fn trace(&self, boundaries: &[Boundary], reversed: bool, occurrences: &mut Vec<u16>) {
        for span in &self.spans {
            let Boundary { start, end, .. } = boundaries[usize::from(span.boundary)];
            let length = end - start;
            for place in 0..length {
                let place = (span.rotation + place) % length;
                occurrences.push(if reversed {
                    end - 1 - place
                } else {
                    start + place
                });
            }
        }
    }
}
