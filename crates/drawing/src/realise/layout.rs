//! Places for ink: a barycentric drawing after Tutte, with weights that even out the lengths.
//! It owns the mesh that fills the board around the lines; it knows nothing of Sprouts.
//!
//! Every region is filled with triangles: a strip along each boundary, bands between inner boundaries side by side or in a
//! circle, and layers from there to the border and to the middle. In a mesh of triangles whose rim is convex, and whose
//! every other vertex is a weighted mean of its neighbours, nothing crosses, whatever the weights.

use super::ink::{Dart, Ink};
use crate::layout::{rings, turn};
use sprouts::order;

/// Small edges to an edge: fewest that keep loops and double edges apart.
const PIECES: usize = 4;
/// Vertices round the board.
const FRAME: usize = 32;
/// How often the weights are adjusted to the lengths.
const ROUNDS: u32 = 14;

/// The places of all spots, and of all points along the edges, in units of the board.
pub(super) struct Layout {
    pub(super) spots: Vec<(f64, f64)>,
    /// From spot to spot, both ends included.
    pub(super) edges: Vec<Vec<(f64, f64)>>,
}

struct Mesh {
    edges: Vec<(usize, usize)>,
    /// How much each edge resists: hubs hold a region together only loosely.
    stiffness: Vec<f64>,
    vertices: usize,
}

impl Mesh {
    fn vertex(&mut self) -> usize {
        self.vertices += 1;
        self.vertices - 1
    }

    fn edge(&mut self, a: usize, b: usize, stiffness: f64) {
        self.edges.push((a, b));
        self.stiffness.push(stiffness);
    }

    /// A closed line along a walk, on the side of its region.
    fn strip(&mut self, walk: &[usize]) -> Vec<usize> {
        let ring: Vec<usize> = walk.iter().map(|_| self.vertex()).collect();
        for (index, &vertex) in ring.iter().enumerate() {
            let next = (index + 1) % walk.len();
            self.edge(walk[index], vertex, 1.0);
            self.edge(walk[next], vertex, 1.0);
            self.edge(vertex, ring[next], LOOSE);
        }
        ring
    }

    /// Joins two closed lines that run side by side.
    fn zip(&mut self, one: &[usize], other: &[usize]) {
        let (mut i, mut j) = (0, 0);
        while i < one.len() || j < other.len() {
            self.edge(one[i % one.len()], other[j % other.len()], LOOSE);
            if (i + 1) * other.len() <= (j + 1) * one.len() {
                i += 1;
            } else {
                j += 1;
            }
        }
    }

    /// A closed line further inside with half as many vertices.
    fn layer(&mut self, line: &[usize]) -> Vec<usize> {
        let inside: Vec<usize> = (0..line.len().div_ceil(2).max(3))
            .map(|_| self.vertex())
            .collect();
        for (index, &vertex) in inside.iter().enumerate() {
            self.edge(vertex, inside[(index + 1) % inside.len()], LOOSE);
        }
        self.zip(line, &inside);
        inside
    }

    /// Fills what a closed line surrounds.
    fn cap(&mut self, mut line: Vec<usize>) {
        while line.len() > 6 {
            line = self.layer(&line);
        }
        let hub = self.vertex();
        for vertex in line {
            self.edge(hub, vertex, LOOSE);
        }
    }

    /// Fills the ring between a border and the one line inside it.
    fn bridge(&mut self, mut border: Vec<usize>, mut inner: Vec<usize>) {
        while border.len() > 2 * inner.len() {
            border = self.layer(&border);
        }
        while inner.len() > 2 * border.len() {
            inner = self.layer(&inner);
        }
        inner.reverse();
        self.zip(&border, &inner);
    }

    /// Joins two lines along one edge of each, walked with the same region on the left.
    fn band(&mut self, one: (usize, usize), other: (usize, usize)) {
        self.edge(one.0, other.1, LOOSE);
        self.edge(one.1, other.0, LOOSE);
        self.edge(one.0, other.0, LOOSE);
    }
}

/// How much the edges resist that are not lines of the picture.
const LOOSE: f64 = 0.6;

