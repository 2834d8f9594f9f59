//! The language: options are checked, nothing panics, and the examples of the manual play.

use connection::engine::{self, Engine, Status};
use connection::language::{Description, PlanError};
use connection::library;
use connection::random::Random;
use connection::referee::Referee;
use proptest::prelude::*;
use std::sync::Arc;

#[test]
fn options_are_checked() {
    let hex = library::game("hex").unwrap();
    assert!(matches!(
        hex.plan(&[("size", "2")]),
        Err(PlanError::OptionValue { .. })
    ));
    assert!(matches!(
        hex.plan(&[("size", "x")]),
        Err(PlanError::OptionValue { .. })
    ));
    assert!(matches!(
        hex.plan(&[("swap", "maybe")]),
        Err(PlanError::OptionValue { .. })
    ));
    assert!(matches!(
        hex.plan(&[("base", "5")]),
        Err(PlanError::UnknownOption { .. })
    ));
    assert_eq!(
        hex.plan(&[("size", "5")]).unwrap().options[0],
        ("size".to_string(), "5".to_string())
    );
}

#[test]
fn the_examples_of_the_manual_play_and_agree_with_the_referee() {
    let manual = include_str!("../../../docs/games.md");
    let examples: Vec<&str> = manual
        .split("```game\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert!(examples.len() >= 2);
    for text in examples {
        let game = Description::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let plan = Arc::new(
            game.plan::<&str, &str>(&[])
                .unwrap_or_else(|error| panic!("{error}\n{text}")),
        );
        let mut random = Random::new(1);
        let mut results = std::collections::HashSet::new();
        for _ in 0..20 {
            let mut fast = engine::start(&plan);
            let mut slow = Referee::new(plan.clone());
            while fast.status() == Status::Running {
                assert_eq!(fast.legal_count(), slow.legal_count(), "{}", game.name);
                let chosen = fast.sample(&mut random);
                fast.play(chosen);
                slow.play(chosen);
                assert_eq!(fast.status(), slow.status(), "{}", game.name);
            }
            results.insert(fast.status());
        }
        assert!(results.len() > 1, "{}: always {results:?}", game.name);
    }
}

/// Words that make a text look like a description.
const WORDS: &[&str] = &[
    "game",
    "g",
    "\"G\"",
    "about",
    "option",
    "size",
    "5",
    "from",
    "3",
    "to",
    "19",
    "or",
    "when",
    "is",
    ":",
    "players",
    "board",
    "rhombus",
    "hexagon",
    "square",
    "graph",
    "on",
    "cells",
    "intersections",
    "site",
    "at",
    "0,0",
    "connect",
    "orthogonal",
    "for",
    "regions",
    "of",
    "=",
    "each",
    "side",
    "corner",
    "-",
    "+",
    "corners",
    "outer",
    "{",
    "}",
    "#1",
    "start",
    "turn",
    "each",
    "colour",
    "moves",
    "first",
    "move",
    "place",
    "own",
    "any",
    "step",
    "hop",
    "line",
    "pass",
    "swap",
    "capture",
    "enclosed",
    "need",
    "freedom",
    "new",
    "position",
    "group",
    "<=",
    "neighbours",
    ">=",
    "score",
    "captures",
    "territory",
    "product",
    "end",
    "full",
    "loop",
    "some",
    "single",
    "no",
    "all",
    "passed",
    "round",
    "over",
    "and",
    "mover",
    "wins",
    "loses",
    "draw",
    "best",
    "(",
    ")",
    "*",
    "/",
    "1000000",
    "ü",
    "\"",
    "1.5",
    "\n",
    "\n",
];

proptest! {
    #![proptest_config(trial::cases(300))]

    #[test]
    fn no_sequence_of_words_panics(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        let text = words.join(" ");
        if let Ok(game) = Description::parse(&text) {
            let _ = game.plan::<&str, &str>(&[]);
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,200}") {
        let _ = Description::parse(&text);
    }

    #[test]
    fn a_damaged_description_is_refused_or_plays(
        which in 0..16usize, place in any::<prop::sample::Index>(), word in prop::sample::select(WORDS), seed in any::<u64>(),
    ) {
        let mut words: Vec<&str> = library::TEXTS[which].1.split(' ').collect();
        let at = place.index(words.len());
        words[at] = word;
        if let Ok(game) = Description::parse(&words.join(" "))
            && let Ok(plan) = game.plan::<&str, &str>(&[])
        {
            let mut engine = engine::start(&Arc::new(plan));
            let mut random = Random::new(seed);
            for _ in 0..20 {
                if engine.status() != Status::Running {
                    break;
                }
                let chosen = engine.sample(&mut random);
                engine.play(chosen);
            }
            engine.restart();
        }
    }
}
