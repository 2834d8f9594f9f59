//! Moves with their sites named as players and programs name them, in GTP and HTP too. Knows no rules; the names are the board's.

use crate::board::{Label, SiteId};
use crate::moves::{Move, MoveKind, parse_colour};
use crate::plan::{Colour, Plan};

/// The name of a site, letters and a number; `None` where sites have numbers alone.
pub fn name(plan: &Plan, site: SiteId) -> Option<String> {
    plan.board.name(site)
}

/// The site of this name, or written as records do. Large and small letters are the same.
pub fn site(plan: &Plan, text: &str) -> Option<SiteId> {
    plan.board.parse_site(text)
}

/// The name of a site as a board shows it: `d5`, or its number where it has no name.
pub fn shown(plan: &Plan, site: SiteId) -> String {
    plan.board.shown(site)
}

/// A move with its sites named as a board shows them.
pub fn move_shown(plan: &Plan, played: Move) -> String {
    match played.kind() {
        MoveKind::Shift { from, to } => format!("{}-{}", shown(plan, from), shown(plan, to)),
        MoveKind::Place { site, .. } => {
            let text = played.text(plan);
            let colour = text.find(':').map_or("", |colon| &text[colon..]);
            format!("{}{colour}", shown(plan, site))
        }
        MoveKind::Pass | MoveKind::Swap => played.text(plan),
    }
}

/// A move as programs write it: as a board shows it, and `swap-pieces` where the stone changes its place.
pub fn write(plan: &Plan, played: Move) -> String {
    match played.kind() {
        MoveKind::Swap if is_rhombus(plan) => "swap-pieces".into(),
        _ => move_shown(plan, played),
    }
}

/// Reads a written move of a colour.
pub fn read(plan: &Plan, text: &str, colour: Colour) -> Option<Move> {
    let small = text.to_ascii_lowercase();
    match small.as_str() {
        "swap-pieces" | "swap-sides" | "swap" => return Some(Move::SWAP),
        "pass" => return Some(Move::PASS),
        _ => {}
    }
    let (place, of) = text.split_once(':').unwrap_or((text, ""));
    let colour = match of {
        "" => Some(colour),
        of => parse_colour(of, plan),
    };
    match (site(plan, place), colour) {
        (Some(site), Some(colour)) => Some(Move::place(site, colour)),
        _ => Move::parse(text, plan, colour.unwrap_or(Colour(1))),
    }
}

/// The site across the short diagonal's mirror: column and row change places. A rhombus of Hex looks the same then, with the
/// sides of the two players exchanged.
pub fn mirrored(plan: &Plan, played: Move) -> Move {
    let MoveKind::Place { site, colour } = played.kind() else {
        return played;
    };
    let Label::Pair(column, row) = plan.board.label(site) else {
        return played;
    };
    match plan.board.find(Label::Pair(row, column)) {
        Some(site) if !colour.is_owned() => Move::place(site, colour),
        Some(site) => Move::place(site, Colour(3 - colour.0)),
        None => played,
    }
}

/// Whether the board is one of Hex, where `swap-pieces` means the mirrored stone in the other colour.
pub fn is_rhombus(plan: &Plan) -> bool {
    plan.board.is_rhombus()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    fn plan(name: &str, options: &[(&str, &str)]) -> Plan {
        library::game(name).unwrap().plan(options).unwrap()
    }

    #[test]
    fn stones_of_nobody_are_named_like_all_others() {
        let plan = library::game("nex")
            .unwrap()
            .plan(&[("size", "5")])
            .unwrap();
        for (text, colour) in [("c4", Colour(2)), ("c4:0", Colour::NEUTRAL)] {
            let read = read(&plan, text, Colour(2)).unwrap();
            assert_eq!(
                read.kind(),
                Move::place(site(&plan, "c4").unwrap(), colour).kind()
            );
            assert_eq!(write(&plan, read), text);
            assert_eq!(mirrored(&plan, mirrored(&plan, read)), read);
        }
        assert_eq!(read(&plan, "c4:3", Colour(2)), None);
    }

    #[test]
    fn every_site_has_a_name_of_its_own_and_is_found_by_it() {
        for (game, size) in [("hex", "19"), ("go", "19"), ("gonnect", "13")] {
            let plan = plan(game, &[("size", size)]);
            for id in plan.board.ids() {
                let name = name(&plan, id).unwrap();
                assert_eq!(site(&plan, &name), Some(id), "{game} {name}");
                assert_eq!(site(&plan, &name.to_uppercase()), Some(id), "{game} {name}");
            }
        }
    }

    #[test]
    fn names_are_those_of_the_protocols() {
        let check = |plan: &Plan, label: &str, name: &str| {
            let id = plan.board.parse_site(label).unwrap();
            assert_eq!(super::name(plan, id).as_deref(), Some(name));
        };
        let hex = plan("hex", &[("size", "11")]);
        check(&hex, "0,0", "a1");
        check(&hex, "8,10", "i11");
        let go = plan("go", &[("size", "19")]);
        check(&go, "0,0", "A1");
        check(&go, "8,18", "J19");
        check(&go, "18,3", "T4");
        assert_eq!(site(&go, "I3"), None);
        let conhex = plan("conhex", &[("rings", "8")]);
        check(&conhex, "0,0", "A1");
        check(&conhex, "18,18", "T19");
        assert_eq!(name(&conhex, SiteId(0)), None);
        assert_eq!(site(&hex, "l1"), None);
        assert_eq!(site(&hex, "a0"), None);
        assert_eq!(site(&hex, ""), None);
    }

    #[test]
    fn moves_of_every_game_are_written_and_read() {
        for described in library::games() {
            let plan = std::sync::Arc::new(described.plan::<&str, &str>(&[]).unwrap());
            let game = crate::engine::start(&plan);
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            for played in moves {
                let text = write(&plan, played);
                assert_eq!(read(&plan, &text, game.mover()), Some(played), "{text}");
            }
        }
    }
}
