//! The lines of a picture without their places: spots, edges, and the order of edges round every spot.
//! It owns the graph that is to be drawn and the small pieces that it is put together from; it knows no coordinates.

/// One end of an edge, as the dart that leaves it; a dart and its twin differ in the low bit.
pub(super) type Dart = usize;

/// Something that a region sees on its way round a piece of ink.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) spot: usize,
    /// Whether the spot is on a line whose other side is dead; otherwise a single line leads to it from here.
    pub(super) backed: bool,
    /// The region that is seen right after it.
    pub(super) region: usize,
}

/// The graph of a picture. Spots of degree three that no position names are dead, and cost nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Ink {
    /// The spot that each dart leaves.
    pub(super) tails: Vec<usize>,
    /// The darts that leave each spot, clockwise: a walk that keeps its region on the left arrives by one and leaves by
    /// the next.
    pub(super) clockwise: Vec<Vec<Dart>>,
    /// The region on a dart's left, noted for one dart at least of every boundary that belongs to a region.
    pub(super) region: Vec<Option<usize>>,
    /// Lone spots and the regions in which they lie.
    pub(super) lone: Vec<(usize, usize)>,
    /// How many regions there are so far.
    pub(super) regions: usize,
}

impl Ink {
    pub(super) fn spot(&mut self) -> usize {
        self.clockwise.push(Vec::new());
        self.clockwise.len() - 1
    }

    /// Joins two spots by an edge, the last one clockwise at both.
    fn edge(&mut self, from: usize, to: usize) -> Dart {
        let dart = self.tails.len();
        self.tails.extend([from, to]);
        self.region.extend([None, None]);
        self.clockwise[from].push(dart);
        self.clockwise[to].push(dart ^ 1);
        dart
    }

    /// Joins two spots, which may be the same, and gives the darts that leave them.
    fn line(&mut self, from: usize, to: usize) -> (Dart, Dart) {
        if from != to {
            let dart = self.edge(from, to);
            return (dart, dart ^ 1);
        }
        // A line from a spot to itself runs through two dead spots, joined twice to kill them: single lines of this kind
        // shrink to nothing.
        let (one, other) = (self.spot(), self.spot());
        let out = self.edge(from, one);
        self.edge(one, other);
        let back = self.edge(other, from);
        self.edge(one, other);
        (out, back ^ 1)
    }

    /// A spot to which a line can lead so that a walk round its end sees the item.
    fn tip(&mut self, item: Item) -> usize {
        if !item.backed {
            return item.spot;
        }
        // A loop round nothing: the spot at its far side has a dead region behind it.
        let knot = self.spot();
        let there = self.edge(knot, item.spot);
        self.edge(knot, item.spot);
        self.region[there] = Some(item.region);
        knot
    }

    /// Leads a line from a spot to the items, in clockwise order.
    fn attach(&mut self, from: usize, items: &[Item]) {
        if let [item] = *items {
            let tip = self.tip(item);
            let dart = self.edge(from, tip);
            if !item.backed {
                self.region[dart ^ 1] = Some(item.region);
            }
            return;
        }
        let fork = self.spot();
        self.edge(from, fork);
        let (first, second) = items.split_at(items.len() / 2);
        self.attach(fork, first);
        self.attach(fork, second);
    }

    /// Joins items into one piece, so that a walk round it meets them in this order and nothing else that lives.
    pub(super) fn join(&mut self, items: &[Item]) {
        match *items {
            [] => {}
            [item] if item.backed => {
                let (dart, _) = self.line(item.spot, item.spot);
                self.region[dart] = Some(item.region);
            }
            [item] => {
                // A line that ends nowhere ends in a loop.
                let knot = self.spot();
                self.attach(knot, &[item]);
                self.line(knot, knot);
            }
            [first, second] => {
                let (one, other) = (self.tip(first), self.tip(second));
                let (out, back) = self.line(one, other);
                for (dart, item) in [(out, first), (back, second)] {
                    if !item.backed {
                        self.region[dart] = Some(item.region);
                    }
                }
            }
            _ => {
                let fork = self.spot();
                let third = items.len() / 3;
                let rest = (items.len() - third) / 2;
                self.attach(fork, &items[..third]);
                self.attach(fork, &items[third..third + rest]);
                self.attach(fork, &items[third + rest..]);
            }
        }
    }

    /// A dead line round everything, cut into cells by dead lines, one for each of the given regions. Gives the region
    /// outside.
    pub(super) fn cells(&mut self, regions: &[usize]) -> usize {
        let posts: Vec<usize> = regions.iter().map(|_| self.spot()).collect();
        let outside = self.regions;
        self.regions += 1;
        // Seen from within the posts stand the other way round.
        let ends: Vec<Item> = (0..posts.len())
            .rev()
            .map(|index| Item {
                spot: posts[index],
                backed: false,
                region: regions[(index + posts.len() - 1) % posts.len()],
            })
            .collect();
        self.join(&ends);
        for (index, &post) in posts.iter().enumerate() {
            let next = posts[(index + 1) % posts.len()];
            let dart = self.edge(post, next);
            self.region[dart] = Some(regions[index]);
            self.region[dart ^ 1] = Some(outside);
        }
        // Clockwise at a post: the line inwards, the wall to the next post, the wall to the one before.
        for &post in &posts[1..] {
            self.clockwise[post].swap(1, 2);
        }
        outside
    }

    /// The dart by which a walk goes on.
    fn next(&self, dart: Dart) -> Dart {
        let round = &self.clockwise[self.tails[dart ^ 1]];
        let place = round
            .iter()
            .position(|&other| other == dart ^ 1)
            .expect("a dart's twin leaves its head");
        round[(place + 1) % round.len()]
    }

    /// All walks with the regions that they belong to. A walk that no region claims is a dead region of its own.
    pub(super) fn walks(&mut self) -> Vec<(usize, Vec<Dart>)> {
        let mut seen = vec![false; self.tails.len()];
        let mut walks = Vec::new();
        for start in 0..self.tails.len() {
            let mut walk = Vec::new();
            let mut dart = start;
            while !std::mem::replace(&mut seen[dart], true) {
                walk.push(dart);
                dart = self.next(dart);
            }
            if walk.is_empty() {
                continue;
            }
            let mut claims = walk.iter().filter_map(|&dart| self.region[dart]);
            let region = claims.next();
            debug_assert!(claims.all(|other| Some(other) == region));
            let region = region.unwrap_or_else(|| {
                self.regions += 1;
                self.regions - 1
            });
            walks.push((region, walk));
        }
        walks
    }

    /// For every spot, the number of its connected piece.
    pub(super) fn pieces(&self) -> Vec<usize> {
        let mut piece = vec![usize::MAX; self.clockwise.len()];
        for start in 0..piece.len() {
            let mut stack = vec![start];
            while let Some(spot) = stack.pop() {
                if piece[spot] == usize::MAX {
                    piece[spot] = start;
                    stack.extend(
                        self.clockwise[spot]
                            .iter()
                            .map(|&dart| self.tails[dart ^ 1]),
                    );
                }
            }
        }
        piece
    }
}
