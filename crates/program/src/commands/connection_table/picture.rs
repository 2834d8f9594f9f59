//! A board in letters: every site where its centre is, rows from top to bottom.

use connection::board::SiteId;
use connection::deciding::winning_group;
use connection::moves::Move;
use connection::plan::{Colour, Plan};
use connection::vertex;
use table::Stones;

/// The signs of nobody and of the players.
pub(super) const SIGNS: [char; 9] = ['·', 'x', 'o', 'v', 'w', '5', '6', '7', '8'];

/// The sign of a stone of nobody.
const NEUTRAL: char = '=';

/// The sites of a row, with the columns of the terminal where they are shown.
type Row = Vec<(usize, SiteId)>;

/// Prints the board. Columns have letters and rows have numbers where the board has columns; else a row has the name of its first site.
pub fn draw(game: &Stones) {
    let plan = game.plan();
    let mut marked = winning_group(game.engine(), game.last());
    marked.extend(game.last().and_then(Move::target));
    print!(
        "{}",
        pictured(plan, |site| sign(game, site, marked.contains(&site)))
    );
    print_links(game);
}

/// The sites in rows as they lie, a sign for each, with the names of rows and columns.
pub fn pictured(plan: &Plan, sign: impl Fn(SiteId) -> String) -> String {
    let rows = rows(plan);
    let letters = letters(plan, &rows);
    let lettered = match letters.is_empty() {
        true => String::new(),
        false => format!("{:>8}  {letters}\n", ""),
    };
    let mut text = String::new();
    for row in &rows {
        let first = row[0].1;
        let mut name = vertex::shown(plan, first);
        if plan.board.has_columns() && vertex::name(plan, first).is_some() {
            name.retain(|c| c.is_ascii_digit());
        }
        let stones = line(row, |site| Some(sign(site)));
        text += &format!("{name:>8}  {stones}\n");
    }
    // The columns of Hex lean, so their letters stand over the top row; those of squares stand below all rows.
    match plan.board.is_square() {
        true => text + &lettered,
        false => lettered + &text,
    }
}

fn rows(plan: &Plan) -> Vec<Row> {
    let board = &plan.board;
    let wide = match (board.is_hexagonal(), board.is_square()) {
        (true, _) => 2.0 * 3f64.sqrt(),
        (_, true) => 2.0,
        _ => 6.0,
    };
    let lefts = board.sites().iter().map(|site| site.centre.x);
    let left = lefts.fold(f64::INFINITY, f64::min);
    let mut rows: Vec<(i64, Row)> = Vec::new();
    for site in board.ids() {
        let centre = board.sites()[site.index()].centre;
        let height = (centre.y * 4.0).round() as i64;
        let column = ((centre.x - left) * wide).round() as usize;
        match rows.iter_mut().find(|(known, _)| *known == height) {
            Some((_, row)) => row.push((column, site)),
            None => rows.push((height, vec![(column, site)])),
        }
    }
    rows.sort();
    let sorted = rows.into_iter().map(|(_, mut row)| {
        row.sort();
        row
    });
    sorted.collect()
}

/// The letters of the columns, over the first of the longest rows; none where columns have no letters.
fn letters(plan: &Plan, rows: &[Row]) -> String {
    let longest = rows.iter().map(Vec::len).max();
    let lettered = rows.iter().find(|row| Some(row.len()) == longest);
    lettered.map_or_else(String::new, |row| {
        line(row, |site| {
            // There is room for one letter: of `AB` the last one, as the columns before it have been counted.
            let name = vertex::name(plan, site).filter(|_| plan.board.has_columns())?;
            Some(name.chars().rfind(char::is_ascii_alphabetic)?.to_string())
        })
    })
}

/// What stands on a site.
fn sign(game: &Stones, site: SiteId, is_marked: bool) -> String {
    let colour = game.engine().stone(site).0;
    // Cells are no places for stones: they show the number of who has won them.
    if !game.plan().board.points(site).is_empty() {
        let owner = char::from_digit(u32::from(colour), 10);
        return owner.filter(|_| colour > 0).unwrap_or('□').to_string();
    }
    let sign = SIGNS.get(usize::from(colour)).copied().unwrap_or(NEUTRAL);
    let sign = match is_marked {
        true => sign.to_ascii_uppercase(),
        false => sign,
    };
    // A stack shows how high it is.
    if game.plan().moves.settle.is_some() && colour > 0 {
        format!("{sign}{}", game.engine().height(site))
    } else {
        sign.to_string()
    }
}

/// The links of every player, which the board has no room for.
fn print_links(game: &Stones) {
    let plan = game.plan();
    let links = game.engine().links();
    for colour in (1..=plan.players).map(Colour) {
        let own = |link: &&[SiteId; 2]| game.engine().stone(link[0]) == colour;
        let named = |link: &[SiteId; 2]| link.map(|site| vertex::shown(plan, site)).join("-");
        let named: Vec<String> = links.iter().filter(own).map(named).collect();
        if !named.is_empty() {
            println!("Links of player {}: {}", colour.0, named.join(" "));
        }
    }
}

/// A line with a sign for every site where it has one.
fn line(sites: &[(usize, SiteId)], sign: impl Fn(SiteId) -> Option<String>) -> String {
    let mut line = String::new();
    for &(column, site) in sites {
        if let Some(sign) = sign(site) {
            while line.chars().count() < column {
                line.push(' ');
            }
            line.push_str(&sign);
        }
    }
    line
}
