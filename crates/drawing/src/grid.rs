//! Squares of the board: what lies near a place, without looking at everything. It owns two grids, one of segments and one
//! of points, and knows nothing of what they belong to.

use crate::point::{Point, SIDE};

type Vector = (f64, f64);

/// Squares of the board with the small edges that come within reach of them.
pub(crate) struct Grid {
    cells: usize,
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Grid {
    /// A grid for segments in units of the board.
    pub fn new(segments: &[(Vector, Vector)], reach: f64) -> Self {
        // Half the reach: fewer strangers in each square than with the whole.
        let cells = ((2.0 / reach) as usize).clamp(1, 64);
        let cell =
            |value: f64| ((value * cells as f64) as isize).clamp(0, cells as isize - 1) as usize;
        let range = |a: f64, b: f64| (cell(a.min(b) - reach), cell(a.max(b) + reach));
        let mut starts = vec![0u32; cells * cells + 1];
        let visit = |act: &mut dyn FnMut(usize, u32)| {
            for (index, &(a, b)) in segments.iter().enumerate() {
                let (left, right) = range(a.0, b.0);
                let (top, bottom) = range(a.1, b.1);
                for row in top..=bottom {
                    for column in left..=right {
                        act(row * cells + column, index as u32);
                    }
                }
            }
        };
        visit(&mut |place, _| starts[place + 1] += 1);
        for place in 0..cells * cells {
            starts[place + 1] += starts[place];
        }
        let mut next = starts.clone();
        let mut entries = vec![0u32; starts[cells * cells] as usize];
        visit(&mut |place, index| {
            entries[next[place] as usize] = index;
            next[place] += 1;
        });
        Grid {
            cells,
            starts,
            entries,
        }
    }

    /// The segments that may be within reach of a place.
    pub fn near(&self, (x, y): Vector) -> &[u32] {
        let cell = |value: f64| {
            ((value * self.cells as f64) as isize).clamp(0, self.cells as isize - 1) as usize
        };
        let place = cell(y) * self.cells + cell(x);
        &self.entries[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// Squares of the board with the vertices in them.
pub(crate) struct VertexGrid {
    cells: usize,
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl VertexGrid {
    /// A grid for vertices, with squares for small edges of a size.
    pub fn new(points: &[Point], size: f64) -> Self {
        let cells = ((0.7 / size) as usize).clamp(1, 64);
        let mut starts = vec![0u32; cells * cells + 1];
        let place = |point: Point| cell_of(point.y, cells) * cells + cell_of(point.x, cells);
        for &point in points {
            starts[place(point) + 1] += 1;
        }
        for index in 0..cells * cells {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut entries = vec![0u32; points.len()];
        for (index, &point) in points.iter().enumerate() {
            let slot = &mut next[place(point)];
            entries[*slot as usize] = index as u32;
            *slot += 1;
        }
        VertexGrid {
            cells,
            starts,
            entries,
        }
    }

    /// The vertices in the squares that the box round three points touches.
    pub fn near(&self, a: Point, b: Point, c: Point) -> impl Iterator<Item = u32> + '_ {
        let cells = self.cells;
        let span = |values: [i32; 3]| {
            let low = values.into_iter().min().unwrap_or(0);
            let high = values.into_iter().max().unwrap_or(0);
            cell_of(low - 64, cells)..=cell_of(high + 64, cells)
        };
        // A little wider than the points, so that what lies just beside them is seen as well.
        let columns = span([a.x, b.x, c.x]);
        span([a.y, b.y, c.y]).flat_map(move |row| {
            let first = row * cells + columns.start();
            let last = row * cells + columns.end();
            self.entries[self.starts[first] as usize..self.starts[last + 1] as usize]
                .iter()
                .copied()
        })
    }
}

fn cell_of(value: i32, cells: usize) -> usize {
    ((value.max(0) as usize * cells) >> SIDE.trailing_zeros()).min(cells - 1)
}
