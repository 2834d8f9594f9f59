//! Games with stones of nobody and turns made of actions. Their rules are written here a second time, in plain arrays, and compared
//! with the referee after every move of many random games; named positions follow.

use connection::engine::{self, Engine, Status};
use connection::language::Description;
use connection::moves::Move;
use connection::plan::{Action, Colour, Plan};
use connection::random::Random;
use connection::record::RecordedGame;
use connection::{deciding, library};
use std::collections::BTreeMap;
use std::sync::Arc;

fn plan(game: &str, options: &[(&str, &str)]) -> Arc<Plan> {
    Arc::new(library::game(game).unwrap().plan(options).unwrap())
}

fn described(text: &str) -> Box<dyn Engine> {
    let plan = Description::parse(text).unwrap().plan::<&str, &str>(&[]);
    engine::start(&Arc::new(plan.unwrap()))
}

fn play(engine: &mut dyn Engine, moves: &str) {
    for text in moves.split_whitespace() {
        assert_eq!(engine.status(), Status::Running, "before {text}");
        if let Err(error) = engine.play_text(text) {
            panic!("{error}");
        }
    }
}

fn legal(engine: &dyn Engine) -> Vec<String> {
    let mut moves = Vec::new();
    engine.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(|one| one.text(engine.plan())).collect();
    texts.sort();
    texts
}

fn refused(engine: &dyn Engine, text: &str) -> String {
    engine.read(text).unwrap_err().to_string()
}

/// Nex once more: a row of rows, `.` for nothing, `1` and `2` for the players, `0` for nobody.
struct Nex {
    cells: Vec<Vec<char>>,
    mover: char,
    /// The sites of this turn, and whether it began with a stone on an empty one.
    turn: Vec<(usize, usize)>,
    places: bool,
    /// How many stones this turn takes.
    takes: usize,
    turns: u32,
}

impl Nex {
    fn new(size: usize) -> Nex {
        Nex {
            cells: vec![vec!['.'; size]; size],
            mover: '1',
            turn: Vec::new(),
            places: false,
            takes: 0,
            turns: 0,
        }
    }

    fn sites(&self, wanted: char) -> Vec<(usize, usize)> {
        let size = self.cells.len();
        let all = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        let found = all.filter(|&(x, y)| self.cells[y][x] == wanted);
        found.filter(|site| !self.turn.contains(site)).collect()
    }

    fn legal(&self) -> Vec<String> {
        let own = |(x, y): &(usize, usize)| format!("{x},{y}");
        let nobody = |(x, y): &(usize, usize)| format!("{x},{y}:0");
        let mut moves: Vec<String> = match (self.turn.len(), self.places) {
            (0, _) => {
                let (empty, neutral) = (self.sites('.'), self.sites('0'));
                let mut moves = Vec::new();
                if empty.len() >= 2 {
                    moves.extend(empty.iter().map(own));
                }
                if neutral.len() >= 2 && !self.sites(self.mover).is_empty() {
                    moves.extend(neutral.iter().map(own));
                }
                // The board is nearly full: a stone on the last empty cell, or else the last one of nobody.
                if moves.is_empty() && !empty.is_empty() {
                    moves.extend(empty.iter().map(own));
                } else if moves.is_empty() {
                    moves.extend(neutral.iter().map(own));
                }
                moves
            }
            (1, true) => self.sites('.').iter().map(nobody).collect(),
            (1, false) => self.sites('0').iter().map(own).collect(),
            _ => self.sites(self.mover).iter().map(nobody).collect(),
        };
        if moves.is_empty() {
            moves.push("pass".into());
        }
        if self.turns == 1 && self.turn.is_empty() {
            moves.push("swap".into());
        }
        moves.sort();
        moves
    }

