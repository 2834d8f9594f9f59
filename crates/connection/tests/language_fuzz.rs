//! Whatever is written in a description, it is read or refused with a reason: no panic, no endless loop, and a place that
//! lies in the text. What is read and makes a plan is played by its engine as the referee plays it, and taken back to where it
//! began.

use connection::engine::{self, Engine, Status};
use connection::language::Description;
use connection::library;
use connection::moves::Move;
use connection::random::Random;
use connection::referee::Referee;
use proptest::prelude::*;
use std::sync::Arc;

/// Reads a text, makes its plan with the options given, and plays a little.
fn survive(text: &str, options: &[(String, String)], seed: u64) {
    let description = match Description::parse(text) {
        Ok(description) => description,
        Err(error) => {
            // The place is in the text, or just behind a line or the last of them.
            let lines: Vec<&str> = text.lines().collect();
            assert!(!error.mistake.to_string().is_empty());
            assert!(error.at.line >= 1 && error.at.column >= 1, "{error}");
            assert!(error.at.line as usize <= lines.len() + 1, "{error}");
            let width = lines
                .get(error.at.line as usize - 1)
                .map_or(0, |line| line.chars().count());
            assert!(
                error.at.column as usize <= width + 1,
                "{error} in a line of {width}"
            );
            return;
        }
    };
    // Small boards too, where groups meet and are captured soon.
    let small = |name: &str, value: &str| vec![(name.to_string(), value.to_string())];
    for options in [
        vec![],
        options.to_vec(),
        small("size", "5"),
        small("base", "3"),
    ] {
        let plan = match description.plan(&options) {
            Ok(plan) => Arc::new(plan),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        // Larger boards are played elsewhere; here many texts matter more.
        if plan.board.len() > 130 {
            continue;
        }
        let mut game = engine::start(&plan);
        let mut referee = Referee::new(plan.clone());
        let mut random = Random::new(seed);
        let start = game.image();
        for _ in 0..50 {
            assert_eq!(game.status(), referee.status(), "status in\n{text}");
            if game.status() != Status::Running {
                break;
            }
            let legal = moves(game.as_ref());
            assert!(!legal.is_empty(), "a running game has a move in\n{text}");
            assert_eq!(legal, moves(&referee), "legal moves in\n{text}");
            let chosen = game.sample(&mut random);
            assert!(
                legal.contains(&chosen),
                "{chosen:?} was drawn and is not legal in\n{text}"
            );
            game.play(chosen);
            referee.play(chosen);
        }
        game.scores();
        while game.undo() {}
        assert_eq!(game.image(), start);
    }
}

fn moves(game: &dyn Engine) -> Vec<Move> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves.sort_by_key(|legal| format!("{legal:?}"));
    moves
}

/// Words of the language and numbers that may hurt.
const WORDS: &[&str] = &[
    "game",
    "about",
    "option",
    "board",
    "players",
    "connect",
    "regions",
    "start",
    "turn",
    "move",
    "capture",
    "need",
    "end",
    "score",
    "when",
    "swap",
    "rhombus",
    "hexagon",
    "square",
    "rectangle",
    "triangle",
    "half-hexagon",
    "hex-rectangle 4 4",
    "pentagon 3",
    "hexagon 3 4",
    "held",
    "held sides of mover",
    "score stars",
    "rhombitrihexagonal",
    "graph",
    "on",
    "intersections",
    "cells",
    "orthogonal",
    "adjacent",
    "diagonal",
    "of",
    "each",
    "every",
    "every 2,2 from {0,1}",
    "opening",
    "opening without outer",
    "turn up to 2 moves first 1",
    "turn up to 1 moves growth 3",
    "need no crosscut",
    "neutral",
    "start neutral at {0,0}",
    "height 2",
    "turn place own then place neutral",
    "turn place own then place neutral or take neutral then take neutral then free own",
    "turn first place own then place other",
    "then free own",
    "or take neutral",
    "move settle",
    "score sight",
    "capture flanked",
    "capture flanked odd from 3 or at rim",
    "tie",
    "tie larger groups",
    "tie fewer stones",
    "score largest",
    "score product of 2 largest",
    "up",
    "growth",
    "without",
    "crosscut",
    "larger",
    "fewer",
    "largest",
    "all",
    "any",
    "own",
    "either",
    "place",
    "step",
    "hop",
    "line",
    "pass",
    "enclosed",
    "freedom",
    "new",
    "position",
    "group",
    "groups",
    "neighbours",
    "captured",
    "loop",
    "single",
    "some",
    "full",
    "empty",
    "round",
    "over",
    "moves",
    "mover",
    "owner",
    "player",
    "next",
    "wins",
    "loses",
    "draw",
    "best",
    "product",
    "captures",
    "territory",
    "stones",
    "no",
    "yes",
    "slash",
    "backslash",
    "by",
    "is",
    "odd",
    "even",
    "or",
    "and",
    "not",
    "from",
    "to",
    "at",
    "side",
    "corner",
    "corners",
    "top",
    "bottom",
    "left",
    "right",
    "N",
    "NE",
    "SE",
    "S",
    "SW",
    "NW",
    "size",
    "base",
    "colour",
    "\"x\"",
    "0",
    "1",
    "2",
    "3",
    "5",
    "8",
    "13",
    "19",
    "48",
    "999999",
    "1000000",
    "99999999999999999999",
    "1.5",
    "{0,0}",
    "{1,0 2,0}",
    "{#1}",
    "{#65535}",
    "{#99999}",
    "{-1,2}",
    "{32767,32767}",
    "{",
    "}",
    "(",
    ")",
    ":",
    ",",
    "=",
    "!=",
    "<=",
    ">=",
    "<",
    ">",
    "+",
    "-",
    "*",
    "/",
    "#",
    ".",
    "\n",
    "\n",
    "\n",
];

fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..60).prop_map(|words| words.join(" "))
}

/// Something done to one of the library's texts.
#[derive(Clone, Debug)]
enum Edit {
    Drop(usize),
    Double(usize),
    Swap(usize, usize),
    Put(usize, &'static str),
    Replace(usize, &'static str),
    Cut(usize),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let word = || prop::sample::select(WORDS);
    let edit = prop_oneof![
        1 => any::<usize>().prop_map(Edit::Drop),
        1 => any::<usize>().prop_map(Edit::Double),
        1 => (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Edit::Swap(a, b)),
        1 => (any::<usize>(), word()).prop_map(|(place, word)| Edit::Put(place, word)),
        4 => (any::<usize>(), word()).prop_map(|(place, word)| Edit::Replace(place, word)),
        1 => any::<usize>().prop_map(Edit::Cut),
    ];
    prop::collection::vec(edit, 1..5)
}

/// A text as words and what stands between them, so that an edit keeps the rest as it was.
fn edited(text: &str, edits: &[Edit]) -> String {
    let mut pieces: Vec<&str> = text.split_inclusive([' ', '\n', ',', ':']).collect();
    for edit in edits {
        let count = pieces.len();
        if count == 0 {
            break;
        }
        match *edit {
            Edit::Drop(i) => {
                pieces.remove(i % count);
            }
            Edit::Double(i) => pieces.insert(i % count, pieces[i % count]),
            Edit::Swap(a, b) => pieces.swap(a % count, b % count),
            Edit::Put(i, word) => {
                pieces.insert(i % count, " ");
                pieces.insert(i % count, word);
            }
            Edit::Replace(i, word) => {
                // What ended the piece stays, so that lines stay lines.
                let piece = pieces[i % count];
                let end = piece.trim_end_matches([' ', '\n', ',', ':']).len();
                pieces.splice(i % count..=i % count, [word, &piece[end..]]);
            }
            Edit::Cut(i) => pieces.truncate(i % count),
        }
    }
    pieces.concat()
}

/// A condition of the grammar, whatever it means.
fn conditions() -> impl Strategy<Value = String> {
    let who = || prop::sample::select(&["mover", "next", "owner", "1", "player 2"]);
    let counted = || {
        prop_oneof![
            prop::sample::select(&["moves", "empty", "captured", "group", "freedom"])
                .prop_map(str::to_string),
            (
                prop::sample::select(&["captures", "groups", "stones", "territory"]),
                prop::sample::select(&["mover", "next", "owner", "every", "1", "2"])
            )
                .prop_map(|(what, whose)| format!("{what} of {whose}")),
            (0..6u32).prop_map(|number| format!("groups of every from {}", number + 1)),
        ]
    };
    let value = move || {
        prop_oneof![
            2 => counted(),
            1 => (0..30u32).prop_map(|number| number.to_string()),
            1 => (counted(), prop::sample::select(&["+", "-", "*"]), counted())
                .prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
            1 => (0..5u32, counted()).prop_map(|(a, b)| format!("{a} * ({b} + 1)")),
        ]
    };
    let relation = || prop::sample::select(&["=", "!=", "<", "<=", ">", ">="]);
    let atom = prop_oneof![
        prop::sample::select(&[
            "loop",
            "loop enemy",
            "loop empty",
            "loop full",
            "line 3",
            "line 4",
            "enclosed",
            "full",
            "no move",
            "all passed",
            "round over",
            "single group",
            "single group of every",
            "some group = 4",
            "some group of every > 6",
            "connect 2 sides",
            "connect all sides",
            "connect all goal",
        ])
        .prop_map(str::to_string),
        (counted(), relation(), value()).prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
        (0..30u32, relation(), counted()).prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
        (counted(), prop::sample::select(&["odd", "even"]))
            .prop_map(|(a, parity)| format!("{a} is {parity}")),
        (prop::sample::select(&["mover", "next", "owner"]), who())
            .prop_map(|(a, b)| format!("{a} is {b}")),
    ];
    atom.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|one| format!("not {one}")),
            inner.clone().prop_map(|one| format!("({one})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("{a} and {b}")),
        ]
    })
}

