//! The list model against the examples of Butler, Trimble and Wilkerson, "A Logic Programming Model of the Game of
//! Sprouts" (1987), and against the labelled position it stands on.

use proptest::prelude::*;
use sprouts::list_model::{Dead, ListModel, ListMove};
use sprouts::{Seed, wgosa};
use std::collections::BTreeSet;

fn play(model: &mut ListModel, text: &str) {
    let m = wgosa::read(model.game(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    model.play(&m).expect("legal");
}

fn game(points: u32, texts: &[&str]) -> ListModel {
    let mut model = ListModel::start(points);
    for text in texts {
        play(&mut model, text);
    }
    model
}

fn enter(model: &ListModel, text: &str) -> Result<ListModel, String> {
    let wanted: ListMove = text.parse().map_err(|error| format!("{error}"))?;
    let mut model = model.clone();
    let m = model.find(&wanted).map_err(|error| error.to_string())?;
    model.play(&m).expect("a move that was found");
    Ok(model)
}

/// A cyclic list in a form that rotation and reversal do not change.
fn cyclic(points: &[u32]) -> Vec<u32> {
    let mut turned: Vec<Vec<u32>> = Vec::new();
    for start in 0..points.len() {
        let rotation = [&points[start..], &points[..start]].concat();
        turned.push(rotation.iter().rev().copied().collect());
        turned.push(rotation);
    }
    turned.into_iter().min().unwrap_or_default()
}

/// The regions with their components written out, without numbers.
fn shape(model: &ListModel, dead: Dead) -> BTreeSet<BTreeSet<Vec<u32>>> {
    let tables = model.tables(dead);
    let points = |number: &u32| {
        let found = tables
            .components
            .iter()
            .find(|(component, _)| component == number);
        cyclic(&found.expect("a listed component").1)
    };
    tables
        .regions
        .iter()
        .map(|(_, components)| components.iter().map(points).collect())
        .collect()
}

fn expected(regions: &[&[&[u32]]]) -> BTreeSet<BTreeSet<Vec<u32>>> {
    regions
        .iter()
        .map(|region| region.iter().map(|component| cyclic(component)).collect())
        .collect()
}

/// Tables 3, 4 and 5: a 3-point game after point 1 was joined to itself with 2 inside and 3 outside (Figure 4).
#[test]
fn tables_3_to_5() {
    let model = enter(&ListModel::start(3), "1 1 1 1 1 inside 2").expect("legal");
    let tables = model.tables(Dead::Removed);
    assert_eq!(tables.points, [(1, 1), (2, 3), (3, 3), (4, 1)]);
    assert_eq!(
        tables.components,
        [(2, vec![2]), (3, vec![3]), (4, vec![1, 4])]
    );
    assert_eq!(tables.regions, [(2, vec![2, 4]), (3, vec![3, 4])]);
    assert_eq!(model.tables(Dead::Kept), tables);
    let printed = "\
point  sockets   component  points   region  components
    1  o                 2  (2)           2  (2 4)
    2  ooo               3  (3)           3  (3 4)
    3  ooo               4  (1 4)
    4  o
";
    assert_eq!(tables.to_string(), printed);
}

/// Figure 2 and Table 2: a 6-point game after six moves. On the right a circle through 5 and 8 with 6 hanging inside,
/// on the left a circle through 3 and 9 around 2 and a circle through 1 and 10, in the middle two half-disks that are dead.
#[test]
fn figure_2() {
    let moves = [
        "5(7)6",
        "5(8)5[6,7]",
        "3(9)3[1,2]",
        "1(10)1",
        "4(11)4",
        "4(12)11",
    ];
    let model = game(6, &moves);
    let table_2 = expected(&[
        &[&[1, 10]],
        &[&[1, 10], &[9, 3], &[2]],
        &[&[9, 3], &[8]],
        &[&[8, 7, 6, 7]],
    ]);
    assert_eq!(shape(&model, Dead::Removed), table_2);
    // The half-disks, and the dead points 4, 5 and 11, are there when asked for.
    let all = shape(&model, Dead::Kept);
    assert_eq!(model.tables(Dead::Kept).regions.len(), 6);
    assert!(all.contains(&expected(&[&[&[4, 11, 12]]]).pop_first().unwrap()));
    assert!(all.contains(&expected(&[&[&[8, 5, 7, 6, 7, 5]]]).pop_first().unwrap()));
    assert_eq!(model.tables(Dead::Kept).points.len(), 12);
    assert_eq!(model.tables(Dead::Removed).points.len(), 9);
    // "Vertex 1 could be joined to vertex 2" in the annulus, "vertex 2 could not be connected to vertex 8".
    assert!(wgosa::read(model.game(), "1(13)2").is_ok());
    assert!(wgosa::read(model.game(), "2(13)8").is_err());
}

/// Figure 3: a 4-point game after four moves, and the two ways to join 4 and 8 in the bounded region.
#[test]
fn figure_3() {
    let model = game(4, &["1(5)4", "1(6)4", "6(7)3", "1(8)2"]);
    let tables = model.tables(Dead::Removed);
    let component = tables
        .components
        .iter()
        .find(|(_, points)| points.contains(&8))
        .expect("the bounded region");
    assert_eq!(cyclic(&component.1), cyclic(&[5, 8, 2, 8, 7, 3, 7, 4]));
    let region = tables
        .regions
        .iter()
        .find(|(_, components)| components.contains(&component.0))
        .expect("a region")
        .0;
    let join = |end: &str| enter(&model, &format!("{region} {0} {0} 4 {end}", component.0));
    assert_eq!(
        join("8").unwrap_err(),
        format!(
            "point 8 is listed twice on component {} and the two differ; write 8/1 or 8/2",
            component.0
        )
    );
    let first = expected(&[&[&[2, 7, 3, 7, 9]], &[&[5, 9]]]);
    let second = expected(&[&[&[7, 3, 7, 9]], &[&[5, 2, 9]]]);
    let ways = ["8/1", "8/2"].map(|end| shape(&join(end).expect("legal"), Dead::Removed));
    assert!(ways.contains(&first) && ways.contains(&second), "{ways:?}");
}

#[test]
fn bad_moves_are_refused() {
    let model = game(4, &["1(5)2", "1(6)1"]);
    let printed = model.tables(Dead::Removed).to_string();
    let refused = |text: &str| enter(&model, text).expect_err(&printed);
    assert_eq!(refused(""), "column 1: expected the number of a region");
    assert_eq!(
        refused("3 1 x"),
        "column 5: expected the number of the second component"
    );
    assert_eq!(
        refused("3 1 1 2 2/x"),
        "column 9: expected the number of the second point (8, or 8/2 for its second listing)"
    );
    assert_eq!(
        refused("3 1 1 2 2 3"),
        "column 11: expected `inside` and components, or the end"
    );
    assert_eq!(
        refused("3 1 1 2 2 inside x"),
        "column 18: expected the number of a component that goes inside"
    );
    assert_eq!(refused("1 3 4 3 4"), "there is no region 1");
    assert_eq!(
        refused("2 6 6 6 6"),
        "region 2 is dead: a move needs two open sockets in its region"
    );
    assert_eq!(refused("3 3 9 3 4"), "component 9 is not in region 3");
    assert_eq!(refused("3 3 4 3 3"), "point 3 is not on component 4");
    assert_eq!(
        refused("3 7 7 2/3 2"),
        "point 2 is listed only once on component 7"
    );
    assert_eq!(refused("3 7 3 1 3"), "point 1 has no open socket");
    assert_eq!(
        refused("3 7 7 6 6"),
        "point 6 has one open socket; joined to itself it needs two"
    );
    assert_eq!(
        refused("3 7 7 5 5"),
        "point 5 has one open socket; joined to itself it needs two"
    );
    assert_eq!(
        refused("3 3 4 3 4 inside 7"),
        "the move joins two components, so nothing goes inside; leave `inside` out"
    );
    assert_eq!(
        refused("3 7 7 2 2 inside 7"),
        "component 7 carries the curve and cannot go inside it"
    );
    assert_eq!(
        refused("3 7 7 2 2 inside 3 3"),
        "component 3 is named twice after `inside`"
    );
}

#[test]
fn facts_for_prolog() {
    let model = enter(&ListModel::start(3), "1 1 1 1 1 in 2").expect("legal");
    let facts: Vec<String> = model
        .prolog(Dead::Removed)
        .lines()
        .skip(3)
        .map(String::from)
        .collect();
    assert_eq!(
        facts,
        [
            "point_has_sockets_open(1, 1).",
            "point_has_sockets_open(2, 3).",
            "point_has_sockets_open(3, 3).",
            "point_has_sockets_open(4, 1).",
            "component_has_points(2, [2]).",
            "component_has_points(3, [3]).",
            "component_has_points(4, [1, 4]).",
            "region_has_components(2, [2, 4]).",
            "region_has_components(3, [3, 4]).",
        ]
    );
}

proptest! {
    #![proptest_config(trial::cases(1000))]

    /// Every move of a game can be entered in the words of the tables, which stay true to the position; undo restores.
    #[test]
    fn every_move_can_be_entered(points in 2u32..=12, seed in any::<u64>()) {
        let mut seed = Seed::new(seed);
        let mut model = ListModel::start(points);
        let mut before = Vec::new();
        while let Some(m) = seed.pick(&model.game().moves()).cloned() {
            before.push([Dead::Removed, Dead::Kept].map(|dead| model.tables(dead)));
            let text = model.describe(&m).expect("a legal move").to_string();
            let entered = enter(&model, &text);
            model.play(&m).expect("a legal move");
            let entered = entered.map_err(TestCaseError::fail)?;
            prop_assert_eq!(entered.game().outline(), model.game().outline(), "{}", text);
            let tables = model.tables(Dead::Kept);
            prop_assert_eq!(tables.points.len() as u32, model.game().spots());
            prop_assert_eq!(tables.regions.len(), model.game().regions().len());
            let sockets: u32 = tables.points.iter().map(|point| u32::from(point.1)).sum();
            prop_assert_eq!(sockets, model.game().total_lives());
        }
        prop_assert!(model.tables(Dead::Removed).regions.is_empty());
        while let Some(tables) = before.pop() {
            prop_assert!(model.undo().is_some());
            prop_assert_eq!([Dead::Removed, Dead::Kept].map(|dead| model.tables(dead)), tables);
        }
        prop_assert!(model.undo().is_none());
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,40}") {
        let _ = text.parse::<ListMove>();
    }

    #[test]
    fn near_misses_are_read_or_refused(text in "[1-3] [1-6] [1-6] [1-6](/[0-3])? [1-6](/[0-3])?( (in|inside)( [1-6]){0,3})?") {
        let model = game(3, &["1(4)2", "1(5)1"]);
        if let Ok(wanted) = text.parse::<ListMove>() {
            if let Ok(m) = model.find(&wanted) {
                prop_assert!(model.game().check(&m).is_ok());
            }
            prop_assert_eq!(wanted.to_string().parse::<ListMove>(), Ok(wanted));
        }
    }
}