    /// Plays a written move and says whether the turn is over.
    fn play(&mut self, text: &str) -> bool {
        let over = match text.trim_end_matches(":0").split_once(',') {
            None => true,
            Some((x, y)) => {
                let (x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
                if self.turn.is_empty() {
                    self.places = self.cells[y][x] == '.';
                    let (empty, neutral) = (self.sites('.').len(), self.sites('0').len());
                    self.takes = match self.places {
                        true => empty.min(2),
                        false if neutral == 1 => 1,
                        false => 3,
                    };
                }
                self.cells[y][x] = if text.ends_with(":0") {
                    '0'
                } else {
                    self.mover
                };
                self.turn.push((x, y));
                self.turn.len() == self.takes
            }
        };
        if over {
            self.turn.clear();
            self.turns += 1;
            if text != "swap" {
                self.mover = if self.mover == '1' { '2' } else { '1' };
            }
        }
        over
    }

    /// Whether stones of a player join his sides: top and bottom, or left and right.
    fn joins(&self, player: char) -> bool {
        let size = self.cells.len();
        let mut reached: Vec<(usize, usize)> = self
            .sites(player)
            .into_iter()
            .filter(|(x, y)| if player == '1' { *y == 0 } else { *x == 0 })
            .collect();
        let mut next = 0;
        while let Some(&(x, y)) = reached.get(next) {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
                let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                if x < size && y < size && self.cells[y][x] == player && !reached.contains(&(x, y))
                {
                    reached.push((x, y));
                }
            }
            next += 1;
        }
        let ends = |&(x, y): &(usize, usize)| if player == '1' { y } else { x } == size - 1;
        reached.iter().any(ends)
    }
}

