//! The frameworks and the engines look at the same games. After every move of every game of the library, and after moves taken back,
//! framework B has the groups of a flood fill. The engine has them too, and so has framework A as long as no stone has left the board.

use connection::board::SiteId;
use connection::engine::{self, Engine, Status};
use connection::library;
use connection::plan::{Colour, Plan};
use connection::random::Random;
use laboratory::groups::{
    Adjacency, FloodFill, Forest, FrameworkA, FrameworkB, Groups, GroupsWithDeletion, Method,
    Neighbourhoods, PlayerId, SiteSet,
};
use std::sync::Arc;

/// The keepers of groups that follow one game.
struct Followers {
    a: FrameworkA,
    b: FrameworkB,
    oracle: FloodFill,
    /// Nothing was taken away since the last reset, so framework A can follow.
    only_added: bool,
}

impl Followers {
    fn new(plan: &Plan, method: Method) -> Self {
        let adjacency = |connectivity| Arc::new(Adjacency::of(&plan.board, connectivity));
        let by_player = plan
            .connect
            .iter()
            .map(|&connectivity| adjacency(connectivity));
        let neighbourhoods = Neighbourhoods::new(
            by_player.collect(),
            adjacency(connection::board::Connectivity::Adjacent),
            adjacency(connection::board::Connectivity::Orthogonal),
        );
        Self {
            a: FrameworkA::new(neighbourhoods.clone(), method),
            b: FrameworkB::new(neighbourhoods.clone(), method),
            oracle: FloodFill::new(neighbourhoods),
            only_added: true,
        }
    }

    /// Makes the changes that lead from the position followed so far to the engine's.
    fn follow(&mut self, game: &dyn Engine) {
        let sites: Vec<SiteId> = game.plan().board.ids().collect();
        let changed = |oracle: &FloodFill, site: SiteId| {
            oracle.owner(site).map_or(0, |player| player.0) != game.stone(site).0
        };
        let changed: Vec<SiteId> = sites
            .into_iter()
            .filter(|&site| changed(&self.oracle, site))
            .collect();
        // Stones that left, then stones that came: a site can change hands in one move.
        for &site in &changed {
            if let Some(player) = self.oracle.owner(site) {
                self.oracle.take(site, player);
                self.b.take(site, player);
                self.only_added = false;
            }
        }
        for &site in changed
            .iter()
            .filter(|&&site| game.stone(site) != Colour::NONE)
        {
            let player = PlayerId(game.stone(site).0);
            self.oracle.put(site, player);
            self.b.put(site, player);
            if self.only_added {
                self.a.put(site, player);
            }
        }
    }

    fn check(&mut self, game: &dyn Engine, random: &mut Random) {
        let count = game.plan().board.len();
        for site in game.plan().board.ids() {
            let colour = game.stone(site);
            if colour == Colour::NONE {
                continue;
            }
            // All groups after every move would take minutes on the larger boards: one stone in four, at random.
            if random.below(4) != 0 {
                continue;
            }
            let own = Forest::Player(PlayerId(colour.0));
            let mut expected = SiteSet::new(count);
            self.oracle.collect(site, own, &mut expected);
            let name = &game.plan().name;
            assert_eq!(
                self.b.items(site, own),
                expected.as_items(),
                "{name}, {site:?}"
            );
            assert_eq!(
                game.group_size(site),
                expected.as_items().len(),
                "{name}, {site:?}"
            );
            let root = game.group_root(site);
            assert!(expected.as_items().contains(root), "{name}, {site:?}");
            for other in expected.as_items().iter() {
                assert_eq!(
                    game.group_root(other),
                    root,
                    "{name}, {site:?} and {other:?}"
                );
            }
            if self.only_added {
                assert_eq!(
                    self.a.items(site, own),
                    expected.as_items(),
                    "{name}, {site:?}"
                );
            }
            let mut common = SiteSet::new(count);
            self.oracle.collect(site, Forest::Common, &mut common);
            assert_eq!(
                self.b.items(site, Forest::Common),
                common.as_items(),
                "{name}, {site:?}"
            );
        }
    }
}

fn follow_a_game(name: &str, options: &[(&str, &str)], seed: u64, moves_max: u32) {
    let plan = Arc::new(library::game(name).unwrap().plan(options).unwrap());
    let mut game = engine::start(&plan);
    let mut random = Random::new(seed);
    let method = Method::ALL[seed as usize % Method::ALL.len()];
    let mut followers = Followers::new(&plan, method);
    followers.follow(game.as_ref());
    while game.status() == Status::Running && game.moves_made() < moves_max {
        let chosen = game.sample(&mut random);
        game.play(chosen);
        followers.follow(game.as_ref());
        followers.check(game.as_ref(), &mut random);
    }
    // Back again: every move taken back is stones deleted and, where it captured, stones returned.
    while game.undo() {
        followers.follow(game.as_ref());
        if random.below(4) == 0 {
            followers.check(game.as_ref(), &mut random);
        }
    }
    followers.check(game.as_ref(), &mut random);
}

#[test]
fn the_frameworks_follow_every_game_there_and_back() {
    let games: [(&str, &[(&str, &str)]); 19] = [
        ("hex", &[("size", "7")]),
        ("y-hex", &[("base", "4")]),
        ("havannah", &[("base", "5")]),
        ("kensington-havannah", &[]),
        ("cross", &[("base", "5")]),
        ("gonnect", &[("size", "9")]),
        ("chameleon", &[("size", "7")]),
        ("andantino", &[("tiling", "hexagonal")]),
        ("andantino", &[("tiling", "square")]),
        ("omega", &[("players", "2")]),
        ("omega", &[("players", "3")]),
        ("omega", &[("players", "4")]),
        ("odd", &[]),
        ("manalath", &[]),
        ("lines-of-action", &[]),
        ("groups", &[]),
        ("go", &[("size", "9")]),
        ("atari-go", &[("size", "9")]),
        ("pentalath", &[]),
    ];
    for name in library::of_the_report() {
        assert!(
            games.iter().any(|(game, _)| *game == name),
            "{name} is not among the games followed"
        );
    }
    for (name, options) in games {
        for seed in 0..6 {
            follow_a_game(name, options, seed, 120);
        }
    }
}
