//! A description with its options chosen becomes a plan. What cannot work is refused here, with its place in the text.
//!
//! Knows what rules need of a board; does not know how they are carried out.

mod checks;
mod conditions;

use super::meant::meant;
use super::mistake::{Mistake, Rare};
use super::syntax::{
    Choice, Description, Expression, Guarded, OptionKind, Region, ScoreWord, Set, Sign, SiteName,
    Statement, Verdict,
};
use super::{Allowed, At, LanguageError, PlanError};
use crate::board::{Board, BoardError, Connectivity, GraphSite, Label, SITES_MAX, Shape, SiteId};
use crate::plan::{
    self, Action, Colour, Family, Flanking, HEIGHT_MAX, LARGEST_MAX, LineMove, Moves, Opening,
    PLAYERS_MAX, Placing, Plan, ScoreTerm, Turn, Way,
};

type Compiled<T> = Result<T, LanguageError>;

/// The most actions in a turn, and the most ways to spend one.
const WAY_MAX: usize = 16;

/// The largest number a description may hold.
const NUMBER_MAX: i64 = 1_000_000;

impl Description {
    /// Chooses the options, by name, and makes the plan. Options not named keep their defaults.
    pub fn plan<N: AsRef<str>, V: AsRef<str>>(&self, chosen: &[(N, V)]) -> Result<Plan, PlanError> {
        let values = self.choose(chosen)?;
        let mut compiler = Compiler {
            description: self,
            values,
            board: None,
            named: Vec::new(),
            players: 2,
        };
        Ok(compiler.plan()?)
    }

    fn choose<N: AsRef<str>, V: AsRef<str>>(
        &self,
        chosen: &[(N, V)],
    ) -> Result<Vec<(String, Choice)>, PlanError> {
        let mut values: Vec<(String, Choice)> = Vec::new();
        for option in &self.options {
            let default = match &option.kind {
                OptionKind::Number { default, .. } => Choice::Number(i64::from(*default)),
                OptionKind::Choice(words) => Choice::Word(words[0].clone()),
            };
            values.push((option.name.clone(), default));
        }
        for (name, value) in chosen {
            let (name, value) = (name.as_ref(), value.as_ref());
            let Some(place) = self.options.iter().position(|option| option.name == name) else {
                let known = self
                    .options
                    .iter()
                    .map(|option| option.name.clone())
                    .collect();
                return Err(PlanError::UnknownOption {
                    name: name.to_string(),
                    known,
                });
            };
            let wrong = |allowed| PlanError::OptionValue {
                name: name.into(),
                value: value.into(),
                allowed,
            };
            values[place].1 = match &self.options[place].kind {
                OptionKind::Number { min, max, .. } => match value.parse::<u32>() {
                    Ok(number) if (*min..=*max).contains(&number) => {
                        Choice::Number(i64::from(number))
                    }
                    _ => return Err(wrong(Allowed::Numbers(*min, *max))),
                },
                OptionKind::Choice(words) if words.iter().any(|word| word == value) => {
                    Choice::Word(value.into())
                }
                OptionKind::Choice(words) => return Err(wrong(Allowed::Words(words.clone()))),
            };
        }
        Ok(values)
    }
}

struct Compiler<'a> {
    description: &'a Description,
    values: Vec<(String, Choice)>,
    board: Option<Board>,
    /// Sets of sites that the description names.
    named: Vec<(String, Vec<SiteId>)>,
    players: u8,
}

fn error<T>(at: At, mistake: impl Into<Mistake>) -> Compiled<T> {
    Err(LanguageError::new(at, mistake))
}