#[test]
fn nex_is_what_its_rules_say_a_second_time() {
    // The kinds of turns that end games, and turns that changed stones.
    let mut seen = [0; 3];
    for (size, games) in [(3, 300), (4, 300), (5, 150), (8, 20)] {
        let plan = plan("nex", &[("size", &size.to_string())]);
        let (mut game, mut random) = (engine::start(&plan), Random::new(size as u64));
        for _ in 0..games {
            game.restart();
            let mut model = Nex::new(size);
            while game.status() == Status::Running {
                assert_eq!(legal(&*game), model.legal());
                assert_eq!(game.mover().0, model.mover as u8 - b'0');
                let chosen = game.sample(&mut random);
                let (text, mover) = (chosen.text(&plan), model.mover);
                game.play(chosen);
                let over = model.play(&text);
                let last = over && model.takes == 1;
                seen[0] += u32::from(last && model.places);
                seen[1] += u32::from(last && !model.places);
                seen[2] += u32::from(over && !model.places && model.takes == 3);
                for site in plan.board.ids() {
                    let label = plan.board.label(site).to_string();
                    let (x, y) = label.split_once(',').unwrap();
                    let (x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
                    let stands = match game.stone(site) {
                        Colour::NONE => '.',
                        Colour::NEUTRAL => '0',
                        Colour(player) => char::from(b'0' + player),
                    };
                    assert_eq!(stands, model.cells[y][x], "{label}");
                }
                let joined = over && model.joins(mover);
                let won = game.status() == Status::Won(Colour(mover as u8 - b'0'));
                assert_eq!(won, joined, "{}", game.image());
            }
            // Somebody always wins, as in Hex.
            assert_ne!(game.status(), Status::Draw, "{}", game.image());
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

#[test]
fn a_turn_of_nex_is_two_stones_or_three_changes() {
    let plan = plan("nex", &[("size", "4"), ("swap", "no")]);
    let mut game = engine::start(&plan);
    // There is nothing to change yet.
    assert_eq!(game.due(), [Action::PlaceOwn]);
    assert!(refused(&*game, "0,0:0").contains("one's own comes"));
    play(&mut *game, "0,0");
    assert_eq!(
        (game.mover(), game.due()),
        (Colour(1), vec![Action::PlaceNeutral])
    );
    assert!(refused(&*game, "0,0").contains("a stone stands on 0,0"));
    assert!(refused(&*game, "0,1:1").contains("nobody comes"));
    // Where the colour follows from the turn nobody needs to write it.
    play(&mut *game, "1,1");
    let site = plan.board.parse_site("1,1").unwrap();
    assert_eq!(game.stone(site), Colour::NEUTRAL);
    assert_eq!(game.mover(), Colour(2));
    // One stone of nobody is not enough for the other way to spend a turn.
    assert!(refused(&*game, "1,1").contains("one's own comes"));
    play(&mut *game, "3,3 2,2:0");
    assert_eq!(game.due(), [Action::PlaceOwn, Action::Take]);
    let before = game.image();
    play(&mut *game, "1,1");
    assert_eq!((game.stone(site), game.mover()), (Colour(1), Colour(1)));
    assert!(refused(&*game, "3,0").contains("nobody's stones"));
    play(&mut *game, "2,2");
    // Not one of the two that were taken in this turn.
    assert_eq!(legal(&*game), ["0,0:0"]);
    assert!(refused(&*game, "1,1").contains("before this turn"));
    assert!(refused(&*game, "pass").contains("no other move"));
    play(&mut *game, "0,0");
    assert_eq!(game.mover(), Colour(2));
    assert!(game.undo() && game.undo() && game.undo());
    assert_eq!(game.image(), before);
}

#[test]
fn nex_is_judged_when_the_turn_is_over() {
    // The stone that is given back may be one of the chain that was there after two changes.
    let text = "game g \"G\"\nboard rhombus 3\nregions sides of 1 = top, bottom\nregions sides of 2 = left, right\n\
        start 1 at {0,1 2,2}\nstart 2 at {2,0 2,1}\nstart neutral at {0,0 0,2}\n\
        turn place own then place neutral or take neutral then take neutral then free own\nend connect all sides: mover wins\n";
    let mut game = described(text);
    play(&mut *game, "0,0 0,2");
    assert_eq!(game.status(), Status::Running);
    play(&mut *game, "0,1");
    assert_eq!((game.status(), game.mover()), (Status::Running, Colour(2)));
    game.undo();
    let last = game.play_text("2,2").unwrap();
    assert_eq!(game.status(), Status::Won(Colour(1)));
    let decided = deciding::decision(&*game, Some(last)).unwrap();
    assert_eq!(
        (decided.cause, decided.stones.len()),
        (deciding::Cause::Chain, 3)
    );
}

#[test]
fn who_cannot_finish_a_turn_passes_and_two_passes_are_a_draw() {
    let text = "game g \"G\"\nboard rhombus 2\nregions sides of 1 = top, bottom\nregions sides of 2 = left, right\n\
        start 1 at {0,0}\nstart 2 at {1,1}\nstart neutral at {1,0}\n\
        turn place own then place neutral or take neutral then take neutral then free own\nend connect all sides: mover wins\n";
    let mut game = described(text);
    assert_eq!(legal(&*game), ["pass"]);
    assert!(refused(&*game, "0,1").contains("one passes"));
    play(&mut *game, "pass pass");
    assert_eq!(game.status(), Status::Draw);
}

/// One empty cell and one stone of nobody: one player comes there, the other one takes the stone. That is how its inventor has it.
#[test]
fn the_last_turns_of_nex_take_one_stone() {
    let text = "game g \"G\"\nboard rhombus 2\nregions sides of 1 = top, bottom\nregions sides of 2 = left, right\n\
        start 1 at {0,0}\nstart 2 at {1,1}\nstart neutral at {1,0}\n\
        turn place own then place neutral or take neutral then take neutral then free own or else place own or else take neutral\n\
        end full and moves >= 2: draw\nend connect all sides: mover wins\n";
    let mut game = described(text);
    assert_eq!(legal(&*game), ["0,1"]);
    assert_eq!(game.due(), [Action::PlaceOwn]);
    play(&mut *game, "0,1");
    assert_eq!(game.status(), Status::Won(Colour(1)));
    game.undo();
    let text = text
        .replace("start 1 at {0,0}", "start 1 at {0,0 0,1}")
        .replace("end connect all sides: mover wins\n", "");
    let mut game = described(&text);
    assert_eq!(
        (legal(&*game), game.due()),
        (vec!["1,0".to_string()], vec![Action::Take])
    );
    assert!(refused(&*game, "1,0:2").contains("1,0"));
    play(&mut *game, "1,0");
    assert_eq!(game.mover(), Colour(2));
}

#[test]
fn a_swap_of_nex_comes_instead_of_the_second_players_first_turn() {
    let mut game = engine::start(&plan("nex", &[("size", "4")]));
    play(&mut *game, "0,0 1,0");
    assert!(legal(&*game).contains(&"swap".to_string()));
    game.play_text("1,1").unwrap();
    assert!(game.play_text("swap").is_err(), "the turn has begun");
    game.undo();
    play(&mut *game, "swap");
    assert_eq!(game.mover(), Colour(2));
}

#[test]
fn recorded_games_come_back() {
    for (game, options) in [("nex", [("size", "5")]), ("tumbleweed", [("base", "4")])] {
        let plan = plan(game, &options);
        let mut random = Random::new(3);
        for seed in 0..20 {
            let mut game = engine::start(&plan);
            let mut moves: Vec<Move> = Vec::new();
            while game.status() == Status::Running {
                moves.push(game.sample(&mut random));
                game.play(moves[moves.len() - 1]);
            }
            let recorded = RecordedGame::of(&*game, &moves, seed);
            recorded.replay().unwrap();
            // Written by hand, without the colours that follow from the turn.
            let mut short = recorded.clone();
            for text in &mut short.moves {
                *text = text.trim_end_matches(":0").to_string();
            }
            short.replay().unwrap();
        }
    }
}

#[test]
fn nobodys_stones_are_nobodys_in_every_count() {
    let text = |end: &str| {
        format!(
            "game g \"G\"\nboard hexagon 3\nstart neutral at {{0,0 1,0 -1,0}}\nmove place own\nend {end}: mover wins\nend full: draw\n"
        )
    };
    for (end, moves) in [
        ("stones of every = 2", 2),
        ("groups of every >= 2", 2),
        ("empty = 14", 2),
        ("some group of every = 1", 1),
    ] {
        let mut game = described(&text(end));
        play(&mut *game, ["0,-2", "0,2"][..moves].join(" ").as_str());
        assert!(matches!(game.status(), Status::Won(_)), "{end}");
        game.undo();
        assert_eq!(game.status(), Status::Running, "{end}");
    }
    // Three of nobody's in a row are no line, and a stone beside them makes none.
    let mut game = described(&text("line 4"));
    play(&mut *game, "2,0 -2,0");
    assert_eq!(game.status(), Status::Running);
    assert!(refused(&*game, "0,0").contains("a stone stands"));
}

/// Tumbleweed once more: the cells of a hexagon by `q,r`, each with whose stack stands there (0 nobody's) and how high it is.
struct Tumbleweed {
    cells: BTreeMap<(i32, i32), Option<(u8, u32)>>,
    mover: u8,
    /// Stones that the first player still has to set.
    opening: u32,
    turns: u32,
    passes: u32,
    captured: u32,
}

impl Tumbleweed {
    fn new(base: i32) -> Tumbleweed {
        let far = base - 1;
        let all = (-far..=far).flat_map(|q| (-far..=far).map(move |r| (q, r)));
        let inside = all.filter(|(q, r)| (q + r).abs() <= far);
        let mut cells: BTreeMap<_, _> = inside.map(|cell| (cell, None)).collect();
        cells.insert((0, 0), Some((0, 2)));
        Tumbleweed {
            cells,
            mover: 1,
            opening: 2,
            turns: 0,
            passes: 0,
            captured: 0,
        }
    }

    fn seen(&self, (q, r): (i32, i32), player: u8) -> u32 {
        let ways = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
        let sees = |(dq, dr): &(i32, i32)| {
            let line = (1..).map(|k| self.cells.get(&(q + k * dq, r + k * dr)));
            let first = line.take_while(Option::is_some).flatten().flatten().next();
            first.is_some_and(|(owner, _)| *owner == player)
        };
        ways.iter().filter(|way| sees(way)).count() as u32
    }

    fn legal(&self) -> Vec<String> {
        let name = |(q, r): &(i32, i32)| format!("{q},{r}");
        let mut moves: Vec<String> = if self.opening > 0 {
            let empty = self.cells.iter().filter(|(_, stack)| stack.is_none());
            empty.map(|(cell, _)| name(cell)).collect()
        } else {
            let may = |(cell, stack): &(&(i32, i32), &Option<(u8, u32)>)| {
                self.seen(**cell, self.mover) > stack.map_or(0, |(_, height)| height)
            };
            let cells = self.cells.iter().filter(may).map(|(cell, _)| name(cell));
            cells.chain(["pass".to_string()]).collect()
        };
        if self.turns == 1 {
            moves.push("swap".into());
        }
        moves.sort();
        moves
    }

    fn play(&mut self, text: &str) {
        self.captured = 0;
        self.passes = if text == "pass" { self.passes + 1 } else { 0 };
        if let Some((q, r)) = text.split_once(',') {
            let cell = (q.parse().unwrap(), r.parse().unwrap());
            let stack = match self.opening {
                2 => (1, 1),
                1 => (2, 1),
                _ => (self.mover, self.seen(cell, self.mover)),
            };
            let before = self.cells.insert(cell, Some(stack)).flatten();
            self.captured = u32::from(before.is_some_and(|(owner, _)| owner != stack.0));
            self.opening = self.opening.saturating_sub(1);
        }
        if self.opening == 0 {
            self.turns += 1;
            if text != "swap" {
                self.mover = 3 - self.mover;
            }
        }
    }

    fn owned(&self, player: u8) -> u32 {
        let own = |stack: &&Option<(u8, u32)>| stack.is_some_and(|(owner, _)| owner == player);
        self.cells.values().filter(own).count() as u32
    }

    fn controlled(&self, player: u8) -> u32 {
        let empty = self.cells.iter().filter(|(_, stack)| stack.is_none());
        let more = |cell: &(i32, i32)| self.seen(*cell, player) > self.seen(*cell, 3 - player);
        empty.filter(|(cell, _)| more(cell)).count() as u32
    }
}

#[test]
fn tumbleweed_is_what_its_rules_say_a_second_time() {
    let mut seen = [0; 4];
    for (base, count, games) in [
        ("3", "sight", 150),
        ("3", "stones", 150),
        ("4", "sight", 60),
        ("6", "stones", 10),
    ] {
        let plan = plan("tumbleweed", &[("base", base), ("count", count)]);
        let (mut game, mut random) = (engine::start(&plan), Random::new(8));
        for _ in 0..games {
            game.restart();
            let mut model = Tumbleweed::new(base.parse().unwrap());
            while game.status() == Status::Running {
                assert_eq!(legal(&*game), model.legal());
                assert_eq!(game.mover().0, model.mover);
                let chosen = game.sample(&mut random);
                game.play(chosen);
                model.play(&chosen.text(&plan));
                assert_eq!(game.captured(), model.captured);
                seen[0] += model.captured;
                for (&(q, r), stack) in &model.cells {
                    let site = plan.board.parse_site(&format!("{q},{r}")).unwrap();
                    let stands = match game.stone(site) {
                        Colour::NONE => None,
                        Colour::NEUTRAL => Some((0, u32::from(game.height(site)))),
                        Colour(player) => Some((player, u32::from(game.height(site)))),
                    };
                    assert_eq!(stands, *stack, "{q},{r}");
                    assert_eq!(stands.is_none(), game.height(site) == 0);
                }
                let sight = |player| match count {
                    "sight" => model.owned(player) + model.controlled(player),
                    _ => model.owned(player),
                };
                assert_eq!(game.scores(), [sight(1), sight(2)].map(u128::from));
                let status = match model.passes {
                    2 if count == "stones" => {
                        let half = |player: u8| 2 * model.owned(player) as usize;
                        let over = |player: &u8| half(*player) > model.cells.len();
                        let winner = [1, 2].into_iter().find(over);
                        winner.map_or(Status::Draw, |player| Status::Won(Colour(player)))
                    }
                    2 if sight(1) == sight(2) => Status::Draw,
                    2 => Status::Won(Colour(if sight(1) > sight(2) { 1 } else { 2 })),
                    _ => Status::Running,
                };
                assert_eq!(game.status(), status);
            }
            match game.status() {
                Status::Won(Colour(player)) => seen[usize::from(player)] += 1,
                _ => seen[3] += 1,
            }
        }
    }
    // Stacks captured, and every kind of result.
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

#[test]
fn tumbleweed_opens_with_a_stone_of_each_and_the_choice_of_sides() {
    let plan = plan("tumbleweed", &[("base", "4")]);
    let mut game = engine::start(&plan);
    let site = |text: &str| plan.board.parse_site(text).unwrap();
    assert_eq!(
        (game.stone(site("0,0")), game.height(site("0,0"))),
        (Colour::NEUTRAL, 2)
    );
    assert_eq!(game.due(), [Action::PlaceOwn]);
    assert!(refused(&*game, "pass").contains("no turn begins"));
    assert!(refused(&*game, "0,0").contains("comes on an empty site"));
    play(&mut *game, "0,-3");
    assert_eq!(
        (game.mover(), game.due()),
        (Colour(1), vec![Action::PlaceOther])
    );
    assert!(refused(&*game, "0,-3").contains("a stone stands"));
    // Nobody needs to write whose stone it is.
    play(&mut *game, "0,3");
    assert_eq!(
        (game.stone(site("0,3")), game.mover()),
        (Colour(2), Colour(2))
    );
    assert!(legal(&*game).contains(&"swap".to_string()));
    // Who swaps takes the first stone, and colour 2 moves now in either case.
    play(&mut *game, "swap");
    assert_eq!(game.mover(), Colour(2));
    assert!(game.due().is_empty());
}

#[test]
fn a_stack_is_as_high_as_the_stacks_that_it_sees() {
    let text = "game g \"G\"\nboard hexagon 4\nstart 1 at {-3,0 0,-3 3,-3}\nstart 2 at {3,0} height 2\n\
        start neutral at {0,0} height 2\nmove settle\nmove pass\nscore stones + sight\nend all passed: best score\n";
    let mut game = described(text);
    let height = |game: &dyn Engine, text: &str| {
        let site = game.plan().board.parse_site(text).unwrap();
        (game.stone(site).0, game.height(site))
    };
    // 2,1 sees nobody of player 1: 2,-3 is off the board, and the stack of player 2 hides nothing behind it.
    assert!(refused(&*game, "2,1").contains("in sight of it"));
    // The stack in the middle is two high; three of one's own see it.
    play(&mut *game, "0,0");
    assert_eq!((height(&*game, "0,0"), game.captured()), ((1, 3), 1));
    // Two of player 2's would be too few against three.
    assert!(refused(&*game, "0,0").contains("higher"));
    play(&mut *game, "2,0");
    assert_eq!(height(&*game, "2,0"), (2, 1));
    let before = game.image();
    // One's own stack grows, where more are in sight than it is high.
    play(&mut *game, "0,-2 pass");
    assert_eq!(height(&*game, "0,-2"), (1, 2));
    play(&mut *game, "0,-3");
    assert_eq!((height(&*game, "0,-3"), game.captured()), ((1, 3), 0));
    assert!(game.undo() && game.undo() && game.undo());
    assert_eq!(game.image(), before);
}

#[test]
fn stacks_that_are_set_up_keep_their_heights() {
    let text = r#"{"game":"tumbleweed","options":{"base":4},"setup":["0,0:0x3","0,-3:1","0,3:2x2"],"moves":["0,-1","0,1"]}"#;
    let recorded: RecordedGame = serde_json::from_str(text).unwrap();
    let plan = recorded.plan().unwrap();
    assert_eq!(
        connection::record::setup_texts(&plan),
        ["0,0:0x3", "0,-3:1", "0,3:2x2"]
    );
    recorded.replay().unwrap();
    for wrong in ["0,0:0x0", "0,0:0x77", "0,0:3", "0,0:2x"] {
        let wrong = RecordedGame {
            setup: Some(vec![wrong.into()]),
            ..recorded.clone()
        };
        assert!(wrong.plan().is_err());
    }
    let hex = text.replace("tumbleweed", "hex").replace("base", "size");
    assert!(
        serde_json::from_str::<RecordedGame>(&hex)
            .unwrap()
            .plan()
            .is_err()
    );
}
