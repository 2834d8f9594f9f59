//! What the claim of a misère loss requires: to every move a lost answer. Claims are the nodes of the misère solver, in which small lands
//! count by their trees; each is written as a position that came up in the proof.

use super::select::{ClaimId, Proofs as _, Requirement};
use super::{ExtractError, Gap, select, sum};
use crate::misere::{Node, Solver};
use crate::solver::Stopped;
use sprouts::{Canonical, Generator, Outcome, PackedLand};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

/// The claims of misère play: nodes that the solver knows to be lost.
pub(super) struct Proofs<'a> {
    solver: &'a mut Solver,
    /// What the solver took before: it grows by the nodes that are asked for.
    solver_bytes: u64,
    ids: HashMap<Node, ClaimId>,
    losses: Vec<Loss>,
    generator: Generator,
    /// The lost nodes that one move leads to; nothing where one is lost by its trees alone and needs no claim.
    answers: HashMap<Node, Option<Vec<ClaimId>>>,
    /// How many claims are listed among the answers, and how many bytes the positions of losses take.
    listed: usize,
    position_bytes: usize,
}

struct Loss {
    node: Node,
    /// A position of this node, packed.
    position: Vec<u8>,
    lives: u32,
}

impl<'a> Proofs<'a> {
    pub(super) fn new(solver: &'a mut Solver) -> Self {
        Proofs {
            solver_bytes: solver.progress().bytes,
            solver,
            ids: HashMap::new(),
            losses: Vec::new(),
            generator: Generator::default(),
            answers: HashMap::new(),
            listed: 0,
            position_bytes: 0,
        }
    }

    pub(super) fn claim(&self, claim: ClaimId) -> Canonical {
        Canonical::from_bytes(&self.losses[claim.0 as usize].position)
            .expect("a position that a generator made")
    }

    /// Whether a move of this lost position has no known answer.
    pub(super) fn is_unanswered(&mut self, position: &[u8]) -> Result<bool, Stopped> {
        let node = self.solver.node(PackedLand::all_in(position))?;
        if self.solver.is_small(node) {
            return Ok(false);
        }
        let claim = self.id(node, position.to_vec());
        match self.requirements(claim) {
            Ok(_) => Ok(false),
            Err(Gap::Missing { .. }) => Ok(true),
            Err(Gap::Stopped(stopped)) => Err(stopped),
        }
    }

    /// What the claims must show of the root.
    pub(super) fn root(
        &mut self,
        root: &Canonical,
    ) -> Result<(Outcome, Requirement), ExtractError> {
        Ok(self.root_requirement(root)?)
    }

    fn root_requirement(&mut self, root: &Canonical) -> Result<(Outcome, Requirement), Gap> {
        let position = root.to_bytes();
        let node = self.solver.node(PackedLand::all_in(&position))?;
        let missing = Gap::Missing {
            claim: position.clone(),
            child: None,
        };
        match self.solver.known_node(node)? {
            Some(outcome) if self.solver.is_small(node) => Ok((outcome, vec![Vec::new()])),
            Some(Outcome::Loss) => {
                let claim = self.id(node, position);
                Ok((Outcome::Loss, vec![vec![claim]]))
            }
            _ => match self.answers(node, &position)? {
                Some(answers) if answers.is_empty() => Err(missing),
                Some(answers) => Ok((Outcome::Win, one_of(answers))),
                None => Ok((Outcome::Win, vec![Vec::new()])),
            },
        }
    }

    fn id(&mut self, node: Node, position: Vec<u8>) -> ClaimId {
        *self.ids.entry(node).or_insert_with(|| {
            let lives = PackedLand::all_in(&position).map(PackedLand::lives).sum();
            self.position_bytes += position.capacity();
            self.losses.push(Loss {
                node,
                position,
                lives,
            });
            ClaimId(self.losses.len() as u32 - 1)
        })
    }

    /// A child of the position for each of these nodes, which its node has moves to. Every move of a tree is one of
    /// the lands that it stands for, so there is one.
    fn children(
        &mut self,
        position: &[u8],
        mut wanted: BTreeSet<Node>,
    ) -> Result<Vec<(Node, Vec<u8>)>, Stopped> {
        let mut children = Vec::new();
        self.each_child(position, |_, node, child| {
            if wanted.remove(&node) {
                children.push((node, child()));
            }
            Ok(!wanted.is_empty())
        })?;
        if !wanted.is_empty() {
            // Trees that are too deep to be added up come out as other nodes of the same game.
            self.each_child(position, |solver, node, child| {
                for &other in &wanted {
                    if solver.same_game(node, other)? {
                        wanted.remove(&other);
                        children.push((other, child()));
                        break;
                    }
                }
                Ok(!wanted.is_empty())
            })?;
        }
        debug_assert!(wanted.is_empty(), "every move of a tree is one of a land");
        Ok(children)
    }

