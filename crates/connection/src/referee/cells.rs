//! Cells that are won by holding their points.

use super::Referee;
use crate::board::SiteId;
use crate::plan::Colour;

impl Referee {
    /// The cells of which the stone on `site` makes its colour hold half of the points are won by it, for good.
    pub(super) fn win_cells(&mut self, site: SiteId) {
        let (board, now) = (&self.plan.board, &mut self.now);
        let own = now.stones[site.index()];
        for cell in board.ids() {
            let points = board.points(cell);
            let held = points
                .iter()
                .filter(|point| now.stones[point.index()] == own);
            if now.stones[cell.index()] == Colour::NONE
                && points.contains(&site)
                && 2 * held.count() >= points.len()
            {
                now.stones[cell.index()] = own;
                now.came.push(cell);
            }
        }
    }
}
