//! What a statement does to the plan, once the board, its sites and the regions are known.

use super::{Compiled, Compiler, error};
use crate::board::{Connectivity, SITES_MAX};
use crate::language::At;
use crate::language::mistake::Rare;
use crate::language::syntax::{Expression, Guarded, ScoreWord, Set, Sign, Statement};
use crate::plan::{
    self, Action, Colour, Flanking, HEIGHT_MAX, LARGEST_MAX, LineMove, Opening, Placing, Plan,
    ScoreTerm, Turn, Way,
};

/// The most actions in a turn, and the most ways to spend one.
const WAY_MAX: usize = 16;

/// The most moves that a turn may be said to have.
const MOVES_MAX: i64 = 100;

impl Compiler<'_> {
    pub(super) fn statement(&self, plan: &mut Plan, guarded: &Guarded) -> Compiled<()> {
        match &guarded.statement {
            // Done already, in an order of their own.
            Statement::Players(_)
            | Statement::Board { .. }
            | Statement::Site { .. }
            | Statement::StraightLine(_)
            | Statement::Sites { .. }
            | Statement::Regions { .. } => {}
            Statement::Connect(connectivity, at, of) => {
                self.connect(plan, *connectivity, *at, of.as_ref())?;
            }
            Statement::Start {
                colour,
                terms,
                height,
            } => self.start(plan, colour.as_ref(), terms, height.as_ref(), guarded.at)?,
            Statement::Bar(player, terms) => {
                let player = self.player(player)?;
                let barred = &mut plan.barred[player.index() - 1];
                barred.extend(self.sum(terms)?);
            }
            Statement::Opening(terms) => {
                let barred = self.sum(terms)?;
                plan.opening = Some(Opening { barred });
            }
            Statement::TurnMoveThenPlace => plan.turn = Turn::MoveThenPlace,
            Statement::TurnEachColour => plan.turn = Turn::EachColour,
            Statement::TurnMoves { count, first } => {
                let count = self.moves_in_turn(count)?;
                let first = self.moves_or(count, first.as_ref())?;
                plan.turn = Turn::Moves { count, first };
            }
            Statement::TurnUpTo {
                count,
                first,
                growth,
            } => {
                let count = self.moves_in_turn(count)?;
                plan.turn = Turn::UpTo {
                    count,
                    first: self.moves_or(count, first.as_ref())?,
                    growth: self.moves_or(count, growth.as_ref())?,
                };
            }
            Statement::TurnWays { first, ways, last } => {
                self.turn_ways(plan, *first, ways, last)?
            }
            Statement::Place { any } => {
                plan.moves.place = Some(if *any { Placing::Any } else { Placing::Own })
            }
            Statement::Step(along, at) => plan.moves.step = Some(self.along(*along, *at)?),
            Statement::Hop(along, at) => plan.moves.hop = Some(self.along(*along, *at)?),
            Statement::Line(along, at) => {
                plan.moves.line = Some(LineMove {
                    along: self.along(*along, *at)?,
                });
            }
            Statement::Settle(along, at) => plan.moves.settle = Some(self.along(*along, *at)?),
            Statement::Pass => plan.moves.pass = true,
            Statement::Swap => plan.swap = true,
            Statement::CaptureEnclosed => plan.capture_enclosed = true,
            Statement::CaptureFlanked { at, from, odd, rim } => {
                if self.board().directions() == 0 {
                    return error(*at, Rare::NoLines);
                }
                let from = self.optional(from.as_ref(), 100, "the length of a line")?;
                plan.capture_flanked = Some(Flanking {
                    from: from.unwrap_or(1),
                    odd: *odd,
                    rim: *rim,
                });
            }
            Statement::NeedFreedom => plan.needs.freedom = true,
            Statement::NeedNewPosition => plan.needs.new_position = true,
            Statement::NeedNoCrosscut(at) => {
                self.need_squares("crosscut", *at)?;
                plan.needs.no_crosscut = true;
            }
            Statement::NeedNoBareDiagonal(at) => {
                self.need_squares("bare diagonal", *at)?;
                plan.needs.no_bare_diagonal = true;
            }
            Statement::NeedGroup(size) => {
                plan.needs.group_at_most = Some(self.group_size(size)?);
            }
            Statement::NeedNeighbours(count) => {
                plan.needs.neighbours_at_least =
                    Some(self.within(count, 1, 12, "the number of neighbours")?);
            }
            Statement::Score(words) => {
                let terms = words.iter().map(|word| self.score_term(word));
                plan.score = terms.collect::<Compiled<_>>()?;
            }
            Statement::Tie(tie) => plan.ties.push(*tie),
            Statement::TiePlayer(player) => plan.ties.push(plan::Tie::Player(self.player(player)?)),
            Statement::End(condition, verdict) => {
                let condition = self.condition(plan, condition)?;
                let verdict = self.verdict(verdict, guarded.at)?;
                plan.ends.push(plan::End { condition, verdict });
            }
        }
        Ok(())
    }

    /// How stones are joined: those of one player, or of all.
    fn connect(
        &self,
        plan: &mut Plan,
        connectivity: Connectivity,
        at: At,
        of: Option<&Expression>,
    ) -> Compiled<()> {
        let joins = |connectivity| self.board().has_neighbours(connectivity);
        if joins(Connectivity::Touching) && !joins(connectivity) {
            return error(at, Rare::NoNeighbours);
        }
        match of {
            None => plan.connect.fill(connectivity),
            Some(of) => plan.connect[self.player(of)?.index() - 1] = connectivity,
        }
        Ok(())
    }

    /// Stones, or stacks of them, that stand there when the game begins.
    fn start(
        &self,
        plan: &mut Plan,
        colour: Option<&Expression>,
        terms: &[(Sign, Set, At)],
        height: Option<&Expression>,
        at: At,
    ) -> Compiled<()> {
        let players = i64::from(self.players);
        let colour = match self.optional(colour, players, "the number of a colour")? {
            Some(number) => Colour(number as u8),
            None => Colour::NEUTRAL,
        };
        plan.neutral |= colour == Colour::NEUTRAL;
        let height = self.optional(height, HEIGHT_MAX.into(), "the height of a stack")?;
        for site in self.sum(terms)? {
            if plan.start.iter().any(|(other, _)| *other == site) {
                let name = self.board().shown(site);
                return error(at, Rare::StoneTwice.of(&[&name]));
            }
            plan.start.push((site, colour));
            if let Some(height) = height.filter(|height| *height > 1) {
                plan.heights.push((site, height as u8));
            }
        }
        Ok(())
    }

    fn moves_in_turn(&self, count: &Expression) -> Compiled<u32> {
        self.within(count, 1, MOVES_MAX, "the number of moves in a turn")
    }

    /// The same, and so many where nothing is said.
    fn moves_or(&self, usual: u32, count: Option<&Expression>) -> Compiled<u32> {
        count.map_or(Ok(usual), |count| self.moves_in_turn(count))
    }

    /// Turns made of actions: all of them, or the first one alone.
    fn turn_ways(
        &self,
        plan: &mut Plan,
        first: bool,
        ways: &[(Way, At)],
        last: &[(Way, At)],
    ) -> Compiled<()> {
        let ways = self.ways(ways)?;
        // One of these may be the beginning of another: only the first that is open counts.
        let last: Vec<Vec<Way>> = last
            .chunks(1)
            .map(|one| self.ways(one))
            .collect::<Compiled<_>>()?;
        let last = last.concat();
        let neutral =
            |action: &Action| matches!(action, Action::PlaceNeutral | Action::Take | Action::Free);
        plan.neutral |= ways.iter().chain(&last).flatten().any(neutral);
        if first {
            plan.first_ways = ways;
        } else {
            plan.turn = Turn::Ways;
            (plan.ways, plan.last_ways) = (ways, last);
        }
        Ok(())
    }

    fn score_term(&self, word: &ScoreWord) -> Compiled<ScoreTerm> {
        Ok(match word {
            ScoreWord::Captures => ScoreTerm::Captures,
            ScoreWord::Territory => ScoreTerm::Territory,
            ScoreWord::Product => ScoreTerm::Product,
            ScoreWord::Sight(_) => ScoreTerm::Sight,
            ScoreWord::Stars(at) => {
                if !(1..=SITES_MAX).contains(&self.board().fringe_len()) {
                    return error(*at, Rare::NoStars);
                }
                ScoreTerm::Stars
            }
            ScoreWord::Largest(count) => {
                let what = "the number of groups to multiply";
                ScoreTerm::Largest(self.within(count, 1, LARGEST_MAX as i64, what)?)
            }
            ScoreWord::Groups(from) => ScoreTerm::Groups(self.group_size(from)?),
            ScoreWord::Stones => ScoreTerm::Stones,
            ScoreWord::Bonus(points, player) => ScoreTerm::Bonus {
                points: self.within(points, 0, 10_000, "a bonus")?,
                player: self.player(player)?,
            },
        })
    }

    /// The ways to spend a turn. Where one is the beginning of another nobody could say when the turn is over.
    fn ways(&self, ways: &[(Way, At)]) -> Compiled<Vec<Way>> {
        for (number, (way, at)) in ways.iter().enumerate() {
            let clashes = |(other, _): &(Way, At)| way.starts_with(other) || other.starts_with(way);
            if ways[..number].iter().any(clashes) {
                return error(*at, Rare::WayBegins);
            }
            if way.contains(&Action::PlaceOther) && self.players != 2 {
                return error(*at, Rare::OtherForTwo);
            }
            if way.len() > WAY_MAX || number >= WAY_MAX {
                return error(*at, Rare::WaysMany.of(&[&WAY_MAX]));
            }
        }
        Ok(ways.iter().map(|(way, _)| way.clone()).collect())
    }

    /// What is about squares of four needs a board that has some.
    fn need_squares(&self, what: &str, at: At) -> Compiled<()> {
        let board = self.board();
        if board.ids().all(|site| board.squares(site).next().is_none()) {
            return error(at, Rare::NoSquare.of(&[&what]));
        }
        Ok(())
    }

    /// Straight directions in which a stone may move; there must be some.
    fn along(&self, along: Connectivity, at: At) -> Compiled<Connectivity> {
        let board = self.board();
        if board.directions() == 0 {
            return error(at, Rare::NoDirections);
        }
        if board.directions_of(along).is_empty() {
            return error(at, Rare::NoSuchDirection);
        }
        Ok(along)
    }
}
