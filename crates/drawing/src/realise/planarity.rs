//! Whether a graph can be drawn without crossings, and how: the method of Demoucron, Malgrange and Pertuiset, block by
//! block. It knows nothing of Sprouts.

use std::collections::VecDeque;

/// The faces of a plane drawing of each block of a simple graph, every face walked with its inside on the same hand;
/// nothing where some block has no such drawing. Blocks of a single edge have no faces worth telling.
pub(super) fn faces(vertices: usize, edges: &[(usize, usize)]) -> Option<Vec<Vec<usize>>> {
    let mut all = Vec::new();
    for block in blocks(vertices, edges) {
        if block.len() > 1 {
            all.extend(Drawing::of(vertices, &block)?.faces);
        }
    }
    Some(all)
}

/// The two-connected blocks, each a list of edges.
fn blocks(vertices: usize, edges: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
    let neighbours = adjacency(vertices, edges);
    let (mut order, mut low) = (vec![0; vertices], vec![0; vertices]);
    let mut count = 0;
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut found = Vec::new();
    for root in 0..vertices {
        if order[root] != 0 {
            continue;
        }
        count += 1;
        (order[root], low[root]) = (count, count);
        // Vertex, its parent, and how many neighbours have been seen.
        let mut path = vec![(root, usize::MAX, 0)];
        while let Some((vertex, parent, seen)) = path.last_mut() {
            let (vertex, parent) = (*vertex, *parent);
            if let Some(&next) = neighbours[vertex].get(*seen) {
                *seen += 1;
                if order[next] == 0 {
                    open.push((vertex, next));
                    count += 1;
                    (order[next], low[next]) = (count, count);
                    path.push((next, vertex, 0));
                } else if next != parent && order[next] < order[vertex] {
                    open.push((vertex, next));
                    low[vertex] = low[vertex].min(order[next]);
                }
                continue;
            }
            path.pop();
            let Some(&(above, _, _)) = path.last() else {
                break;
            };
            low[above] = low[above].min(low[vertex]);
            if low[vertex] >= order[above] {
                let start = open
                    .iter()
                    .rposition(|&edge| edge == (above, vertex))
                    .expect("the edge to a child is open until its block is");
                found.push(open.split_off(start));
            }
        }
    }
    found
}

fn adjacency(vertices: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); vertices];
    for &(a, b) in edges {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    neighbours
}

/// A part of a block that is not drawn yet: it hangs on drawn vertices.
struct Fragment {
    /// The drawn vertices on which it hangs, each once.
    feet: Vec<usize>,
    /// A path through it from one foot to another.
    path: Vec<usize>,
}

/// The drawn part of a block.
struct Drawing {
    faces: Vec<Vec<usize>>,
    /// Whether a vertex is drawn.
    drawn: Vec<bool>,
    /// The neighbours in the block, and whether the edge is drawn.
    neighbours: Vec<Vec<(usize, bool)>>,
}

impl Drawing {
    /// Draws a two-connected block, if it can be drawn.
    fn of(vertices: usize, edges: &[(usize, usize)]) -> Option<Drawing> {
        let neighbours = adjacency(vertices, edges);
        let cycle = cycle(&neighbours, edges[0]);
        let mut drawing = Drawing {
            faces: vec![cycle.clone(), cycle.iter().rev().copied().collect()],
            drawn: vec![false; vertices],
            neighbours: neighbours
                .into_iter()
                .map(|list| list.into_iter().map(|next| (next, false)).collect())
                .collect(),
        };
        drawing.note(&[&cycle[..], &cycle[..1]].concat());
        loop {
            let fragments = drawing.fragments();
            // A fragment with one face left must go there before anything else takes its place.
            let mut chosen: Option<(usize, usize, Fragment)> = None;
            for fragment in fragments {
                let mut fitting = drawing.fitting_faces(&fragment.feet);
                let face = fitting.next()?;
                let choices = 1 + usize::from(fitting.next().is_some());
                drop(fitting);
                if chosen.as_ref().is_none_or(|&(least, _, _)| choices < least) {
                    chosen = Some((choices, face, fragment));
                }
                if choices == 1 {
                    break;
                }
            }
            let Some((_, face, fragment)) = chosen else {
                return Some(drawing);
            };
            drawing.split(face, &fragment.path);
        }
    }

