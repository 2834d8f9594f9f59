//! The conditions and verdicts of ends: whose, what is counted, what is compared with what.

use super::values::NUMBER_MAX;
use super::{Compiled, Compiler, error};
use crate::language::At;
use crate::language::meant::meant;
use crate::language::mistake::{Mistake, Rare};
use crate::language::syntax::{Condition, Expression, QuantityWord, TestWord, Verdict, WhoWord};
use crate::plan::{self, Operator, Plan, Quantity, Relation, Test, Value};

impl Compiler<'_> {
    pub(super) fn who(&self, who: &WhoWord) -> Compiled<plan::Who> {
        Ok(match who {
            WhoWord::Mover => plan::Who::Mover,
            WhoWord::Next => plan::Who::Next,
            WhoWord::Owner => plan::Who::Owner,
            WhoWord::Every => plan::Who::Every,
            WhoWord::Player(number, _) => plan::Who::Player(self.player(number)?.0),
        })
    }

    fn test(&self, test: &TestWord) -> Compiled<Test> {
        Ok(match test {
            TestWord::Odd(_) => Test::Odd,
            TestWord::Even(_) => Test::Even,
            TestWord::Compare(symbol, value) => {
                let value = self.within(value, 0, NUMBER_MAX, "the number compared with")?;
                match relation(symbol) {
                    Relation::Equal => Test::Equal(value),
                    Relation::NotEqual => Test::NotEqual(value),
                    Relation::Less => Test::Less(value),
                    Relation::AtMost => Test::AtMost(value),
                    Relation::More => Test::More(value),
                    Relation::AtLeast => Test::AtLeast(value),
                }
            }
        })
    }

    /// One quantity held against a fixed number is what engines know how to watch; all else is a comparison of values.
    fn comparison(
        &self,
        plan: &Plan,
        left: &Expression,
        test: &TestWord,
    ) -> Compiled<plan::Condition> {
        match (left, test) {
            (Expression::Quantity(quantity, _), TestWord::Odd(_) | TestWord::Even(_)) => Ok(
                plan::Condition::Count(self.quantity(plan, quantity)?, self.test(test)?),
            ),
            (Expression::Quantity(quantity, _), TestWord::Compare(_, right)) if !counts(right) => {
                Ok(plan::Condition::Count(
                    self.quantity(plan, quantity)?,
                    self.test(test)?,
                ))
            }
            (_, TestWord::Odd(at) | TestWord::Even(at)) => error(*at, Rare::OddSum),
            (_, TestWord::Compare(_, right)) if !counts(left) && !counts(right) => {
                error(left.at(), Rare::FixedNumbers)
            }
            (_, TestWord::Compare(symbol, right)) => Ok(plan::Condition::Compare(
                self.formula(plan, left)?,
                relation(symbol),
                self.formula(plan, right)?,
            )),
        }
    }

    /// An expression that may hold what is counted during the game.
    fn formula(&self, plan: &Plan, expression: &Expression) -> Compiled<Value> {
        if !counts(expression) {
            return Ok(Value::Number(self.value(expression)?));
        }
        let operation =
            |left, operator, right| Value::Operation(Box::new(left), operator, Box::new(right));
        Ok(match expression {
            Expression::Quantity(quantity, _) => Value::Quantity(self.quantity(plan, quantity)?),
            Expression::Negative(inner) => operation(
                Value::Number(0),
                Operator::Subtract,
                self.formula(plan, inner)?,
            ),
            Expression::Operation(left, sign, right, at) => {
                let operator = match sign {
                    '+' => Operator::Add,
                    '-' => Operator::Subtract,
                    '*' => Operator::Multiply,
                    _ => {
                        return error(*at, Rare::Division);
                    }
                };
                operation(
                    self.formula(plan, left)?,
                    operator,
                    self.formula(plan, right)?,
                )
            }
            Expression::Number(..) | Expression::Name(..) => unreachable!("these count nothing"),
        })
    }

    fn quantity(&self, plan: &Plan, quantity: &QuantityWord) -> Compiled<Quantity> {
        Ok(match quantity {
            QuantityWord::Moves => Quantity::Moves,
            QuantityWord::Empty => Quantity::Empty,
            QuantityWord::Captured => Quantity::Captured,
            QuantityWord::Captures(who) => Quantity::Captures(self.who(who)?),
            QuantityWord::Groups(who, from) => Quantity::Groups {
                who: self.who(who)?,
                from: from.as_ref().map_or(Ok(1), |from| self.group_size(from))?,
            },
            QuantityWord::Group => Quantity::Group,
            QuantityWord::Freedom => Quantity::Freedom,
            QuantityWord::Stones(who) => Quantity::Stones(self.who(who)?),
            QuantityWord::Territory(who) => Quantity::Territory(self.who(who)?),
            QuantityWord::Held(name, at, who) => {
                let family = self.family(plan, name, *at)?;
                let regions = plan.families[family].regions.iter();
                if regions.clone().any(|regions| regions.len() < 3) {
                    return error(*at, Rare::HeldRegions.of(&[name]));
                }
                if *who == WhoWord::Every {
                    return error(*at, Rare::HeldByWhom);
                }
                Quantity::Held {
                    family,
                    who: self.who(who)?,
                }
            }
        })
    }

    /// The family of regions of this name.
    fn family(&self, plan: &Plan, name: &str, at: At) -> Compiled<usize> {
        match plan.families.iter().position(|known| known.name == name) {
            Some(place) => Ok(place),
            None => {
                let known = plan.families.iter().map(|known| known.name.as_str());
                let mistake = Mistake::NoRegions {
                    name: name.to_string(),
                    meant: meant(name, known).map(str::to_string),
                };
                error(at, mistake)
            }
        }
    }

    pub(super) fn condition(
        &self,
        plan: &Plan,
        condition: &Condition,
    ) -> Compiled<plan::Condition> {
        let many = |list: &[Condition]| {
            list.iter()
                .map(|one| self.condition(plan, one))
                .collect::<Compiled<_>>()
        };
        Ok(match condition {
            Condition::Connect {
                family,
                at,
                at_least,
            } => self.connected(plan, family, *at, at_least.as_ref())?,
            Condition::Loop(inside) => plan::Condition::Loop(*inside),
            Condition::Line(length, at) => {
                let longest = self.board().longest_line() as i64;
                if longest < 2 {
                    return error(*at, Rare::NoLines);
                }
                let most = longest.min(100);
                plan::Condition::Line(self.within(length, 2, most, "the length of a line")?)
            }
            Condition::Enclosed => plan::Condition::Enclosed,
            Condition::SomeGroup(who, test) => {
                plan::Condition::SomeGroup(self.who(who)?, self.test(test)?)
            }
            Condition::Compare(left, test) => self.comparison(plan, left, test)?,
            Condition::Is(one, other, at) => {
                if *other == WhoWord::Every {
                    return error(*at, Rare::OnePlayer);
                }
                plan::Condition::Is(self.who(one)?, self.who(other)?)
            }
            Condition::Single(who) => plan::Condition::Single(self.who(who)?),
            Condition::NoMove => plan::Condition::NoMove,
            Condition::AllPassed => plan::Condition::AllPassed,
            Condition::RoundOver => plan::Condition::RoundOver,
            Condition::All(list) => plan::Condition::All(many(list)?),
            Condition::Any(list) => plan::Condition::Any(many(list)?),
            Condition::Not(inner) => plan::Condition::Not(Box::new(self.condition(plan, inner)?)),
        })
    }

    /// Joining regions of a family: so many of them, or all.
    fn connected(
        &self,
        plan: &Plan,
        name: &str,
        at: At,
        at_least: Option<&Expression>,
    ) -> Compiled<plan::Condition> {
        let family = self.family(plan, name, at)?;
        // Stones of a colour without such regions connect none: a goal may be for one side alone.
        let counts = plan.families[family].regions.iter().map(Vec::len);
        let counts = counts.filter(|count| *count > 0);
        let most = counts.clone().max().unwrap_or(0);
        let least = counts.min().unwrap_or(usize::MAX);
        let at_least = match at_least {
            Some(count) => {
                self.within(count, 1, least as i64, "the number of regions to connect")?
            }
            None if least != most => return error(at, Rare::RegionNumbers.of(&[&name])),
            None => least as u32,
        };
        Ok(plan::Condition::Connect { family, at_least })
    }

    pub(super) fn verdict(&self, verdict: &Verdict, at: At) -> Compiled<plan::Verdict> {
        Ok(match verdict {
            Verdict::Wins(who) => plan::Verdict::Wins(self.who(who)?),
            Verdict::Loses(_) if self.players != 2 => {
                return error(at, Rare::LosesForTwo);
            }
            Verdict::Loses(who) => plan::Verdict::Loses(self.who(who)?),
            Verdict::Draw => plan::Verdict::Draw,
            Verdict::BestScore => plan::Verdict::BestScore,
        })
    }
}

/// Whether an expression holds something counted during the game.
fn counts(expression: &Expression) -> bool {
    match expression {
        Expression::Number(..) | Expression::Name(..) => false,
        Expression::Quantity(..) => true,
        Expression::Negative(inner) => counts(inner),
        Expression::Operation(left, _, right, _) => counts(left) || counts(right),
    }
}

fn relation(symbol: &str) -> Relation {
    match symbol {
        "=" => Relation::Equal,
        "!=" => Relation::NotEqual,
        "<" => Relation::Less,
        "<=" => Relation::AtMost,
        ">" => Relation::More,
        _ => Relation::AtLeast,
    }
}