/// Lays out the ink with a given region outermost, which may hold nothing but a wall round all others; nothing if regions and pieces are not one tree.
pub(super) fn lay_out(ink: &mut Ink, outermost: usize, walled: bool) -> Option<Layout> {
    let walks = ink.walks();
    let edge_count = ink.tails.len() / 2;
    let mut mesh = Mesh {
        edges: Vec::new(),
        stiffness: Vec::new(),
        vertices: ink.clockwise.len() + edge_count * (PIECES - 1),
    };
    let spots = ink.clockwise.len();
    let path = |dart: Dart| -> Vec<usize> {
        let first = spots + dart / 2 * (PIECES - 1);
        let mut inner: Vec<usize> = (first..first + PIECES - 1).collect();
        if dart % 2 == 1 {
            inner.reverse();
        }
        inner.insert(0, ink.tails[dart]);
        inner
    };
    for edge in 0..edge_count {
        let mut line = path(edge * 2);
        line.push(ink.tails[edge * 2 + 1]);
        for pair in line.windows(2) {
            mesh.edge(pair[0], pair[1], 1.0);
        }
    }
    // The boundaries of each region, as closed lines of the mesh, each with its piece of ink.
    let pieces = ink.pieces();
    let mut boundaries: Vec<Vec<(usize, Vec<usize>)>> = vec![Vec::new(); ink.regions];
    for (region, walk) in &walks {
        let line: Vec<usize> = walk.iter().flat_map(|&dart| path(dart)).collect();
        let outside = walled && *region == outermost;
        let ring = if outside { line } else { mesh.strip(&line) };
        boundaries[*region].push((pieces[ink.tails[walk[0]]], ring));
    }
    for &(spot, region) in &ink.lone {
        let ring: Vec<usize> = (0..6).map(|_| mesh.vertex()).collect();
        for (index, &vertex) in ring.iter().enumerate() {
            mesh.edge(spot, vertex, 1.0);
            mesh.edge(vertex, ring[(index + 1) % ring.len()], LOOSE);
        }
        boundaries[region].push((pieces[spot], ring));
    }
    // The board is the outermost region's border. Where only a wall lies in that region, the wall is at the edge itself.
    let frame: Vec<usize> = match walks.iter().find(|(region, _)| *region == outermost) {
        Some((_, wall)) if walled => wall.iter().flat_map(|&dart| path(dart)).collect(),
        _ => (0..FRAME).map(|_| mesh.vertex()).collect(),
    };
    fill_all(&mut mesh, boundaries, (outermost, &frame), walled)?;
    let frame: Vec<(usize, (f64, f64))> = (0..frame.len())
        .map(|index| {
            let share = index as f64 / frame.len() as f64;
            let place = if walled {
                on_square(share, 0.06)
            } else {
                let (cos, sin) = turn(share);
                (0.5 + 0.49 * cos, 0.5 + 0.49 * sin)
            };
            (frame[index], place)
        })
        .collect();
    let places = solve(&mesh, &frame);
    Some(Layout {
        spots: places[..spots].to_vec(),
        edges: (0..edge_count)
            .map(|edge| {
                let mut line = path(edge * 2);
                line.push(ink.tails[edge * 2 + 1]);
                line.into_iter().map(|vertex| places[vertex]).collect()
            })
            .collect(),
    })
}

/// Fills all regions, each between its border and its inner boundaries, from the outermost one with its frame inwards; nothing if not all
/// are reached.
fn fill_all(
    mesh: &mut Mesh,
    mut boundaries: Vec<Vec<(usize, Vec<usize>)>>,
    (outermost, frame): (usize, &[usize]),
    walled: bool,
) -> Option<()> {
    let regions = boundaries.len();
    let mut around: Vec<Option<Vec<usize>>> = vec![None; regions];
    around[outermost] = Some(frame.to_vec());
    let mut todo = vec![outermost];
    let mut reached = 0;
    while let Some(region) = todo.pop() {
        reached += 1;
        let inner = std::mem::take(&mut boundaries[region]);
        for (piece, _) in &inner {
            // The piece's other sides are borders of the regions behind them.
            for (other, list) in boundaries.iter_mut().enumerate() {
                if let Some(place) = list.iter().position(|(number, _)| number == piece) {
                    around[other] = Some(list.remove(place).1);
                    todo.push(other);
                }
            }
        }
        let border = around[region].take()?;
        let inner = inner.into_iter().map(|(_, ring)| ring).collect();
        if !walled || region != outermost {
            fill(mesh, border, inner);
        }
    }
    (reached == regions).then_some(())
}

