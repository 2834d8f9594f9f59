//! A description with its options chosen becomes a plan. What cannot work is refused here, with its place in the text.
//!
//! Knows what rules need of a board; does not know how they are carried out.

mod board;
mod checks;
mod conditions;
mod sites;
mod statements;
mod values;

use super::mistake::{Mistake, Rare};
use super::syntax::{Choice, Description, Guarded, OptionKind, Statement};
use super::{Allowed, At, LanguageError, PlanError};
use crate::board::{Board, Connectivity, SiteId};
use crate::plan::{Moves, PLAYERS_MAX, Plan, Turn};
use checks::Whole;

type Compiled<T> = Result<T, LanguageError>;

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

impl<'a> Compiler<'a> {
    fn plan(&mut self) -> Compiled<Plan> {
        let active = self.active()?;
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
        let mut plan = self.empty_plan();
        // Regions first: an end may name regions that stand further down.
        for guarded in &active {
            if let Statement::Regions { name, of, regions } = &guarded.statement {
                self.regions(&mut plan, name, of.as_ref(), regions, guarded.at)?;
            }
        }
        for guarded in &active {
            self.statement(&mut plan, guarded)?;
        }
        Whole::new(&plan, &active, last).check()?;
        Ok(plan)
    }

    /// The statements whose conditions the options fulfil.
    fn active(&self) -> Compiled<Vec<&'a Guarded>> {
        let mut active = Vec::new();
        for guarded in &self.description.statements {
            let mut holds = true;
            for (name, value, [at, at_value]) in &guarded.when {
                holds &= self.option(name, *at)? == value;
                self.can_be(name, value, *at_value)?;
            }
            if holds {
                active.push(guarded);
            }
        }
        Ok(active)
    }

    /// A value that an option never has is a slip.
    fn can_be(&self, name: &str, value: &Choice, at: At) -> Compiled<()> {
        let mut options = self.description.options.iter();
        let Some(option) = options.find(|option| option.name == name) else {
            return Ok(());
        };
        let (fits, values) = match &option.kind {
            OptionKind::Number { min, max, .. } => {
                let range = i64::from(*min)..=i64::from(*max);
                let fits = matches!(value, Choice::Number(number) if range.contains(number));
                (fits, format!("{min}–{max}"))
            }
            OptionKind::Choice(words) => {
                let fits = matches!(value, Choice::Word(word) if words.contains(word));
                (fits, words.join(", "))
            }
        };
        if fits {
            return Ok(());
        }
        error(at, Rare::NeverSo.of(&[&name, &written(value), &values]))
    }

    /// The plan before any statement about play.
    fn empty_plan(&self) -> Plan {
        let players = self.players as usize;
        Plan {
            name: self.description.name.clone(),
            title: self.description.title.clone(),
            about: self.description.about.clone(),
            options: self
                .values
                .iter()
                .map(|(name, value)| (name.clone(), written(value)))
                .collect(),
            connect: vec![Connectivity::Adjacent; players],
            players: self.players,
            board: self.board().clone(),
            families: Vec::new(),
            start: Vec::new(),
            heights: Vec::new(),
            barred: vec![Vec::new(); players],
            opening: None,
            turn: Turn::Moves { count: 1, first: 1 },
            ways: Vec::new(),
            last_ways: Vec::new(),
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
        }
    }

    fn board(&self) -> &Board {
        self.board
            .as_ref()
            .expect("the board is made before anything that needs it")
    }
}

fn written(value: &Choice) -> String {
    match value {
        Choice::Word(word) => word.clone(),
        Choice::Number(number) => number.to_string(),
    }
}
