//! What redrawing promises to the eye: nothing jumps, and whoever asks for a better picture gets one.

use drawing::{Boundary, Curve, PlanarMap, Point, Redraw, SIDE};
use sprouts::{Seed, SpotId};

/// The pictures of a random game: each with its newest curve as it was drawn, not redrawn yet.
fn game(spots: u32, value: u64, mut each: impl FnMut(&PlanarMap)) {
    let mut seed = Seed::new(value);
    let mut map = PlanarMap::start(spots);
    while let Some(wanted) = seed.pick(&map.labelled().moves()).cloned() {
        let curve = map.route_freely(&wanted).expect("every move has a curve");
        map.draw(&curve).expect("it was judged on this picture");
        each(&map);
        map.redraw(Redraw::STEPS);
    }
}

fn furthest(before: &PlanarMap, after: &PlanarMap) -> f64 {
    let apart = |spot| before.spot_point(spot).distance(after.spot_point(spot));
    before.spot_ids().map(apart).fold(0.0, f64::max) / f64::from(SIDE)
}

#[test]
fn no_spot_travels_far_in_any_part_of_a_redrawing() {
    // Rounding to the lattice.
    let most = Redraw::TRAVEL_MAX + 2.0 / f64::from(SIDE);
    for (spots, seed) in [(2, 1), (4, 2), (7, 3), (12, 4)] {
        game(spots, seed, |map| {
            let mut redraw = Redraw::new(map, Redraw::STEPS);
            loop {
                let more = redraw.step();
                let far = furthest(map, redraw.map());
                assert!(far <= most, "{far} of {spots} spots: {}", map.to_text());
                if !more {
                    break;
                }
            }
        });
    }
}

/// The squared turns of all lines over their sizes: the less, the smoother.
fn bend(map: &PlanarMap) -> f64 {
    let edges = map.edge_ids().map(|id| map.edge(id).points());
    edges
        .flat_map(|points| points.windows(3))
        .map(|p| {
            let [(a, b), (c, d), (e, f)] = [p[0], p[1], p[2]].map(|point| point.unit());
            let (x, y, u, v) = (c - a, d - b, e - c, f - d);
            let turn = (x * v - y * u).atan2(x * u + y * v);
            turn * turn * 2.0 / (x.hypot(y) + u.hypot(v))
        })
        .sum()
}

#[test]
fn asking_for_a_better_picture_straightens_what_a_hand_has_drawn() {
    let (mut before, mut after) = (0.0, 0.0);
    for seed in 0..4 {
        game(6, seed, |map| {
            let mut tidied = map.clone();
            tidied.tidy();
            tidied.check().unwrap();
            before += bend(map);
            after += bend(&tidied);
        });
    }
    assert!(after < 0.8 * before, "{before} became {after}");
}

#[test]
fn a_start_stays_where_it_is() {
    for spots in 1..=20 {
        let start = PlanarMap::start(spots);
        let mut redrawn = start.clone();
        redrawn.redraw(Redraw::STEPS);
        let far = furthest(&start, &redrawn);
        assert!(far < 0.03, "{spots} spots: {far}");
    }
}

/// Both curves as they were drawn on the start page: the second one leads round the first, whose own spot is held by the limit on travel.
/// The line goes on through it, instead of leaving it behind as the tip of a hook.
#[test]
fn a_line_does_not_go_on_without_its_spot() {
    let drawn = [
        vec![
            (8388608, 4102206),
            (8240455, 5024385),
            (8126127, 5915596),
            (8077147, 6771213),
            (8120582, 7576490),
            (8277202, 8320115),
            (8560064, 8994977),
            (8973621, 9598649),
            (9513419, 10133556),
            (10166403, 10606812),
            (10911802, 11029730),
            (11722547, 11417052),
            (12580161, 11795787),
        ],
        vec![
            (8425887, 4135080),
            (6900005, 5805871),
            (5478044, 7406918),
            (4257252, 8897852),
            (3598527, 9806892),
            (3089941, 10633752),
            (2749705, 11368462),
            (2591885, 12003325),
            (2626054, 12533099),
            (2857060, 12955133),
            (3571309, 13386893),
            (5172283, 13607533),
            (6798316, 13540217),
            (8712127, 13315382),
            (10827104, 12980434),
            (13058651, 12601906),
        ],
    ];
    let mut map = PlanarMap::start(3);
    for curve in drawn {
        let mut points: Vec<Point> = curve.into_iter().map(|(x, y)| Point { x, y }).collect();
        let last = points.len() - 1;
        (points[0], points[last]) = (map.spot_point(SpotId(0)), map.spot_point(SpotId(1)));
        let curve = Curve {
            from: SpotId(0),
            to: SpotId(1),
            points,
        };
        let legal = map.judge(curve).unwrap();
        map.draw(&legal).unwrap();
        map.redraw(Redraw::STEPS);
    }
    // The last and the first stretch beside the first line's own spot, and those before and after them.
    let halves: Vec<Vec<Point>> = map
        .edge_ids()
        .take(2)
        .map(|id| map.edge(id).points().to_vec())
        .collect();
    let (one, two) = (&halves[0][halves[0].len() - 3..], &halves[1][..3]);
    let heading = |a: Point, b: Point| {
        f64::from(b.y - a.y)
            .atan2(f64::from(b.x - a.x))
            .to_degrees()
    };
    let headings = [
        heading(one[0], one[1]),
        heading(one[1], one[2]),
        heading(two[0], two[1]),
        heading(two[1], two[2]),
    ];
    let turns: Vec<f64> = headings.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(
        turns.iter().all(|turn| (-40.0..10.0).contains(turn)),
        "the line turns one way, and gently: {turns:?}"
    );
}

