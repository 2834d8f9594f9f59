//! Saved games with mistakes in them: each replays to a sound table, or is refused with a reason.

use drawing::PlanarMap;
use sprouts::{Ending, Seed};
use table::{Game, Ink, InkMove, Message, Record, Rules, Stones, StonesStart, Table};
use trial::Mistakes;

/// A game played to its end or for so many moves, and its record as text.
fn saved<G: Game>(game: G, moves: u32, mut choose: impl FnMut(&G) -> Option<G::Move>) -> String
where
    Record<G::Move>: serde::Serialize,
{
    let mut table = Table::new(game, Rules::default());
    for _ in 0..moves {
        let (Some(player), Some(m)) = (table.turn(), choose(table.game())) else {
            break;
        };
        table
            .try_apply(0, player, Message::Play(m))
            .unwrap_or_else(|refused| panic!("{refused}"));
    }
    serde_json::to_string(&table.record()).expect("a record is written")
}

fn spoilt(texts: &[String], count: u32, mut take: impl FnMut(&str)) {
    let mut mistakes = Mistakes::new(trial::seed());
    for _ in 0..trial::count(count) {
        let (text, other) = (mistakes.pick(texts), mistakes.pick(texts));
        take(&mistakes.in_text(text, other, "0123456789abcdef{}[]\":,-.é"));
    }
}

#[test]
fn spoilt_games_in_ink() {
    let texts: Vec<String> = (0..6)
        .map(|number| {
            let mut seed = Seed::new(number);
            let game = Ink::new(PlanarMap::start(3), Ending::Normal);
            saved(game, 20, |game| {
                seed.pick(&game.picture().labelled().moves())
                    .map(InkMove::of)
            })
        })
        .collect();
    spoilt(&texts, 60, |text| {
        let Ok(record) = serde_json::from_str::<Record<InkMove>>(text) else {
            return;
        };
        let game = Ink::new(PlanarMap::start(3), Ending::Normal);
        match record.replay(game, Rules::default()) {
            Ok(table) => assert!(table.game().picture().check().is_ok(), "{text}"),
            Err(error) => assert!(!error.to_string().is_empty(), "{text}"),
        }
    });
}

#[test]
fn spoilt_games_with_stones() {
    let start = StonesStart {
        game: "hex".into(),
        options: vec![("size".into(), "5".into())],
    };
    let game = Stones::open(&start).expect("a game of the library");
    let texts: Vec<String> = (0..6)
        .map(|number| {
            let mut random = connection::random::Random::new(number);
            saved(game.clone(), 40, |game| {
                let chosen = game.engine().fork().sample(&mut random);
                Some(chosen.text(game.plan()))
            })
        })
        .collect();
    spoilt(&texts, 300, |text| {
        let Ok(record) = serde_json::from_str::<Record<String>>(text) else {
            return;
        };
        if let Err(error) = record.replay(game.clone(), Rules::default()) {
            assert!(!error.to_string().is_empty(), "{text}");
        }
    });
}
