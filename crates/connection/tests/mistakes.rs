//! Mistakes in descriptions: each kind is reported with its line, its column, and what was meant or what to do.

use connection::language::{Description, LanguageError, PlanError};

/// The first mistake in a text.
fn mistake(text: &str) -> LanguageError {
    match Description::parse(text) {
        Err(error) => error,
        Ok(game) => match game.plan::<&str, &str>(&[]) {
            Err(PlanError::Language(error)) => error,
            other => panic!("{text:?} gave {other:?}"),
        },
    }
}

/// A kind of mistake, a text that has it, where it is, and words that the message must hold.
type Kind = (
    &'static str,
    &'static str,
    (u32, u32),
    &'static [&'static str],
);

/// A good beginning, for mistakes that show only in a whole game: three lines.
macro_rules! after {
    ($rest:literal) => {
        concat!("game g \"G\"\nboard hexagon 5\nmove place own\n", $rest)
    };
}

const KINDS: &[Kind] = &[
    ("no game line", "", (1, 1), &["begins with a line such as"]),
    (
        "two game lines",
        "game g \"G\"\ngame h \"H\"\n",
        (2, 1),
        &["one `game` line"],
    ),
    (
        "no title",
        "game hex Hex\n",
        (1, 10),
        &["title in quotes", "found `Hex`"],
    ),
    (
        "an open quote",
        "game g \"unclosed\nboard hexagon 5",
        (1, 8),
        &["closing quote"],
    ),
    (
        "curly quotes",
        "game g “G”\n",
        (1, 8),
        &["straight double quotes"],
    ),
    (
        "a strange character",
        "game g \"G\"\nend full & empty: draw\n",
        (2, 10),
        &["'&'", "no meaning"],
    ),
    (
        "a misspelt statement",
        "game g \"G\"\nbord hexagon 5\n",
        (2, 1),
        &["expected a statement", "did you mean `board`?"],
    ),
    (
        "a misspelt shape",
        "game g \"G\"\nboard hexagn 5\n",
        (2, 7),
        &["`rhombus`", "did you mean `hexagon`?"],
    ),
    (
        "the beginning of a shape",
        "game g \"G\"\nboard hex 5\n",
        (2, 7),
        &["found `hex`", "did you mean `hexagon`?"],
    ),
    (
        "a move without `move`",
        "game g \"G\"\nboard hexagon 5\nplace own\n",
        (3, 1),
        &["did you mean `move place`?"],
    ),
    (
        "a comment as in another language",
        "# Hex\ngame g \"G\"\n",
        (1, 1),
        &["a comment begins with `//`"],
    ),
    (
        "a range from the largest to the smallest",
        "game g \"G\"\noption size 7 from 19 to 3\n",
        (2, 15),
        &["the smaller number comes first", "`from 3 to 19`"],
    ),
    (
        "two sides without a comma",
        "game g \"G\"\nboard rhombus 5\nregions sides of 1 = top bottom\n",
        (3, 26),
        &["expected `,`, `+` or `-`", "found `bottom`"],
    ),
    (
        "a player without a number",
        after!("end full: player wins\n"),
        (4, 18),
        &["expected a number", "found `wins`"],
    ),
    (
        "regions without how many",
        after!("regions sides = each side\nend connect sides: mover wins\n"),
        (5, 13),
        &["how many", "`connect all sides` or `connect 2 sides`"],
    ),
    (
        "a site without braces",
        after!("bar 1 from a1\nend full: draw\n"),
        (4, 12),
        &["in braces here: `{a1}`"],
    ),
    (
        "a size left out",
        "game g \"G\"\nboard hexagon\n",
        (2, 14),
        &["expected a number", "end of the line"],
    ),
    (
        "something too many",
        "game g \"G\"\nboard triangle 5 5\n",
        (2, 18),
        &["the end of the line", "found `5`"],
    ),
    (
        "a board too large",
        "game g \"G\"\nboard hexagon 900\nmove place own\nend full: draw\n",
        (2, 15),
        &["from 1 to 4096 sites"],
    ),
    (
        "a number too large",
        "game g \"G\"\nboard hexagon 9999999\n",
        (2, 15),
        &["too large", "1000000"],
    ),
    (
        "a product too large",
        after!("end moves = 2000 * 2000: draw\n"),
        (4, 18),
        &["at most 1000000", "4000000"],
    ),
    (
        "a division by nothing",
        after!("end moves = 5 / 0: draw\n"),
        (4, 15),
        &["divided by 0"],
    ),
    (
        "a limit exceeded",
        "game g \"G\"\nplayers 9\nboard hexagon 5\nmove place own\nend full: draw\n",
        (2, 9),
        &["the number of players", "from 1 to 8", "this is 9"],
    ),
    (
        "an option that is not declared",
        "game g \"G\"\noption size 5 from 3 to 9\nboard hexagon siz\nmove place own\nend full: draw\n",
        (3, 15),
        &["no option `siz`", "did you mean `size`?"],
    ),
    (
        "an option outside its range",
        "game g \"G\"\noption size 2 from 3 to 9\n",
        (2, 13),
        &["2 does not lie between 3 and 9"],
    ),
    (
        "an option twice",
        "game g \"G\"\noption size 5 from 3 to 9\noption size 5 from 3 to 9\n",
        (3, 1),
        &["size", "twice"],
    ),
    (
        "an option named like a word of the language",
        "game g \"G\"\noption moves 5 from 3 to 9\n",
        (2, 8),
        &["`moves`", "choose another name"],
    ),
    (
        "every so many columns, none",
        after!("start 1 at every 0,2 from {0,1}\nend full: draw\n"),
        (4, 18),
        &["a step between sites", "from 1 to 4096", "this is 0"],
    ),
    (
        "every without a place to begin",
        after!("start 1 at every 2,2\n"),
        (4, 21),
        &["expected `from`"],
    ),
    (
        "every where there are no columns",
        "game g \"G\"\nboard half-hexagon 5\nmove place own\nstart 1 at every 2,2 from {0,1}\nend full: draw\n",
        (4, 12),
        &["columns and rows", "{#0 #1}"],
    ),
    (
        "a crosscut on hexagons",
        after!("need no crosscut\nend full: draw\n"),
        (4, 6),
        &["square of four stones", "no such square"],
    ),
    (
        "a need that is none",
        after!("need no crosscuts\nend full: draw\n"),
        (4, 9),
        &["expected `crosscut`", "did you mean `crosscut`?"],
    ),
    (
        "a bare diagonal on hexagons",
        after!("need no bare diagonal\nend full: draw\n"),
        (4, 6),
        &["`need no bare diagonal`", "no such square"],
    ),
    (
        "a diagonal that is not bare",
        after!("need no bare diagonals\nend full: draw\n"),
        (4, 14),
        &["expected `diagonal`", "did you mean `diagonal`?"],
    ),
    (
        "a turn that moves where nothing does",
        after!("turn move then place\nend full: draw\n"),
        (4, 1),
        &["`turn move then place` needs", "`move step`"],
    ),
    (
        "a turn that moves and does something else",
        after!("turn move then shift\n"),
        (4, 16),
        &["expected `place`"],
    ),
    (
        "sites that are closed from nowhere",
        after!("bar 1 outer\n"),
        (4, 7),
        &["expected `from`"],
    ),
    (
        "sites closed to a player who places nothing",
        "game g \"G\"\nboard square 5\nstart 1 at {0,0}\nstart 2 at {1,0}\nmove step\nbar 1 from top\nend full: draw\n",
        (6, 1),
        &["`bar` says", "no stone is placed"],
    ),
    (
        "links and captures",
        "game g \"G\"\nboard square 5\nconnect knight\nmove place own\ncapture enclosed\nend full: draw\n",
        (3, 1),
        &["linked stones come and stay", "without captures"],
    ),
    (
        "cells and points with captures",
        "game g \"G\"\nboard conhex 3\nmove place own\ncapture enclosed\nend full: draw\n",
        (2, 1),
        &["on its points", "captures"],
    ),
    (
        "a tie without a score",
        after!("tie fewer stones\nend full: draw\n"),
        (4, 1),
        &["equal scores", "no score"],
    ),
    (
        "a tie of fewer groups",
        after!("score stones\ntie fewer groups\n"),
        (5, 11),
        &["expected `stones`"],
    ),
    (
        "the product of too many groups",
        after!("score product of 9 largest\nend full: best score\n"),
        (4, 18),
        &["the number of groups to multiply", "from 1 to 8"],
    ),
    (
        "up to nothing",
        after!("turn up 2 moves\n"),
        (4, 9),
        &["expected `to`"],
    ),
    (
        "growth of a turn that cannot stop",
        after!("turn 2 moves growth 3\n"),
        (4, 14),
        &["the end of the line"],
    ),
    (
        "stopping and passing",
        after!("turn up to 2 moves\nmove pass\nend full: draw\n"),
        (4, 1),
        &["stop by passing", "`move pass`"],
    ),
    (
        "an opening for three",
        "game g \"G\"\nplayers 3\nboard hexagon 5\nmove place own\nopening\nend full: draw\n",
        (5, 1),
        &["`opening` is for two players"],
    ),
    (
        "an opening with any colour",
        "game g \"G\"\nboard hexagon 5\nmove place any\nopening without outer\nend full: draw\n",
        (4, 1),
        &["`move place own` alone"],
    ),
    (
        "an opening with a swap",
        after!("opening without outer\nswap\nend full: draw\n"),
        (4, 1),
        &["choose their colours already", "`swap`"],
    ),
    (
        "an opening with long turns",
        after!("opening\nturn 2 moves\nend full: draw\n"),
        (4, 1),
        &["turns of one move"],
    ),
    (
        "an opening with sites and no without",
        after!("opening outer\n"),
        (4, 9),
        &["`without` and some sites"],
    ),
    (
        "corners held of two regions",
        after!("regions ends = N, S\nend held ends >= 1: mover wins\n"),
        (5, 10),
        &["joining three of `ends`"],
    ),
    (
        "corners held by everybody",
        after!("regions sides = each side\nend held sides of every >= 1: draw\n"),
        (5, 10),
        &["say whose"],
    ),
    (
        "stars on squares",
        "game g \"G\"\nboard square 5\nmove place own\nscore stars\nend full: best score\n",
        (4, 7),
        &["board of hexagons with columns and rows"],
    ),
    (
        "no end",
        "game g \"G\"\nboard hexagon 5\nmove place own\n",
        (3, 1),
        &["needs an end", "end full"],
    ),
    (
        "no move",
        "game g \"G\"\nboard hexagon 5\nend full: draw\n",
        (3, 1),
        &["needs a move", "move place own"],
    ),
    (
        "no board",
        "game g \"G\"\nmove place own\nend full: draw\n",
        (3, 1),
        &["needs a board"],
    ),
    (
        "two boards",
        "game g \"G\"\nboard hexagon 5\nboard square 5\nmove place own\nend full: draw\n",
        (3, 1),
        &["two boards"],
    ),
    (
        "regions that are not given",
        after!("regions sides = each side\nend connect all side: mover wins\n"),
        (5, 17),
        &["no regions `side`", "did you mean `sides`?"],
    ),
    (
        "a side of another board",
        after!("regions a = top\nend full: draw\n"),
        (4, 13),
        &["the sides N, NE, SE"],
    ),
    (
        "more regions than there are",
        after!("regions a = N, S\nend connect 3 a: mover wins\n"),
        (5, 13),
        &["regions to connect", "from 1 to 2"],
    ),
    (
        "a misspelt condition",
        after!("end ful: draw\n"),
        (4, 5),
        &["a condition", "did you mean `full`?"],
    ),
    (
        "a misspelt result",
        after!("end full: drow\n"),
        (4, 11),
        &["a result", "did you mean `draw`?"],
    ),
    (
        "nothing compared",
        after!("end group 5: mover wins\n"),
        (4, 11),
        &["`>=`"],
    ),
    (
        "two fixed numbers",
        after!("end 5 > 3: mover wins\n"),
        (4, 5),
        &["fixed numbers", "`moves`"],
    ),
    (
        "a count where a number is needed",
        after!("need group <= stones of 1\nend full: draw\n"),
        (4, 15),
        &["counted during the game"],
    ),
    (
        "a count divided",
        after!("end stones of 1 / 2 > moves: mover wins\n"),
        (4, 17),
        &["cannot be divided"],
    ),
    (
        "a sum that is odd",
        after!("end stones of 1 + captures of 1 is odd: draw\n"),
        (4, 36),
        &["not about a sum"],
    ),
    (
        "every as one player",
        after!("end mover is every: draw\n"),
        (4, 14),
        &["one player"],
    ),
    (
        "a parenthesis left open",
        after!("end (full or no move: draw\n"),
        (4, 21),
        &["`)`", "found `:`"],
    ),
    (
        "parentheses too deep",
        "game g \"G\"\nboard hexagon ((((((((((((((((((((((((((((((((((1",
        (2, 47),
        &["more than 32 deep"],
    ),
    (
        "a site off the board",
        "game g \"G\"\nboard hexagon 5\nstart 1 at {0,0 9,9}\nmove place own\nend full: draw\n",
        (3, 17),
        &["no such site", "its first one is"],
    ),
    (
        "a board cut to nothing",
        "game g \"G\"\nboard square 2 without top + bottom\nmove place own\nend full: draw\n",
        (2, 24),
        &["leaves no site"],
    ),
    (
        "a hole used as a site",
        "game g \"G\"\nboard hexagon 5 without {0,0}\nstart 1 at {0,0}\nmove place own\nend full: draw\n",
        (3, 13),
        &["no such site", "a1"],
    ),
    (
        "a name for sites that is taken",
        after!("sites N = {0,0}\nend full: draw\n"),
        (4, 7),
        &["`N`", "choose another name"],
    ),
    (
        "a region without sites",
        after!("regions a = corners - corners\nend full: draw\n"),
        (4, 1),
        &["no sites", "nothing can touch"],
    ),
    (
        "two stones on a site",
        after!("start 1 at {0,0}\nstart 2 at {0,0}\nend full: draw\n"),
        (5, 1),
        &["e5 already"],
    ),
    (
        "a dangling edge",
        "game g \"G\"\nboard graph\nsite 0 at 0,0 to 1\nsite 1 at 1,0 to 0 7\nmove place own\nend full: draw\n",
        (4, 20),
        &["no site 7", "0 to 1"],
    ),
    (
        "a line over no edge",
        "game g \"G\"\nboard graph\nsite 0 at 0,0 to 1\nsite 1 at 1,0 to 2\nsite 2 at 2,0\nline 0 1 2\nline 1 0 2\nmove place own\nend full: draw\n",
        (7, 10),
        &["along edges", "join 0 and 2"],
    ),
    (
        "a line that comes back",
        "game g \"G\"\nboard graph\nsite 0 at 0,0 to 1\nsite 1 at 1,0\nline 0 1 0\nmove place own\nend full: draw\n",
        (5, 10),
        &["site 0 lies on this line already"],
    ),
    (
        "a line to nowhere",
        "game g \"G\"\nboard graph\nsite 0 at 0,0 to 1\nsite 1 at 1,0\nline 0 2\nmove place own\nend full: draw\n",
        (5, 8),
        &["no site 2", "0 to 1"],
    ),
    (
        "a line of one site",
        "game g \"G\"\nboard graph\nsite 0 at 0,0 to 1\nsite 1 at 1,0\nline 0\nmove place own\nend full: draw\n",
        (5, 7),
        &["number of a site"],
    ),
    (
        "lines of a board that has its own",
        after!("line 0 1\nend full: draw\n"),
        (4, 1),
        &["`line` belongs to `board graph`"],
    ),
    (
        "an edge to itself",
        "game g \"G\"\nboard graph\nsite 0 at 0,0 to 0\nmove place own\nend full: draw\n",
        (3, 18),
        &["not joined to itself"],
    ),
    (
        "sites out of order",
        "game g \"G\"\nboard graph\nsite 1 at 0,0\nmove place own\nend full: draw\n",
        (3, 1),
        &["in order", "this one is 0"],
    ),
    (
        "a score left out",
        after!("end full: best score\n"),
        (4, 1),
        &["needs a score"],
    ),
    (
        "swap for three",
        "game g \"G\"\nplayers 3\nboard hexagon 5\nswap\nmove place own\nend full: draw\n",
        (4, 1),
        &["two players"],
    ),
    (
        "diagonal moves on hexagons",
        "game g \"G\"\nboard hexagon 5\nstart 1 at {0,0}\nstart 2 at {1,0}\nmove line diagonal\nend full: draw\n",
        (5, 11),
        &["no straight direction"],
    ),
    (
        "moves on a board without lines",
        "game g \"G\"\nboard rhombitrihexagonal 2\nstart 1 at {#0}\nstart 2 at {#1}\nmove step\nend full: draw\n",
        (5, 10),
        &["straight directions"],
    ),
    (
        "nothing to move",
        "game g \"G\"\nboard square 5\nstart 1 at {0,0}\nmove step\nend full: draw\n",
        (4, 1),
        &["player 2 has no stone", "start 2 at", "move place own"],
    ),
    (
        "neighbours that a board does not have",
        after!("connect slash\nend full: draw\n"),
        (4, 9),
        &["no two sites are neighbours"],
    ),
    (
        "a line on a board without lines",
        "game g \"G\"\nboard rhombitrihexagonal 2\nmove place own\nend line 5: mover wins\n",
        (4, 10),
        &["no straight lines"],
    ),
    (
        "an action that nobody knows",
        after!("turn place own then plaec neutral\nend full: draw\n"),
        (4, 21),
        &["did you mean `place`"],
    ),
    (
        "somebody else's stone taken",
        after!("turn take own\nend full: draw\n"),
        (4, 11),
        &["`neutral`"],
    ),
    (
        "a way to spend a turn that begins another",
        "game g \"G\"\nboard hexagon 5\nturn place own or place own then place neutral\nend full: draw\n",
        (3, 19),
        &["beginning of another"],
    ),
    (
        "the other one of three",
        "game g \"G\"\nplayers 3\nboard hexagon 5\nturn first place other\nmove place own\nend full: draw\n",
        (4, 12),
        &["`place other`", "two players"],
    ),
    (
        "actions beside moves",
        after!("turn place own then place neutral\nend full: draw\n"),
        (4, 1),
        &["without `move`"],
    ),
    (
        "nobody's stones captured",
        after!("start neutral at {0,0}\ncapture enclosed\nend full: draw\n"),
        (4, 1),
        &["stones of nobody", "captures"],
    ),
    (
        "a capture that nobody knows",
        after!("capture flankde\nend full: draw\n"),
        (4, 9),
        &["`enclosed`", "did you mean `flanked`"],
    ),
    (
        "a height without stacks",
        after!("start 1 at {0,0} height 2\nend full: draw\n"),
        (4, 1),
        &["`move settle`", "height"],
    ),
    (
        "a height that is too much",
        after!("start 1 at {0,0} height 99\nend full: draw\n"),
        (4, 25),
        &["the height of a stack", "1 to 9"],
    ),
    (
        "sight without stacks",
        after!("score sight\nend full: best score\n"),
        (4, 1),
        &["`sight`", "`move settle`"],
    ),
    (
        "settling beside placing",
        after!("move settle\nend full: draw\n"),
        (4, 1),
        &["without other moves"],
    ),
    (
        "nothing to settle from",
        "game g \"G\"\nboard hexagon 5\nstart 1 at {0,0}\nmove settle\nend full: draw\n",
        (4, 1),
        &["player 2 has no stack", "turn first"],
    ),
    (
        "an option without its default",
        "game g \"G\"\noption size from 3 to 9\n",
        (2, 13),
        &["a number or a word", "found `from`"],
    ),
    (
        "a sign as books print it",
        after!("end empty ≥ 3: draw\n"),
        (4, 11),
        &["`≥` is written `>=`"],
    ),
    (
        "a word that an option never has",
        after!("option m yes or no\nwhen m is maybe: swap\nend full: draw\n"),
        (5, 11),
        &["`m` is never maybe", "yes, no"],
    ),
    (
        "a line that is longer than any of the board",
        after!("end line 10: mover wins\n"),
        (4, 10),
        &["the length of a line", "2 to 9", "this is 10"],
    ),
    (
        "captures where nothing is captured",
        after!("end full or not (captures > 3): mover wins\n"),
        (4, 18),
        &["nothing is captured", "`capture enclosed`"],
    ),
    (
        "stones placed in two ways",
        after!("move place any\nend full: draw\n"),
        (4, 1),
        &["in one way"],
    ),
    (
        "nobody's stones counted",
        after!("end stones of nobody > 3: draw\n"),
        (4, 15),
        &["`mover`", "`1`"],
    ),
];