    /// Visits the children of a position with their nodes, for as long as `visit` wants more; a child is packed if it is asked for.
    fn each_child(
        &mut self,
        position: &[u8],
        mut visit: impl FnMut(&mut Solver, Node, &dyn Fn() -> Vec<u8>) -> Result<bool, Stopped>,
    ) -> Result<(), Stopped> {
        let lands: Vec<PackedLand<'_>> = PackedLand::all_in(position).collect();
        for (index, land) in lands.iter().enumerate() {
            if index > 0 && lands[index - 1] == *land {
                continue;
            }
            let others = [&lands[..index], &lands[index + 1..]].concat();
            let solver = &mut *self.solver;
            let flow = self.generator.children(*land, |child| {
                let lands = || others.iter().copied().chain(child.lands());
                let more = solver
                    .node(lands())
                    .and_then(|node| visit(solver, node, &|| sum(lands())));
                match more {
                    Ok(true) => ControlFlow::Continue(()),
                    Ok(false) => ControlFlow::Break(Ok(())),
                    Err(stopped) => ControlFlow::Break(Err(stopped)),
                }
            });
            if let ControlFlow::Break(done) = flow {
                return done;
            }
        }
        Ok(())
    }

    fn answers(&mut self, node: Node, position: &[u8]) -> Result<Option<Vec<ClaimId>>, Stopped> {
        if let Some(answers) = self.answers.get(&node) {
            return Ok(answers.clone());
        }
        let mut lost = BTreeSet::new();
        for answer in self.solver.moves(node)? {
            if self.solver.known_node(answer)? == Some(Outcome::Loss) {
                lost.insert(answer);
            }
        }
        let answers = if lost.iter().any(|&answer| self.solver.is_small(answer)) {
            None
        } else {
            let children = self.children(position, lost)?.into_iter();
            let ids = children.map(|(answer, position)| self.id(answer, position));
            Some(ids.collect())
        };
        self.listed += answers.as_ref().map_or(0, Vec::len);
        self.answers.insert(node, answers.clone());
        Ok(answers)
    }
}

fn one_of(claims: Vec<ClaimId>) -> Requirement {
    claims.into_iter().map(|claim| vec![claim]).collect()
}

impl select::Proofs for Proofs<'_> {
    type Missing = Gap;

    fn requirements(&mut self, claim: ClaimId) -> Result<Vec<Requirement>, Gap> {
        let Loss { node, position, .. } = &self.losses[claim.0 as usize];
        let (node, position) = (*node, position.clone());
        let mut moves = self.solver.moves(node)?;
        // Moves that leave small lands only are wins by their trees.
        moves.retain(|&child| !self.solver.is_small(child));
        let mut requirements = HashSet::new();
        for (node, child) in self.children(&position, moves)? {
            match self.answers(node, &child)? {
                None => {}
                Some(answers) if answers.is_empty() => {
                    return Err(Gap::Missing {
                        claim: position,
                        child: Some(child),
                    });
                }
                Some(answers) => {
                    requirements.insert(one_of(answers));
                }
            }
        }
        let mut requirements: Vec<Requirement> = requirements.into_iter().collect();
        requirements.sort_unstable();
        Ok(requirements)
    }

    fn lives(&self, claim: ClaimId) -> u32 {
        self.losses[claim.0 as usize].lives
    }

    fn bytes(&self) -> u64 {
        /// What an allocation costs.
        const ALLOCATION_BYTES: usize = 16;
        let losses = self.losses.capacity() * (size_of::<Loss>() + ALLOCATION_BYTES);
        let ids = self.ids.capacity() * 2 * size_of::<(Node, ClaimId)>();
        let answers = size_of::<(Node, Option<Vec<ClaimId>>)>() + ALLOCATION_BYTES;
        let bytes = losses
            + ids
            + self.answers.capacity() * answers
            + self.listed * size_of::<ClaimId>()
            + self.position_bytes;
        // It may also shrink: a table that is about to grow counts with its next size as well.
        let solver = self.solver.progress().bytes;
        bytes as u64 + solver.saturating_sub(self.solver_bytes)
    }
}
