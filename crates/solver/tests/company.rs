//! Solvers in company: whatever they hear and when, the outcome is the right one; what they hear spares them work; a lie is noticed.

use solver::{Company, Limits, News, Outcome, Progress, Solver, Stopped, unlimited};
use sprouts::{Ending, Position};
use std::ops::ControlFlow;
use std::sync::Arc;

const LIMITS: Limits = Limits {
    memory_bytes: 256 << 20,
    threads: 1,
};

/// Members take turns of so many nodes; each hears what the others have proved before its turn. The outcome, and the nodes of each.
fn together(spots: u32, members: u64, nodes: u64) -> (Outcome, Vec<u64>) {
    let root = Position::start(spots).expect("few spots").canonical();
    let mut crew: Vec<(Solver, Arc<Company>)> = (1..=members)
        .map(|member| {
            let company = Arc::new(Company::of_member(member));
            let mut solver = Solver::new(LIMITS);
            solver.join(Some(company.clone()));
            (solver, company)
        })
        .collect();
    loop {
        for place in 0..crew.len() {
            let (solver, company) = &mut crew[place];
            let enough = solver.progress(Ending::Normal).nodes + nodes;
            // Where it is when its turn ends is where it will go on.
            let mut there = News::default();
            let budget = &mut |progress: &Progress| match progress.nodes < enough {
                true => ControlFlow::Continue(()),
                false => {
                    there = company.fetch();
                    ControlFlow::Break(())
                }
            };
            let answer = solver.outcome(&root, Ending::Normal, budget);
            let news = News {
                paths: Vec::new(),
                ..company.fetch()
            };
            match answer {
                Ok(outcome) => {
                    let nodes = crew.iter().map(|(_, company)| company.nodes()).collect();
                    return (outcome, nodes);
                }
                Err(stopped) => assert_eq!(stopped, Stopped::ByBudget),
            }
            for (other, (_, company)) in crew.iter().enumerate() {
                if other != place {
                    company.tell(there.clone());
                    company.tell(news.clone());
                }
            }
        }
    }
}

#[test]
fn the_outcome_is_the_same_in_any_company() {
    for spots in 4..=10 {
        for (members, nodes) in [(1, 1000), (2, 64), (3, 256)] {
            let (outcome, _) = together(spots, members, nodes);
            let expected = match spots % 6 < 3 {
                true => Outcome::Loss,
                false => Outcome::Win,
            };
            assert_eq!(outcome, expected, "{spots} spots, {members} members");
        }
    }
}

/// The first member searches as one alone does, as long as it hears nothing; the others differ.
#[test]
fn the_first_member_searches_as_one_alone_does() {
    let root = Position::start(12).expect("few spots").canonical();
    let nodes = |member: u64| {
        let mut solver = Solver::new(LIMITS);
        solver.join((member > 0).then(|| Arc::new(Company::of_member(member))));
        let outcome = solver.outcome(&root, Ending::Normal, &mut unlimited());
        assert_eq!(outcome, Ok(Outcome::Loss));
        solver.progress(Ending::Normal).nodes
    };
    assert_eq!(nodes(1), nodes(0));
    assert_ne!(nodes(2), nodes(0));
}

#[test]
fn company_spares_work() {
    let longest = |members| {
        let nodes = (12..=13).map(|spots| together(spots, members, 256).1);
        let longest = nodes.map(|nodes| nodes.into_iter().max().expect("members"));
        longest.sum::<u64>()
    };
    let (alone, two) = (longest(1), longest(2));
    assert!(two * 5 < alone * 4, "{two} nodes of {alone}");
}

#[test]
fn a_lie_that_contradicts_what_is_proved_stops_the_search() {
    let root = Position::start(8).expect("few spots").canonical();
    let company = Arc::new(Company::of_member(1));
    let mut solver = Solver::new(LIMITS);
    solver.join(Some(company.clone()));
    (solver.outcome(&root, Ending::Normal, &mut unlimited())).expect("small");
    let mut lies = company.fetch();
    assert!(!company.is_contradicted() && !lies.refutations.is_empty());
    lies.nimbers.iter_mut().for_each(|(_, nimber)| *nimber ^= 1);
    company.tell(News {
        refutations: Vec::new(),
        ..lies
    });
    let larger = Position::start(9).expect("few spots").canonical();
    let _ = solver.outcome(&larger, Ending::Normal, &mut unlimited());
    assert!(company.is_contradicted());
    // And it does not stay so for ever.
    company.begin(1);
    assert!(!company.is_contradicted());
}

#[test]
fn small_lands_are_no_news_where_they_are_not_wanted() {
    let root = Position::start(9).expect("few spots").canonical();
    let company = Arc::new(Company::of_member(1));
    company.tell_from(15);
    let mut solver = Solver::new(LIMITS);
    solver.join(Some(company.clone()));
    (solver.outcome(&root, Ending::Normal, &mut unlimited())).expect("small");
    let News {
        nimbers,
        refutations,
        ..
    } = company.fetch();
    let lands = nimbers.iter().chain(&refutations);
    assert!(!refutations.is_empty());
    for (land, _) in lands {
        assert!(land.packed().lives() >= 15);
    }
}
