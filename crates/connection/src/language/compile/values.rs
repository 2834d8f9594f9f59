//! Options and the numbers made of them: what an expression comes to before the game begins.

use super::{Compiled, Compiler, error};
use crate::board::SITES_MAX;
use crate::language::At;
use crate::language::meant::meant;
use crate::language::mistake::{Mistake, Rare};
use crate::language::syntax::{Choice, Expression};
use crate::plan::Colour;

/// The largest number a description may hold.
pub(super) const NUMBER_MAX: i64 = 1_000_000;

impl Compiler<'_> {
    pub(super) fn option(&self, name: &str, at: At) -> Compiled<&Choice> {
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

    pub(super) fn value(&self, expression: &Expression) -> Compiled<i64> {
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
    pub(super) fn within(
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

    /// The same for a number that may be left out.
    pub(super) fn optional(
        &self,
        expression: Option<&Expression>,
        max: i64,
        what: &'static str,
    ) -> Compiled<Option<u32>> {
        expression
            .map(|expression| self.within(expression, 1, max, what))
            .transpose()
    }

    /// The player of a number.
    pub(super) fn player(&self, number: &Expression) -> Compiled<Colour> {
        let most = i64::from(self.players);
        let number = self.within(number, 1, most, "the number of a player")?;
        Ok(Colour(number as u8))
    }

    pub(super) fn group_size(&self, size: &Expression) -> Compiled<u32> {
        self.within(size, 1, SITES_MAX as i64, "the size of a group")
    }
}