impl Compiler<'_> {
    /// The player of a number.
    fn player(&self, number: &Expression) -> Compiled<Colour> {
        let most = i64::from(self.players);
        let number = self.within(number, 1, most, "the number of a player")?;
        Ok(Colour(number as u8))
    }

    fn plan(&mut self) -> Compiled<Plan> {
        let description = self.description;
        let mut active: Vec<&Guarded> = Vec::new();
        for guarded in &description.statements {
            let mut holds = true;
            for (name, value, at) in &guarded.when {
                holds &= self.option(name, *at)? == value;
            }
            if holds {
                active.push(guarded);
            }
        }
        let last = active
            .last()
            .map_or(At { line: 1, column: 1 }, |guarded| guarded.at);
        for guarded in &active {
            if let Statement::Players(count) = &guarded.statement {
                let most = i64::from(PLAYERS_MAX);
                self.players = self.within(count, 1, most, "the number of players")? as u8;
            }
        }
        let board = self.make_board(&active, last)?;
        self.board = Some(board);
        self.cut_board(&active)?;
        self.name_sites(&active)?;
        let board = self.board().clone();
        let mut plan = Plan {
            name: description.name.clone(),
            title: description.title.clone(),
            about: description.about.clone(),
            options: self
                .values
                .iter()
                .map(|(name, value)| (name.clone(), written(value)))
                .collect(),
            connect: vec![Connectivity::Adjacent; self.players as usize],
            players: self.players,
            board,
            families: Vec::new(),
            start: Vec::new(),
            heights: Vec::new(),
            barred: vec![Vec::new(); self.players as usize],
            opening: None,
            turn: Turn::Moves { count: 1, first: 1 },
            ways: Vec::new(),
            first_ways: Vec::new(),
            neutral: false,
            moves: Moves::default(),
            swap: false,
            capture_enclosed: false,
            capture_flanked: None,
            needs: Default::default(),
            ends: Vec::new(),
            score: Vec::new(),
            ties: Vec::new(),
        };
        // Regions first: an end may name regions that stand further down.
        for guarded in &active {
            if let Statement::Regions { name, of, regions } = &guarded.statement {
                self.regions(&mut plan, name, of.as_ref(), regions, guarded.at)?;
            }
        }
        for guarded in &active {
            self.statement(&mut plan, guarded)?;
        }
        self.check(&plan, &active, last)?;
        Ok(plan)
    }

    fn option(&self, name: &str, at: At) -> Compiled<&Choice> {
        match self.values.iter().find(|(known, _)| known == name) {
            Some((_, value)) => Ok(value),
            None => {
                let known = self.values.iter().map(|(known, _)| known.as_str());
                let mistake = Mistake::NoOption {
                    name: name.to_string(),
                    meant: meant(name, known).map(str::to_string),
                };
                error(at, mistake)
            }
        }
    }

    fn value(&self, expression: &Expression) -> Compiled<i64> {
        Ok(match expression {
            Expression::Number(number, _) => *number,
            Expression::Quantity(_, at) => {
                return error(*at, Rare::Counted);
            }
            Expression::Name(name, at) if name == "sites" => match &self.board {
                Some(board) => board.len() as i64,
                None => return error(*at, Rare::SitesBeforeBoard),
            },
            Expression::Name(name, at) => match self.option(name, *at)? {
                Choice::Number(number) => *number,
                Choice::Word(_) => {
                    return error(*at, Rare::WordOption.of(&[name]));
                }
            },
            Expression::Negative(inner) => -self.value(inner)?,
            Expression::Operation(left, operator, right, at) => {
                let (a, b) = (self.value(left)?, self.value(right)?);
                let result = match operator {
                    '+' => a.checked_add(b),
                    '-' => a.checked_sub(b),
                    '*' => a.checked_mul(b),
                    _ => a.checked_div(b),
                };
                match result {
                    Some(value) if value.abs() <= NUMBER_MAX => value,
                    Some(value) => {
                        return error(*at, Rare::Overflow.of(&[&NUMBER_MAX, &value]));
                    }
                    None => return error(*at, Mistake::ByZero),
                }
            }
        })
    }

    /// A number between limits; what the limits are of is said when it is outside them.
    fn within(
        &self,
        expression: &Expression,
        min: i64,
        max: i64,
        what: &'static str,
    ) -> Compiled<u32> {
        let value = self.value(expression)?;
        if (min..=max).contains(&value) {
            Ok(value as u32)
        } else {
            let mistake = Mistake::Outside {
                what,
                min,
                max,
                value,
            };
            error(expression.at(), mistake)
        }
    }

    /// Takes the sites out that the board is to be without.
    fn cut_board(&mut self, active: &[&Guarded]) -> Compiled<()> {
        for guarded in active {
            if let Statement::Board { without, .. } = &guarded.statement
                && let Some((_, _, at)) = without.first()
            {
                let removed = self.terms(Vec::new(), without)?;
                match self.board().without(&removed) {
                    Some(board) => self.board = Some(board),
                    None => return error(*at, Rare::NoSiteLeft),
                }
            }
        }
        Ok(())
    }

    fn name_sites(&mut self, active: &[&Guarded]) -> Compiled<()> {
        for guarded in active {
            if let Statement::Sites { name, at, terms } = &guarded.statement {
                let taken = ["corners", "outer"].contains(&name.as_str())
                    || self.board().sides().iter().any(|(side, _)| side == name)
                    || self.named.iter().any(|(other, _)| other == name);
                if taken {
                    return error(*at, Rare::NameTaken.of(&[name]));
                }
                let sites = self.terms(Vec::new(), terms)?;
                self.named.push((name.clone(), sites));
            }
        }
        Ok(())
    }

    fn make_board(&self, active: &[&Guarded], last: At) -> Compiled<Board> {
        let mut found = None;
        for guarded in active {
            if let Statement::Board {
                shape,
                sizes,
                stand,
                ..
            } = &guarded.statement
            {
                if found.is_some() {
                    return error(guarded.at, Mistake::TwoBoards);
                }
                found = Some((shape, sizes, *stand, guarded.at));
            }
        }
        let Some((shape, sizes, stand, at)) = found else {
            return error(last, Mistake::NoBoard);
        };
        let place = sizes.first().map_or(at, Expression::at);
        let sizes: Vec<u32> = sizes
            .iter()
            .map(|size| self.within(size, 1, SITES_MAX as i64, "the size of a board"))
            .collect::<Compiled<_>>()?;
        let shape = match shape.as_str() {
            "rhombus" => Shape::Rhombus(sizes[0]),
            "hexagon" if sizes.len() == 2 => Shape::Alternating(sizes[0], sizes[1]),
            "hexagon" => Shape::Hexagon(sizes[0]),
            "hex-rectangle" => Shape::HexRectangle(sizes[0], sizes[1]),
            "pentagon" => Shape::Pentagon(sizes[0]),
            "square" => Shape::Square(sizes[0]),
            "rectangle" => Shape::Rectangle(sizes[0], sizes[1]),
            "triangle" => Shape::Triangle(sizes[0]),
            "half-hexagon" => Shape::HalfHexagon(sizes[0]),
            "conhex" => Shape::Conhex(sizes[0]),
            "rhombitrihexagonal" => Shape::Rhombitrihexagonal(sizes[0]),
            _ => Shape::Graph(self.graph(active)?),
        };
        for guarded in active {
            if matches!(guarded.statement, Statement::Site { .. })
                && !matches!(shape, Shape::Graph(_))
            {
                return error(guarded.at, Rare::NoGraph);
            }
        }
        Board::new(&shape, stand).or_else(|wrong| match wrong {
            BoardError::Size => error(place, Mistake::BoardSize(SITES_MAX)),
            BoardError::NoSuchSite { neighbour, .. } => {
                let last = match &shape {
                    Shape::Graph(sites) => sites.len().saturating_sub(1),
                    _ => 0,
                };
                error(place, Rare::NoGraphSite.of(&[&neighbour, &last]))
            }
        })
    }

    fn graph(&self, active: &[&Guarded]) -> Compiled<Vec<GraphSite>> {
        let is_site = |guarded: &&&Guarded| matches!(guarded.statement, Statement::Site { .. });
        let count = active.iter().filter(is_site).count() as i64;
        let mut sites = Vec::new();
        for guarded in active {
            if let Statement::Site {
                number,
                x,
                y,
                joined,
                beside,
            } = &guarded.statement
            {
                if *number != sites.len() as i64 {
                    return error(guarded.at, Rare::SiteOrder.of(&[&sites.len()]));
                }
                let numbers = |list: &[(i64, At)]| -> Compiled<Vec<u16>> {
                    let one = |(other, at): &(i64, At)| {
                        if other == number {
                            return error(*at, Rare::JoinedToItself);
                        }
                        u16::try_from(*other)
                            .ok()
                            .filter(|_| *other < count)
                            .ok_or_else(|| {
                                let last = count - 1;
                                LanguageError::new(*at, Rare::NoGraphSite.of(&[other, &last]))
                            })
                    };
                    list.iter().map(one).collect()
                };
                sites.push(GraphSite {
                    x: *x,
                    y: *y,
                    joined: numbers(joined)?,
                    beside: numbers(beside)?,
                });
            }
        }
        Ok(sites)
    }

    fn board(&self) -> &Board {
        self.board
            .as_ref()
            .expect("the board is made before anything that needs it")
    }

    fn site(&self, name: &SiteName, at: At) -> Compiled<SiteId> {
        let label = match name {
            SiteName::Number(number) => u16::try_from(*number).ok().map(Label::Number),
            SiteName::Pair(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                i16::try_from(a)
                    .ok()
                    .zip(i16::try_from(b).ok())
                    .map(|(a, b)| Label::Pair(a, b))
            }
        };
        match label.and_then(|label| self.board().find(label)) {
            Some(site) => Ok(site),
            None => {
                let example = self.board().label(SiteId(0)).to_string();
                error(at, Mistake::NoSite { example })
            }
        }
    }

    fn set(&self, set: &Set, at: At) -> Compiled<Vec<SiteId>> {
        let board = self.board();
        match set {
            Set::Sites(sites) => sites
                .iter()
                .map(|(name, at)| self.site(name, *at))
                .collect(),
            Set::Every { steps, from } => self.every(steps, from, at),
            Set::Name(name) if name == "corners" => Ok(board.corners().to_vec()),
            Set::Name(name) if name == "outer" => {
                Ok(board.ids().filter(|site| board.is_outer(*site)).collect())
            }
            Set::Name(name) => match self
                .named
                .iter()
                .map(|(known, sites)| (known.as_str(), sites))
                .chain(board.sides().iter().map(|(side, sites)| (*side, sites)))
                .find(|(known, _)| known == name)
            {
                Some((_, sites)) => Ok(sites.clone()),
                None => {
                    let sides: Vec<&str> = board.sides().iter().map(|(side, _)| *side).collect();
                    let named = self.named.iter().map(|(known, _)| known.as_str());
                    let known = sides
                        .iter()
                        .copied()
                        .chain(["corners", "outer"])
                        .chain(named);
                    let mistake = Mistake::NoPart {
                        name: name.clone(),
                        meant: meant(name, known).map(str::to_string),
                        sides: sides.iter().map(ToString::to_string).collect(),
                    };
                    error(at, mistake)
                }
            },
        }
    }

    fn every(
        &self,
        steps: &[Expression; 2],
        from: &[Expression; 2],
        at: At,
    ) -> Compiled<Vec<SiteId>> {
        let most = SITES_MAX as i64;
        let step = |number: usize| self.within(&steps[number], 1, most, "a step between sites");
        let steps = [i64::from(step(0)?), i64::from(step(1)?)];
        let from = [self.value(&from[0])?, self.value(&from[1])?];
        let board = self.board();
        let mut found = Vec::new();
        for site in board.ids() {
            let Label::Pair(a, b) = board.label(site) else {
                return error(at, Rare::NoColumns);
            };
            let lies = |k: usize, here: i16| (i64::from(here) - from[k]) % steps[k] == 0;
            if lies(0, a) && lies(1, b) {
                found.push(site);
            }
        }
        Ok(found)
    }

    fn terms(&self, mut sites: Vec<SiteId>, terms: &[(Sign, Set, At)]) -> Compiled<Vec<SiteId>> {
        for (sign, set, at) in terms {
            let other = self.set(set, *at)?;
            match sign {
                Sign::Add => sites.extend(other),
                Sign::Remove => sites.retain(|site| !other.contains(site)),
            }
        }
        sites.sort();
        sites.dedup();
        Ok(sites)
    }

    fn regions(
        &self,
        plan: &mut Plan,
        name: &str,
        of: Option<&Expression>,
        regions: &[Region],
        at: At,
    ) -> Compiled<()> {
        let mut sets = Vec::new();
        for region in regions {
            match region {
                Region::One(terms) => sets.push(self.terms(Vec::new(), terms)?),
                Region::EachSide(terms) => {
                    // A side that was cut off altogether is none.
                    let sides = self.board().sides().iter();
                    for (_, side) in sides.filter(|(_, side)| !side.is_empty()) {
                        sets.push(self.terms(side.clone(), terms)?);
                    }
                }
                Region::EachCorner(terms) => {
                    for corner in self.board().corners() {
                        sets.push(self.terms(vec![*corner], terms)?);
                    }
                }
            }
        }
        if sets.iter().any(Vec::is_empty) {
            return error(at, Rare::EmptyRegion);
        }
        if sets.is_empty() || sets.len() > 32 {
            return error(at, Rare::RegionCount.of(&[&sets.len()]));
        }
        let place = match plan.families.iter().position(|family| family.name == name) {
            Some(place) => place,
            None => {
                let regions = vec![Vec::new(); self.players as usize];
                plan.families.push(Family {
                    name: name.to_string(),
                    regions,
                });
                plan.families.len() - 1
            }
        };
        let players = match of {
            Some(of) => {
                let most = i64::from(self.players);
                let player = self.within(of, 1, most, "the number of a player")? as usize;
                player - 1..player
            }
            None => 0..self.players as usize,
        };
        for player in players {
            let regions = &mut plan.families[place].regions[player];
            if !regions.is_empty() {
                return error(at, Rare::RegionsTwice.of(&[&name, &(player + 1)]));
            }
            regions.clone_from(&sets);
        }
        Ok(())
    }

    fn statement(&self, plan: &mut Plan, guarded: &Guarded) -> Compiled<()> {
        let at = guarded.at;
        let players = i64::from(self.players);
        match &guarded.statement {
            Statement::Players(_)
            | Statement::Board { .. }
            | Statement::Site { .. }
            | Statement::Sites { .. }
            | Statement::Regions { .. } => {}
            Statement::Connect(connectivity, at, of) => {
                let board = self.board();
                let joins = |connectivity| board.has_neighbours(connectivity);
                if joins(Connectivity::Touching) && !joins(*connectivity) {
                    return error(*at, Rare::NoNeighbours);
                }
                match of {
                    None => plan.connect.fill(*connectivity),
                    Some(of) => {
                        let player = self.within(of, 1, players, "the number of a player")?;
                        plan.connect[player as usize - 1] = *connectivity;
                    }
                }
            }
            Statement::Start {
                colour,
                terms,
                height,
            } => {
                let colour = match colour {
                    Some(colour) => {
                        Colour(self.within(colour, 1, players, "the number of a colour")? as u8)
                    }
                    None => Colour::NEUTRAL,
                };
                plan.neutral |= colour == Colour::NEUTRAL;
                let height = match height {
                    Some(height) => {
                        self.within(height, 1, HEIGHT_MAX.into(), "the height of a stack")?
                    }
                    None => 1,
                };
                for site in self.terms(Vec::new(), terms)? {
                    if height > 1 {
                        plan.heights.push((site, height as u8));
                    }
                    if plan.start.iter().any(|(other, _)| *other == site) {
                        let label = self.board().label(site);
                        return error(at, Rare::StoneTwice.of(&[&label]));
                    }
                    plan.start.push((site, colour));
                }
            }
            Statement::Bar(player, terms) => {
                let player = self.player(player)?;
                let barred = &mut plan.barred[player.index() - 1];
                barred.extend(self.terms(Vec::new(), terms)?);
            }
            Statement::TurnMoveThenPlace => plan.turn = Turn::MoveThenPlace,
            Statement::TurnWays { first, ways } => {
                let ways = self.ways(ways)?;
                let neutral = |action: &Action| {
                    matches!(action, Action::PlaceNeutral | Action::Take | Action::Free)
                };
                plan.neutral |= ways.iter().flatten().any(neutral);
                if *first {
                    plan.first_ways = ways;
                } else {
                    plan.turn = Turn::Ways;
                    plan.ways = ways;
                }
            }
            Statement::TurnEachColour => plan.turn = Turn::EachColour,
            Statement::TurnMoves { count, first } => {
                let moves = |count| self.within(count, 1, 100, "the number of moves in a turn");
                let first = first.as_ref().map(moves).transpose()?;
                let count = moves(count)?;
                plan.turn = Turn::Moves {
                    count,
                    first: first.unwrap_or(count),
                };
            }
            Statement::TurnUpTo {
                count,
                first,
                growth,
            } => {
                let moves = |count| self.within(count, 1, 100, "the number of moves in a turn");
                let count = moves(count)?;
                let first = first.as_ref().map(moves).transpose()?;
                let growth = growth.as_ref().map(moves).transpose()?;
                plan.turn = Turn::UpTo {
                    count,
                    first: first.unwrap_or(count),
                    growth: growth.unwrap_or(count),
                };
            }
            Statement::Opening(terms) => {
                let barred = self.terms(Vec::new(), terms)?;
                plan.opening = Some(Opening { barred });
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
                let length = |from| self.within(from, 1, 100, "the length of a line");
                let from = from.as_ref().map(length).transpose()?;
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
                plan.needs.group_at_most =
                    Some(self.within(size, 1, SITES_MAX as i64, "the size of a group")?);
            }
            Statement::NeedNeighbours(count) => {
                plan.needs.neighbours_at_least =
                    Some(self.within(count, 1, 12, "the number of neighbours")?);
            }
            Statement::Score(words) => {
                plan.score.clear();
                for word in words {
                    plan.score.push(match word {
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
                            let most = LARGEST_MAX as i64;
                            let what = "the number of groups to multiply";
                            ScoreTerm::Largest(self.within(count, 1, most, what)?)
                        }
                        ScoreWord::Groups(from) => ScoreTerm::Groups(self.group_size(from)?),
                        ScoreWord::Stones => ScoreTerm::Stones,
                        ScoreWord::Bonus(points, player) => ScoreTerm::Bonus {
                            points: self.within(points, 0, 10_000, "a bonus")?,
                            player: self.player(player)?,
                        },
                    });
                }
            }
            Statement::Tie(tie) => plan.ties.push(*tie),
            Statement::TiePlayer(player) => plan.ties.push(plan::Tie::Player(self.player(player)?)),
            Statement::End(condition, verdict) => {
                let condition = self.condition(plan, condition)?;
                let verdict = self.verdict(verdict, at)?;
                plan.ends.push(plan::End { condition, verdict });
            }
        }
        Ok(())
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

    fn group_size(&self, size: &Expression) -> Compiled<u32> {
        self.within(size, 1, SITES_MAX as i64, "the size of a group")
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

fn written(value: &Choice) -> String {
    match value {
        Choice::Word(word) => word.clone(),
        Choice::Number(number) => number.to_string(),
    }
}
