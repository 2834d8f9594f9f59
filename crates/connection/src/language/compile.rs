//! A description with its options chosen becomes a plan. What cannot work is refused here, with its place in the text.
//!
//! Knows what rules need of a board; does not know how they are carried out.

use super::syntax::{
    Choice, Condition, Description, Expression, Guarded, OptionKind, QuantityWord, Region,
    ScoreWord, Set, Sign, SiteName, Statement, TestWord, Verdict, WhoWord,
};
use super::{At, LanguageError, PlanError};
use crate::board::{Board, Connectivity, GraphSite, Label, SITES_MAX, Shape, SiteId};
use crate::plan::{
    self, Colour, Family, LineMove, Moves, PLAYERS_MAX, Placing, Plan, Quantity, ScoreTerm, Test,
    Turn,
};

type Compiled<T> = Result<T, LanguageError>;

impl Description {
    /// Chooses the options, by name, and makes the plan. Options not named keep their defaults.
    pub fn plan<N: AsRef<str>, V: AsRef<str>>(&self, chosen: &[(N, V)]) -> Result<Plan, PlanError> {
        let values = self.choose(chosen)?;
        let mut compiler = Compiler {
            description: self,
            values,
            board: None,
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
            let wrong = |allowed: String| PlanError::OptionValue {
                name: name.into(),
                value: value.into(),
                allowed,
            };
            values[place].1 = match &self.options[place].kind {
                OptionKind::Number { min, max, .. } => match value.parse::<u32>() {
                    Ok(number) if (*min..=*max).contains(&number) => {
                        Choice::Number(i64::from(number))
                    }
                    _ => return Err(wrong(format!("{min} to {max}"))),
                },
                OptionKind::Choice(words) if words.iter().any(|word| word == value) => {
                    Choice::Word(value.into())
                }
                OptionKind::Choice(words) => return Err(wrong(words.join(" or "))),
            };
        }
        Ok(values)
    }
}

struct Compiler<'a> {
    description: &'a Description,
    values: Vec<(String, Choice)>,
    board: Option<Board>,
    players: u8,
}

fn error<T>(at: At, message: impl Into<String>) -> Compiled<T> {
    Err(LanguageError::new(at, message))
}