/// A game of 15 spots with a tiny loop in plenty of room, drawn and not redrawn yet: the fourth move, which makes it, and the fifth. The
/// pushes of all lines round it held the loop together; redrawing left it 4 and 3 pixels wide on a phone.
const LOOP_DRAWN: &str = "\
    m1PAEk_94Nw4wrFo2suL2-jPj1nnB6r53Ei7_pCo55sJ8qzTgy3kJvryuL5kinBruovJvt_Lh3hyB_3xoG41Vho2_JxhtJnu7-Gm\
    42zRy329Hy2qO-81rJ_rglIoi7E7j5pErq65Dk86f3pirFAAD23tU0y1KoiqlBh8qHsw6nBnw2Nmv0Yv-5iBD5vsjBvw-LxjtqB9\
    _iDj9lkBokyhBBBM50xnBo5jb1oooBsm2lB9g2iBw9kcrj9eiy1iB_tncggigBj2rb82ngBlyqYu94fzynSoikcls6F0qvYg4qQ2\
    v6R6r7eqyxJkkgnB8jmF89qqBginFL-jvhB1sjJqqoZhzjKq-wR5g5Lq_wOrj1Su_0Oh8zXg3pPn1wa64iNt46dqhiG1-vgBtplB\
    rv8kBll0MhhwgBm3oCt5wuBDDrB_8jTyvtFxylgBp4iHnrsqBnzuHl55vBrw6B5ktsB65pIhz5jBsktNngtXqt2QxjsK0r5VnlqB\
    g1gZ0mtEwpmaq5sKq8uZk4qQ49iX40oVklsT4ylZ66pO2qgc4lmIykxdq-9Bi6-d9qsD0s4dtj3Gy3sdvkwHq4yc1sqG8j6al4jF\
    038Xhz-Fy_4Ux4sK0y8Rj82RglzStsldix6SrxtlB8hyUl7pxBoo8Mvrk5Bq41Hv6nhC61nCzhlmC41nCt_vnC41nCt1_lC41nC9\
    wrjCAl-z-BAh8i1BhjHjuioBlnxVju8alsyX95kX_5jX5kxUpx1hB74rF9nirBAzgq0BA3sz5BAh0l6BAoB_m2oBs3zDxqiqBq3z\
    D5r6zByx4B7rm8Bwx4BzqtgCA_l5-BA3x2sBizgb9y4eiuzgBpv3S619ahz9J27_btuzCsq4c2x0Civ4c2myI8qlbmh1Pws7Yy69\
    WqlkVgs5di08Rm55gBgujPwvhjB87lLoqvlBjrLy2nrBzivQgu6wBv7key2lyBx0npBq_ksB7posBy-onBjkpnBwkipBtw5bu6tv\
    Brx-Ms40xBgmsD-xorBmxgP23qc02uY43-Nso8bunpJmrjjBmw1Euw7uBq2oCs8p5B1p3Cg5x9B156I8gv7BrktMm19zBnm7Nwhv\
    qBrs9ImqwjBlp2HiomfjnoJ0joZCCB7m0vBmq6EhryR835GA";