    fn note(&mut self, path: &[usize]) {
        for pair in path.windows(2) {
            for (a, b) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                self.drawn[a] = true;
                for edge in &mut self.neighbours[a] {
                    edge.1 |= edge.0 == b;
                }
            }
        }
    }

    fn fitting_faces<'a>(&'a self, feet: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        let fits = |face: &Vec<usize>| feet.iter().all(|foot| face.contains(foot));
        (0..self.faces.len()).filter(move |&face| fits(&self.faces[face]))
    }

    fn fragments(&self) -> Vec<Fragment> {
        let mut found = Vec::new();
        let mut part = vec![usize::MAX; self.drawn.len()];
        for (start, list) in self.neighbours.iter().enumerate() {
            if self.drawn[start] {
                for &(next, drawn) in list {
                    if !drawn && start < next && self.drawn[next] {
                        found.push(Fragment {
                            feet: vec![start, next],
                            path: vec![start, next],
                        });
                    }
                }
            } else if !list.is_empty() && part[start] == usize::MAX {
                let number = found.len();
                let mut feet: Vec<usize> = Vec::new();
                let mut stack = vec![start];
                part[start] = number;
                while let Some(vertex) = stack.pop() {
                    for &(next, _) in &self.neighbours[vertex] {
                        if self.drawn[next] {
                            if !feet.contains(&next) {
                                feet.push(next);
                            }
                        } else if part[next] == usize::MAX {
                            part[next] = number;
                            stack.push(next);
                        }
                    }
                }
                let path = self.path_through(number, &part, feet[0]);
                found.push(Fragment { feet, path });
            }
        }
        found
    }

    /// A shortest path from a foot of a fragment through its inner vertices to another foot.
    fn path_through(&self, number: usize, part: &[usize], foot: usize) -> Vec<usize> {
        let mut before = vec![usize::MAX; part.len()];
        let mut queue = VecDeque::from([foot]);
        while let Some(vertex) = queue.pop_front() {
            for &(next, _) in &self.neighbours[vertex] {
                let ends = self.drawn[next] && vertex != foot && next != foot;
                let inner = part[next] == number && before[next] == usize::MAX;
                if !ends && !inner {
                    continue;
                }
                before[next] = vertex;
                if ends {
                    let mut path = vec![next];
                    while let Some(&last) = path.last()
                        && last != foot
                    {
                        path.push(before[last]);
                    }
                    return path;
                }
                queue.push_back(next);
            }
        }
        unreachable!("a fragment of a two-connected block has two feet")
    }

    /// Draws a path across a face.
    fn split(&mut self, face: usize, path: &[usize]) {
        self.note(path);
        let mut walk = std::mem::take(&mut self.faces[face]);
        let (first, last) = (path[0], path[path.len() - 1]);
        let place = |walk: &[usize], vertex| walk.iter().position(|&other| other == vertex);
        let start = place(&walk, first).expect("the face holds the feet");
        walk.rotate_left(start);
        let middle = place(&walk, last).expect("the face holds the feet");
        let inner = &path[1..path.len() - 1];
        // From the first foot along the face to the last and back by the path; and the other side.
        let mut one = walk[..=middle].to_vec();
        one.extend(inner.iter().rev());
        let mut other = walk[middle..].to_vec();
        other.push(first);
        other.extend(inner);
        self.faces[face] = one;
        self.faces.push(other);
    }
}

/// A cycle through an edge of a two-connected block.
fn cycle(neighbours: &[Vec<usize>], (from, to): (usize, usize)) -> Vec<usize> {
    let mut before = vec![usize::MAX; neighbours.len()];
    let mut queue = VecDeque::from([from]);
    before[from] = from;
    while let Some(vertex) = queue.pop_front() {
        for &next in &neighbours[vertex] {
            if before[next] == usize::MAX && (vertex, next) != (from, to) {
                before[next] = vertex;
                queue.push_back(next);
            }
        }
    }
    let mut cycle = vec![to];
    while let Some(&last) = cycle.last()
        && last != from
    {
        cycle.push(before[last]);
    }
    cycle
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(parts: &[usize]) -> (usize, Vec<(usize, usize)>) {
        let part: Vec<usize> = parts
            .iter()
            .enumerate()
            .flat_map(|(part, &size)| std::iter::repeat_n(part, size))
            .collect();
        let mut edges = Vec::new();
        for b in 0..part.len() {
            edges.extend((0..b).filter(|&a| part[a] != part[b]).map(|a| (a, b)));
        }
        (part.len(), edges)
    }

    /// Euler's formula for a connected graph of one block.
    fn planar(vertices: usize, edges: &[(usize, usize)]) -> bool {
        faces(vertices, edges).is_some_and(|faces| {
            let sides: usize = faces.iter().map(Vec::len).sum();
            assert_eq!(sides, 2 * edges.len(), "every edge has two sides");
            assert_eq!(vertices + faces.len(), edges.len() + 2);
            true
        })
    }

    #[test]
    fn kuratowskis_graphs_and_their_neighbours() {
        let (vertices, edges) = complete(&[1; 5]);
        assert!(!planar(vertices, &edges));
        assert!((0..edges.len()).all(|left_out| {
            let mut fewer = edges.clone();
            fewer.remove(left_out);
            planar(vertices, &fewer)
        }));
        let (vertices, edges) = complete(&[3, 3]);
        assert!(!planar(vertices, &edges));
        assert!((0..edges.len()).all(|left_out| {
            let mut fewer = edges.clone();
            fewer.remove(left_out);
            planar(vertices, &fewer)
        }));
        let (vertices, edges) = complete(&[2, 2, 2]);
        assert!(planar(vertices, &edges));
    }

    #[test]
    fn blocks_are_drawn_apart() {
        // Two triangles joined by an edge, and a separate square.
        let edges = [
            (0, 1),
            (1, 2),
            (2, 0),
            (2, 3),
            (3, 4),
            (4, 5),
            (5, 3),
            (6, 7),
            (7, 8),
            (8, 9),
            (9, 6),
        ];
        let mut sizes: Vec<usize> = faces(10, &edges).unwrap().iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [3, 3, 3, 3, 4, 4]);
    }
}