impl Compiler<'_> {
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
                self.players =
                    self.within(count, 1, i64::from(PLAYERS_MAX), "players", guarded.at)? as u8;
            }
        }
        let board = self.make_board(&active, last)?;
        self.board = Some(board.clone());
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
            turn: Turn::Moves { count: 1, first: 1 },
            moves: Moves::default(),
            swap: false,
            capture_enclosed: false,
            needs: Default::default(),
            ends: Vec::new(),
            score: Vec::new(),
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
            None => error(
                at,
                format!("there is no option `{name}`; declare it with `option {name} …`"),
            ),
        }
    }

    fn value(&self, expression: &Expression) -> Compiled<i64> {
        Ok(match expression {
            Expression::Number(number) => *number,
            Expression::Name(name, at) if name == "sites" => match &self.board {
                Some(board) => board.len() as i64,
                None => return error(*at, "the number of sites is not known before the board"),
            },
            Expression::Name(name, at) => match self.option(name, *at)? {
                Choice::Number(number) => *number,
                Choice::Word(_) => {
                    return error(*at, format!("the option `{name}` is a word, not a number"));
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
                match result.filter(|value| value.abs() <= 1_000_000) {
                    Some(value) => value,
                    None => return error(*at, "this has no value of at most 1000000"),
                }
            }
        })
    }

    fn within(
        &self,
        expression: &Expression,
        min: i64,
        max: i64,
        what: &str,
        at: At,
    ) -> Compiled<u32> {
        let value = self.value(expression)?;
        if (min..=max).contains(&value) {
            Ok(value as u32)
        } else {
            error(
                at,
                format!("{what}: {value} is not between {min} and {max}"),
            )
        }
    }

    fn make_board(&self, active: &[&Guarded], last: At) -> Compiled<Board> {
        let mut found = None;
        for guarded in active {
            if let Statement::Board {
                shape,
                sizes,
                stand,
            } = &guarded.statement
            {
                if found.is_some() {
                    return error(guarded.at, "with these options the game has two boards");
                }
                found = Some((shape, sizes, *stand, guarded.at));
            }
        }
        let Some((shape, sizes, stand, at)) = found else {
            return error(last, "the game needs a board, such as `board hexagon 5`");
        };
        let sizes: Vec<u32> = sizes
            .iter()
            .map(|size| self.within(size, 1, SITES_MAX as i64, "the size of the board", at))
            .collect::<Compiled<_>>()?;
        let shape = match shape.as_str() {
            "rhombus" => Shape::Rhombus(sizes[0]),
            "hexagon" => Shape::Hexagon(sizes[0]),
            "square" => Shape::Square(sizes[0]),
            "rectangle" => Shape::Rectangle(sizes[0], sizes[1]),
            "triangle" => Shape::Triangle(sizes[0]),
            "half-hexagon" => Shape::HalfHexagon(sizes[0]),
            "rhombitrihexagonal" => Shape::Rhombitrihexagonal(sizes[0]),
            _ => Shape::Graph(self.graph(active)?),
        };
        for guarded in active {
            if matches!(guarded.statement, Statement::Site { .. })
                && !matches!(shape, Shape::Graph(_))
            {
                return error(guarded.at, "`site` belongs to `board graph`");
            }
        }
        Board::new(&shape, stand).or_else(|wrong| error(at, wrong.to_string()))
    }

    fn graph(&self, active: &[&Guarded]) -> Compiled<Vec<GraphSite>> {
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
                    return error(
                        guarded.at,
                        format!("sites are numbered in order; this one is {}", sites.len()),
                    );
                }
                let numbers = |list: &[i64]| -> Compiled<Vec<u16>> {
                    let bound = SITES_MAX as i64;
                    let one = |n: &i64| {
                        if *n < bound {
                            Ok(*n as u16)
                        } else {
                            error(guarded.at, "no such site")
                        }
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
                let example = self.board().label(SiteId(0));
                error(
                    at,
                    format!("this board has no such site; its first one is {example}"),
                )
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
            Set::Name(name) if name == "corners" => Ok(board.corners().to_vec()),
            Set::Name(name) if name == "outer" => {
                Ok(board.ids().filter(|site| board.is_outer(*site)).collect())
            }
            Set::Name(name) => match board.sides().iter().find(|(side, _)| side == name) {
                Some((_, sites)) => Ok(sites.clone()),
                None => {
                    let sides: Vec<&str> = board.sides().iter().map(|(side, _)| *side).collect();
                    let sides = if sides.is_empty() {
                        "no sides".into()
                    } else {
                        format!("the sides {}", sides.join(", "))
                    };
                    error(
                        at,
                        format!(
                            "`{name}` is no part of this board; it has {sides}, `corners` and `outer`"
                        ),
                    )
                }
            },
        }
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
                    for (_, side) in self.board().sides() {
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
        if sets.is_empty() || sets.len() > 32 {
            return error(
                at,
                format!(
                    "a family has from 1 to 32 regions; this one has {}",
                    sets.len()
                ),
            );
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
                let player = self.within(of, 1, i64::from(self.players), "player", at)? as usize;
                player - 1..player
            }
            None => 0..self.players as usize,
        };
        for player in players {
            let regions = &mut plan.families[place].regions[player];
            if !regions.is_empty() {
                return error(
                    at,
                    format!(
                        "the regions `{name}` of player {} are given twice",
                        player + 1
                    ),
                );
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
            | Statement::Regions { .. } => {}
            Statement::Connect(connectivity, None) => plan.connect.fill(*connectivity),
            Statement::Connect(connectivity, Some(of)) => {
                plan.connect[self.within(of, 1, players, "player", at)? as usize - 1] =
                    *connectivity;
            }
            Statement::Start(colour, terms) => {
                let colour = Colour(self.within(colour, 1, players, "colour", at)? as u8);
                for site in self.terms(Vec::new(), terms)? {
                    if plan.start.iter().any(|(other, _)| *other == site) {
                        let label = self.board().label(site);
                        return error(at, format!("a stone stands on {label} already"));
                    }
                    plan.start.push((site, colour));
                }
            }
            Statement::TurnEachColour => plan.turn = Turn::EachColour,
            Statement::TurnMoves { count, first } => {
                let count = self.within(count, 1, 100, "moves in a turn", at)?;
                let first = first
                    .as_ref()
                    .map(|first| self.within(first, 1, 100, "moves in a turn", at))
                    .transpose()?;
                plan.turn = Turn::Moves {
                    count,
                    first: first.unwrap_or(count),
                };
            }
            Statement::Place { any } => {
                plan.moves.place = Some(if *any { Placing::Any } else { Placing::Own })
            }
            Statement::Step(along) => plan.moves.step = Some(*along),
            Statement::Hop(along) => plan.moves.hop = Some(*along),
            Statement::Line(along) => plan.moves.line = Some(LineMove { along: *along }),
            Statement::Pass => plan.moves.pass = true,
            Statement::Swap => plan.swap = true,
            Statement::CaptureEnclosed => plan.capture_enclosed = true,
            Statement::NeedFreedom => plan.needs.freedom = true,
            Statement::NeedNewPosition => plan.needs.new_position = true,
            Statement::NeedGroup(size) => {
                plan.needs.group_at_most =
                    Some(self.within(size, 1, SITES_MAX as i64, "the size of a group", at)?);
            }
            Statement::NeedNeighbours(count) => {
                plan.needs.neighbours_at_least =
                    Some(self.within(count, 1, 12, "neighbours", at)?);
            }
            Statement::Score(words) => {
                plan.score.clear();
                for word in words {
                    plan.score.push(match word {
                        ScoreWord::Captures => ScoreTerm::Captures,
                        ScoreWord::Territory => ScoreTerm::Territory,
                        ScoreWord::Product => ScoreTerm::Product,
                        ScoreWord::Groups(from) => ScoreTerm::Groups(self.within(
                            from,
                            1,
                            4096,
                            "the size of a group",
                            at,
                        )?),
                        ScoreWord::Stones => ScoreTerm::Stones,
                    });
                }
            }
            Statement::End(condition, verdict) => {
                let condition = self.condition(plan, condition, at)?;
                let verdict = self.verdict(verdict, at)?;
                plan.ends.push(plan::End { condition, verdict });
            }
        }
        Ok(())
    }

    fn who(&self, who: &WhoWord) -> Compiled<plan::Who> {
        Ok(match who {
            WhoWord::Mover => plan::Who::Mover,
            WhoWord::Next => plan::Who::Next,
            WhoWord::Owner => plan::Who::Owner,
            WhoWord::Every => plan::Who::Every,
            WhoWord::Player(number, at) => {
                plan::Who::Player(
                    self.within(number, 1, i64::from(self.players), "player", *at)? as u8,
                )
            }
        })
    }

    fn test(&self, test: &TestWord, at: At) -> Compiled<Test> {
        Ok(match test {
            TestWord::Odd => Test::Odd,
            TestWord::Even => Test::Even,
            TestWord::Compare(symbol, value) => {
                let value = self.within(value, 0, 1_000_000, "the number compared with", at)?;
                match *symbol {
                    "=" => Test::Equal(value),
                    "!=" => Test::NotEqual(value),
                    "<" => Test::Less(value),
                    "<=" => Test::AtMost(value),
                    ">" => Test::More(value),
                    _ => Test::AtLeast(value),
                }
            }
        })
    }

    fn condition(&self, plan: &Plan, condition: &Condition, at: At) -> Compiled<plan::Condition> {
        let many = |list: &[Condition]| {
            list.iter()
                .map(|one| self.condition(plan, one, at))
                .collect::<Compiled<_>>()
        };
        Ok(match condition {
            Condition::Connect {
                family,
                at,
                at_least,
            } => {
                let Some(place) = plan.families.iter().position(|known| known.name == *family)
                else {
                    return error(
                        *at,
                        format!(
                            "there are no regions `{family}`; give them with `regions {family} = …`"
                        ),
                    );
                };
                let regions = &plan.families[place].regions;
                let least = regions.iter().map(Vec::len).min().unwrap_or(0) as i64;
                if least == 0 {
                    return error(*at, format!("some player has no regions `{family}`"));
                }
                let at_least = match at_least {
                    Some(count) => self.within(count, 1, least, "regions to connect", *at)?,
                    None if regions.iter().any(|own| own.len() as i64 != least) => {
                        return error(
                            *at,
                            format!(
                                "players have different numbers of regions `{family}`; say how many"
                            ),
                        );
                    }
                    None => least as u32,
                };
                plan::Condition::Connect {
                    family: place,
                    at_least,
                }
            }
            Condition::Loop(inside) => plan::Condition::Loop(*inside),
            Condition::Line(length, at) => {
                if self.board().directions() == 0 {
                    return error(*at, "this board has no straight lines");
                }
                plan::Condition::Line(self.within(length, 2, 100, "stones in a line", *at)?)
            }
            Condition::Enclosed => plan::Condition::Enclosed,
            Condition::SomeGroup(who, test) => {
                plan::Condition::SomeGroup(self.who(who)?, self.test(test, at)?)
            }
            Condition::Count(quantity, test) => {
                let quantity = match quantity {
                    QuantityWord::Moves => Quantity::Moves,
                    QuantityWord::Empty => Quantity::Empty,
                    QuantityWord::Captured => Quantity::Captured,
                    QuantityWord::Captures(who) => Quantity::Captures(self.who(who)?),
                    QuantityWord::Groups(who, from) => {
                        let from = match from {
                            Some(from) => {
                                self.within(from, 1, SITES_MAX as i64, "the size of a group", at)?
                            }
                            None => 1,
                        };
                        Quantity::Groups {
                            who: self.who(who)?,
                            from,
                        }
                    }
                    QuantityWord::Group => Quantity::Group,
                    QuantityWord::Freedom => Quantity::Freedom,
                    QuantityWord::Stones(who) => Quantity::Stones(self.who(who)?),
                    QuantityWord::Territory(who) => Quantity::Territory(self.who(who)?),
                };
                plan::Condition::Count(quantity, self.test(test, at)?)
            }
            Condition::Single(who) => plan::Condition::Single(self.who(who)?),
            Condition::NoMove => plan::Condition::NoMove,
            Condition::AllPassed => plan::Condition::AllPassed,
            Condition::RoundOver => plan::Condition::RoundOver,
            Condition::All(list) => plan::Condition::All(many(list)?),
            Condition::Any(list) => plan::Condition::Any(many(list)?),
        })
    }

    fn verdict(&self, verdict: &Verdict, at: At) -> Compiled<plan::Verdict> {
        Ok(match verdict {
            Verdict::Wins(who) => plan::Verdict::Wins(self.who(who)?),
            Verdict::Loses(_) if self.players != 2 => {
                return error(at, "with other than two players, say who wins");
            }
            Verdict::Loses(who) => plan::Verdict::Loses(self.who(who)?),
            Verdict::Draw => plan::Verdict::Draw,
            Verdict::BestScore => plan::Verdict::BestScore,
        })
    }

    /// What only the whole shows.
    fn check(&self, plan: &Plan, active: &[&Guarded], last: At) -> Compiled<()> {
        let find = |wanted: fn(&Statement) -> bool| {
            active
                .iter()
                .find(|guarded| wanted(&guarded.statement))
                .map_or(last, |guarded| guarded.at)
        };
        let moves = &plan.moves;
        let shifts = moves.step.is_some() || moves.hop.is_some() || moves.line.is_some();
        if moves.place.is_none() && !shifts {
            return error(last, "the game needs a move, such as `move place own`");
        }
        if plan.ends.is_empty() {
            return error(last, "the game needs an end, such as `end full: draw`");
        }
        if (moves.hop.is_some() || moves.line.is_some() || moves.step.is_some())
            && plan.board.directions() == 0
        {
            let at = find(|s| {
                matches!(
                    s,
                    Statement::Hop(_) | Statement::Line(_) | Statement::Step(_)
                )
            });
            return error(
                at,
                "stones move in straight directions, and this board has none",
            );
        }
        if plan.turn == Turn::EachColour && (moves.place != Some(Placing::Own) || shifts) {
            let at = find(|s| matches!(s, Statement::TurnEachColour));
            return error(at, "`turn each colour` goes with `move place own` alone");
        }
        if plan.swap && plan.players != 2 {
            return error(
                find(|s| matches!(s, Statement::Swap)),
                "`swap` is for two players",
            );
        }
        if plan.score.is_empty()
            && plan
                .ends
                .iter()
                .any(|end| end.verdict == plan::Verdict::BestScore)
        {
            let at = find(|s| matches!(s, Statement::End(_, Verdict::BestScore)));
            return error(
                at,
                "`best score` needs a score, such as `score territory + captures`",
            );
        }
        Ok(())
    }
}

fn written(value: &Choice) -> String {
    match value {
        Choice::Word(word) => word.clone(),
        Choice::Number(number) => number.to_string(),
    }
}