const LOOP_LEFT: &str = "\
    m1PAFo1pwM43n4Fglm2Lq1q2Br995Bwpy7D2rnjDuo77Ik34kD0lzkJ7rr-Nn_zpBvnr2IzulR5jlyBl6umGrxmO57_vJtk7bv6q\
    4HooyiRoztpJ-y67C8uggK1qnwJl81xBjmikElm-hD4nsc1x6nEAAC0lilBisuGw_5tBtl9Y6mwaxkgaDn-pfnunEhm0tBks9C1h\
    8fqs4ZBBMrvtpBsvvKzvstBkssOlz8vBmlje179hB0x7gBnv3XgtqdnmzlBsvuzBlonY21_oB90rM8s7fqmzBgwsa4vvVg3pRm2i\
    hBqh6Iy6hnBo66E68tmB-jrFK88uiBzu3I617Zz57Hup0U5z0Hkl7T9vrM84vWz_-Vmz1WtwqiBwi4Plt1uBqi4Epp21Bri7Jvkl\
    uBrxqKxjomBDDqBz75kBg1xLtz8qB00oKp3usB4kmM5pgnB0jpOh47cy2jPvhhTou0Pp7vJk7mSh1mBgirVmmqFu2uX-4pL28uYy\
    qiRi05XwowWq07UsqmbykzP2rtemr2Iw94fu0iB8qpfr9zGqzrdn-qNy2gbplnRkokZrysRgunXp8nPm71Ull6N4q2R56qPmsyQl\
    6wV468Qnuzcsh5V3mipBy0iWrngvBiw2Oj4t8B61nCpv9iC86jB1s1kC86jBh74jC41nCp2liC41nCx5x_BAxok6BA7kuxB5iqSp\
    2wlBnm-Ut1jb1msThmlTx29UlvtStsuc1thSrzioB3hiEttnzBAj7n7BA13h-BAqBpryzBs3zD5juxBq3zD1iu0Byx4B9h_7Bwx4\
    BtlxgCAxkh-BA309yB6srYxq1hBi-je1tkY03lhBttlLs_8fj8vEi08iBsg7B8wygB62rIu65euviOuwmb2kySomwX-_4WkhvSsx\
    5a0p7Mwy1d8i4HsqjhB22WyshoBlv9KwlovBjr1au3s1B98vmB2ggyBzktuBis7uBr9uqByqttBzmqcqqxuB_lsNu-trBnx4Ds-2\
    oB6ngE8kghBs49K-zzZgs8Pqr0TmvwUk-7P2oxduv2LmxoqB-m7Fu_l2Bu0tBs738B37zEovj9BnrkH--03Bnp_I8-wuB_o1Jskk\
    kB7x7Kk00ax59Mm2sU9w4Rm7lRCCB3iqTi3pJk7xI24uSAQDCizogBwkxV493nBq72Won-Oqh-HCogrgBi6lR649iBsoqZ";

/// For every living region between two lines: twice its area over its circumference, in pixels on a phone. That is half the
/// diameter of a disc, and no region is narrower.
fn loop_widths(map: &PlanarMap) -> Vec<f64> {
    const PHONE: f64 = 360.0;
    let labelled = map.labelled();
    let living = labelled
        .region_ids()
        .filter(|&region| labelled.region_lives(region) >= 2);
    let borders = living.flat_map(|region| &map.regions()[region.0 as usize]);
    let loops =
        borders.filter(|border| matches!(border, Boundary::Walk(darts) if darts.len() == 2));
    let width = |border: &Boundary| {
        let polygon: Vec<(f64, f64)> = map
            .boundary_polygon(border)
            .iter()
            .map(|it| it.unit())
            .collect();
        let next = polygon.iter().cycle().skip(1);
        let (mut doubled, mut round) = (0.0, 0.0);
        for (a, b) in polygon.iter().zip(next) {
            doubled += a.0 * b.1 - a.1 * b.0;
            round += (b.0 - a.0).hypot(b.1 - a.1);
        }
        doubled / round * PHONE
    };
    // From outside they are walked the other way.
    loops.map(width).filter(|width| *width > 0.0).collect()
}

#[test]
fn a_tiny_loop_grows_until_a_finger_can_enter() {
    for text in [LOOP_DRAWN, LOOP_LEFT] {
        let mut map: PlanarMap = text.parse().unwrap();
        map.redraw(Redraw::STEPS);
        map.check().unwrap();
        let widths = loop_widths(&map);
        assert!(
            !widths.is_empty() && widths.iter().all(|width| *width > 8.0),
            "{widths:?}"
        );
    }
}