/// Stones that settle take what stood there, and so do stones that move along a line.
#[test]
fn what_is_taken_without_the_word_capture_can_be_counted_too() {
    for moves in [
        "start 1 at {0,0}\nstart 2 at {1,0}\nmove settle",
        "start 1 at {0,0}\nstart 2 at {1,0}\nmove line",
    ] {
        let game =
            format!("game g \"G\"\nboard hexagon 4\n{moves}\nend captures > 1: mover wins\n");
        let plan = Description::parse(&game).unwrap().plan::<&str, &str>(&[]);
        assert!(plan.is_ok(), "{plan:?}");
    }
}

/// Some editors put a mark before the first letter that nobody sees; columns are counted without it.
#[test]
fn a_mark_before_the_text_is_no_mistake() {
    let error = mistake("\u{feff}game g G\n");
    assert_eq!((error.at.line, error.at.column), (1, 8));
    let game = "\u{feff}game g \"G\"\r\nboard hexagon 5\r\nmove place own\r\nend full: draw\r\n";
    assert!(Description::parse(game).is_ok());
}

#[test]
fn every_kind_of_mistake_is_explained_where_it_is() {
    assert!(KINDS.len() >= 24);
    for (kind, text, place, words) in KINDS {
        let error = mistake(text);
        assert_eq!((error.at.line, error.at.column), *place, "{kind}: {error}");
        for word in *words {
            assert!(
                error.mistake.to_string().contains(word),
                "{kind}: {error} lacks {word:?}"
            );
        }
    }
}

/// A loop of cells has no last stone: several of them may be won by one point.
#[test]
fn loops_are_not_for_cells_that_points_win() {
    let error = mistake("game g \"G\"\nboard conhex 3\nmove place own\nend not loop full: draw\n");
    assert_eq!((error.at.line, error.at.column), (2, 1));
    assert!(error.mistake.to_string().contains("and loops"), "{error}");
}

/// A message says one thing: no two kinds are reported in the same words, but for a hole, which is no site like any other.
#[test]
fn no_two_kinds_have_the_same_message() {
    let kinds = KINDS
        .iter()
        .filter(|kind| kind.0 != "a hole used as a site");
    let mut messages: Vec<String> = kinds
        .map(|kind| mistake(kind.1).mistake.to_string())
        .collect();
    messages.sort();
    let count = messages.len();
    messages.dedup();
    assert_eq!(messages.len(), count);
}

#[test]
fn an_option_asked_for_that_does_not_exist_is_guessed() {
    let hex = connection::library::game("hex").unwrap();
    let error = hex.plan(&[("siez", "5")]).unwrap_err().to_string();
    assert!(error.contains("did you mean `size`?"), "{error}");
}