/// Games of all engines, into which conditions are put.
const FRAMES: &[&str] = &[
    "board hexagon 3\nregions sides = each side - corners\nmove place own",
    "board hexagon 4 without {0,0 2,-1} + N\nregions sides = each side\nmove place own",
    "board hexagon 5 without {0,0}\nregions sides = each side\nmove place own\nturn 2 moves",
    "board square 5 without {2,2} + corners\nsites middle = {1,2 3,2}\nregions sides = each side, middle\nmove place own",
    "board square 5 without {2,2}\nregions sides = each side\nstart 1 at top\nstart 2 at bottom\nmove line\nmove pass",
    "board rhombus 4\nregions sides = top, bottom, left\nmove place any\nturn 2 moves first 1",
    "board square 4\nregions sides = each side\nmove place own",
    "board square 4\nconnect orthogonal\nregions sides = each side\nmove place any",
    "board square 4\nconnect slash\nregions sides = each side\nmove place own",
    "board square 4\nconnect slash for 1\nconnect backslash for 2\nregions sides = each side\nmove place own",
    "board square 4 on intersections\nregions sides = each side\nmove place own\nmove pass\ncapture enclosed\nneed freedom",
    "board square 5\nregions sides = each side\nstart 1 at top - corners\nstart 2 at left - corners\nmove line",
    "board square 4\nregions sides = each side\nstart 1 at {0,0 3,3 1,0}\nstart 2 at {0,3 3,0 1,1}\nmove step backslash\nmove hop",
    "board square 4\nregions sides = each side\nmove place own\nneed no crosscut",
    "board square 4 without {1,1}\nregions sides = each side\nmove place any\nneed no crosscut\nturn up to 2 moves",
    "board hexagon 3\nregions sides = each side\nmove place own\nopening without outer",
    "board rhombus 4\nregions sides = top, bottom\nmove place own\nopening\nneed group <= 3",
    "board hexagon 3\nregions sides = each side\nmove place own\nturn up to 2 moves first 1 growth 3\ntie larger groups",
    "board square 4\nregions sides = each side\nmove place own\nturn up to 3 moves\nneed no crosscut\ntie fewer stones",
    "board pentagon 3\nregions sides = each side\nmove place own",
    "board pentagon 3\nregions sides = each side\nmove place any\nmove pass",
    "board hexagon 2 3\nregions sides = each side\nmove place own\nmove pass",
    "board hex-rectangle 4 4\nregions sides = each side\nstart 1 at top\nmove place own",
    "board rhombitrihexagonal 1\nregions sides = {#0 #1}, {#4}, {#9 #10}\nmove place own",
];

fn options() -> impl Strategy<Value = Vec<(String, String)>> {
    let name = prop::sample::select(&[
        "size",
        "base",
        "players",
        "swap",
        "tiling",
        "board",
        "min_group",
        "misere",
        "x",
        "",
    ]);
    let value = prop::sample::select(&[
        "3",
        "5",
        "7",
        "yes",
        "no",
        "half",
        "square",
        "-1",
        "99999999999",
        "",
        "é",
    ]);
    prop::collection::vec(
        (name, value).prop_map(|(name, value)| (name.to_string(), value.to_string())),
        0..3,
    )
}

proptest! {
    #![proptest_config(trial::cases(1500))]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", options in options()) {
        survive(&text, &options, 1);
    }

    #[test]
    fn any_words_are_read_or_refused(text in words(), options in options(), seed in any::<u64>()) {
        survive(&text, &options, seed);
        // Behind a good beginning more of the grammar is reached.
        survive(&format!("game x \"X\"\nabout \"x\"\nboard hexagon 3\nmove place own\n{text}"), &options, seed);
    }

    #[test]
    fn any_condition_is_judged_as_the_referee_judges_it(
        frame in prop::sample::select(FRAMES),
        conditions in prop::collection::vec(conditions(), 1..3),
        result in prop::sample::select(&["mover wins", "owner wins", "next wins", "draw", "best score"]),
        seed in any::<u64>(),
    ) {
        let mut text = format!("game x \"X\"\n{frame}\nregions goal of 2 = {{}}\nscore stones + captures\n");
        // A goal for player 2 alone: the first region that the board has for everybody.
        text = text.replace("{}", "outer, outer");
        let captures = frame.contains("capture") || frame.contains("move line");
        for condition in &conditions {
            // What is captured is counted only where something is.
            let condition = match captures {
                true => condition.clone(),
                false => condition.replace("captured", "moves").replace("captures", "groups"),
            };
            text += &format!("end {condition}: {result}\n");
        }
        let game = Description::parse(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        if let Err(error) = game.plan::<&str, &str>(&[]) {
            prop_assert!(error.to_string().contains("no straight lines"), "{}\n{}", error, text);
        }
        survive(&text, &[], seed);
    }

    #[test]
    fn any_edit_of_a_game_is_read_or_refused(
        game in 0..library::TEXTS.len(),
        edits in edits(),
        options in options(),
        seed in any::<u64>(),
    ) {
        survive(&edited(library::TEXTS[game].1, &edits), &options, seed);
    }
}
