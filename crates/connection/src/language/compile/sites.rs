//! Sets of sites: by their names, by sides and corners, by columns and rows, and the regions made of them.

use super::{Compiled, Compiler, error};
use crate::board::{Label, SITES_MAX, SiteId};
use crate::language::At;
use crate::language::meant::meant;
use crate::language::mistake::{Mistake, Rare};
use crate::language::syntax::{Expression, Guarded, Region, Set, Sign, SiteName, Statement};
use crate::plan::{Family, Plan};

impl Compiler<'_> {
    pub(super) fn name_sites(&mut self, active: &[&Guarded]) -> Compiled<()> {
        for guarded in active {
            if let Statement::Sites { name, at, terms } = &guarded.statement {
                let taken = ["corners", "outer"].contains(&name.as_str())
                    || self.board().sides().iter().any(|(side, _)| side == name)
                    || self.named.iter().any(|(other, _)| other == name);
                if taken {
                    return error(*at, Rare::NameTaken.of(&[name]));
                }
                let sites = self.sum(terms)?;
                self.named.push((name.clone(), sites));
            }
        }
        Ok(())
    }

    fn site(&self, name: &SiteName, at: At) -> Compiled<SiteId> {
        let board = self.board();
        let find = |label: Label| board.find(label);
        let found = match name {
            SiteName::Name(name) => board.parse_site(name),
            SiteName::Number(number) => u16::try_from(*number)
                .ok()
                .map(Label::Number)
                .and_then(find),
            SiteName::Pair(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                i16::try_from(a)
                    .ok()
                    .zip(i16::try_from(b).ok())
                    .map(|(a, b)| Label::Pair(a, b))
                    .and_then(find)
            }
        };
        found.map_or_else(
            || {
                let (first, last) = (self.both_names(0), self.both_names(board.len() - 1));
                error(at, Mistake::NoSite { first, last })
            },
            Ok,
        )
    }

    /// A site as people call it, with its coordinates where that is something else.
    fn both_names(&self, site: usize) -> String {
        let (board, site) = (self.board(), SiteId(site as u16));
        let (shown, label) = (board.shown(site), board.label(site).to_string());
        match shown == label {
            true => shown,
            false => format!("{shown} ({label})"),
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
            Set::Name(name) => self.named_set(name, at),
        }
    }

    /// The sites of a name that the description or the board gives.
    fn named_set(&self, name: &str, at: At) -> Compiled<Vec<SiteId>> {
        let sides = self.board().sides();
        let named = self
            .named
            .iter()
            .map(|(known, sites)| (known.as_str(), sites));
        let mut all = named.chain(sides.iter().map(|(side, sites)| (*side, sites)));
        if let Some((_, sites)) = all.find(|(known, _)| *known == name) {
            return Ok(sites.clone());
        }
        if self.board().parse_site(name).is_some() {
            return error(at, Rare::SiteWithoutBraces.of(&[&name]));
        }
        let sides = sides.iter().map(|(side, _)| *side);
        let named = self.named.iter().map(|(known, _)| known.as_str());
        let known = sides.clone().chain(["corners", "outer"]).chain(named);
        let mistake = Mistake::NoPart {
            name: name.to_string(),
            meant: meant(name, known).map(str::to_string),
            sides: sides.map(str::to_string).collect(),
        };
        error(at, mistake)
    }

    /// The sites whose columns and rows are so many steps from a first one.
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

    /// These sites, with what is added to them and without what is taken from them, in order.
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

    /// The sites that a sum of sets has.
    pub(super) fn sum(&self, terms: &[(Sign, Set, At)]) -> Compiled<Vec<SiteId>> {
        self.terms(Vec::new(), terms)
    }

    pub(super) fn regions(
        &self,
        plan: &mut Plan,
        name: &str,
        of: Option<&Expression>,
        regions: &[Region],
        at: At,
    ) -> Compiled<()> {
        let sets = self.region_sets(regions)?;
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
                let player = self.player(of)?.index();
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

    fn region_sets(&self, regions: &[Region]) -> Compiled<Vec<Vec<SiteId>>> {
        let mut sets = Vec::new();
        for region in regions {
            match region {
                Region::One(terms) => sets.push(self.sum(terms)?),
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
        Ok(sets)
    }
}