/// Fills a region between its border and its inner boundaries. All are walked with the region on the left.
fn fill(mesh: &mut Mesh, border: Vec<usize>, mut inner: Vec<Vec<usize>>) {
    order::sort_by_key(&mut inner, |ring| ring.len());
    match inner.len() {
        0 => mesh.cap(border),
        1 => mesh.bridge(border, inner.remove(0)),
        2 => {
            // Side by side: a band between them makes one line of the two.
            let (one, other) = (inner.remove(0), inner.remove(0));
            mesh.band(
                (one[one.len() - 1], one[0]),
                (other[other.len() - 1], other[0]),
            );
            mesh.bridge(border, [one, other].concat());
        }
        count => {
            // A circle of them, the larger ones inside it; one that outgrows all others has the middle to itself.
            let outgrows = inner[count - 1].len() > 2 * inner[count - 2].len();
            let ring = if outgrows { count - 1 } else { rings(count)[0] };
            let rest = inner.split_off(ring);
            let (mut outside, mut inside) = (Vec::new(), Vec::new());
            for (index, this) in inner.iter().enumerate() {
                let next = &inner[(index + 1) % inner.len()];
                let half = this.len() / 2;
                mesh.band(
                    (this[half - 1], this[half]),
                    (next[next.len() - 1], next[0]),
                );
                outside.extend_from_slice(&this[..half]);
            }
            for this in inner.iter().rev() {
                inside.extend_from_slice(&this[this.len() / 2..]);
            }
            mesh.bridge(border, outside);
            fill(mesh, inside, rest);
        }
    }
}

/// Places for all vertices; the frame has its own.
fn solve(mesh: &Mesh, frame: &[(usize, (f64, f64))]) -> Vec<(f64, f64)> {
    let mut places = vec![(0.5, 0.5); mesh.vertices];
    let mut free = vec![true; mesh.vertices];
    for &(vertex, place) in frame {
        places[vertex] = place;
        free[vertex] = false;
    }
    let mut weights = mesh.stiffness.clone();
    for round in 0..=ROUNDS {
        relax(mesh, &weights, &free, &mut places);
        if round == ROUNDS {
            break;
        }
        for ((weight, stiffness), &(a, b)) in
            weights.iter_mut().zip(&mesh.stiffness).zip(&mesh.edges)
        {
            let (dx, dy) = (places[a].0 - places[b].0, places[a].1 - places[b].1);
            // Long edges pull harder the next time. The mean of old and new keeps the rounds from swinging.
            let wanted = stiffness * stiffness * (1e-9 + dx * dx + dy * dy) * 1e3;
            *weight = (*weight * wanted).sqrt();
        }
    }
    places
}

/// A share of the way round the board's edge.
fn on_square(share: f64, margin: f64) -> (f64, f64) {
    let (low, high) = (margin, 1.0 - margin);
    let along = low + (high - low) * (share * 4.0).fract();
    match (share * 4.0) as u32 {
        0 => (along, low),
        1 => (high, along),
        2 => (low + high - along, high),
        _ => (low, low + high - along),
    }
}

/// Moves every free vertex to the weighted mean of its neighbours, by conjugate gradients.
fn relax(mesh: &Mesh, weights: &[f64], free: &[bool], places: &mut [(f64, f64)]) {
    let mut diagonal = vec![0.0; places.len()];
    for (&(a, b), &weight) in mesh.edges.iter().zip(weights) {
        diagonal[a] += weight;
        diagonal[b] += weight;
    }
    let apply = |values: &[(f64, f64)]| -> Vec<(f64, f64)> {
        let mut out = vec![(0.0, 0.0); values.len()];
        for (&(a, b), &weight) in mesh.edges.iter().zip(weights) {
            let dx = weight * (values[a].0 - values[b].0);
            let dy = weight * (values[a].1 - values[b].1);
            out[a].0 += dx;
            out[a].1 += dy;
            out[b].0 -= dx;
            out[b].1 -= dy;
        }
        for (value, &free) in out.iter_mut().zip(free) {
            if !free {
                *value = (0.0, 0.0);
            }
        }
        out
    };
    let dot = |a: &[(f64, f64)], b: &[(f64, f64)]| -> f64 {
        a.iter().zip(b).map(|(a, b)| a.0 * b.0 + a.1 * b.1).sum()
    };
    let scaled = |values: &[(f64, f64)]| -> Vec<(f64, f64)> {
        values
            .iter()
            .zip(&diagonal)
            .map(|(value, &by)| (value.0 / by, value.1 / by))
            .collect()
    };
    let mut rest: Vec<(f64, f64)> = apply(places).iter().map(|&(x, y)| (-x, -y)).collect();
    let mut direction = scaled(&rest);
    let mut size = dot(&rest, &direction);
    for _ in 0..4 * places.len() {
        if size <= 1e-22 {
            break;
        }
        let image = apply(&direction);
        let step = size / dot(&direction, &image);
        for (index, place) in places.iter_mut().enumerate() {
            place.0 += step * direction[index].0;
            place.1 += step * direction[index].1;
            rest[index].0 -= step * image[index].0;
            rest[index].1 -= step * image[index].1;
        }
        let next = scaled(&rest);
        let next_size = dot(&rest, &next);
        let ratio = next_size / size;
        for (old, new) in direction.iter_mut().zip(next) {
            *old = (new.0 + ratio * old.0, new.1 + ratio * old.1);
        }
        size = next_size;
    }
}
