// How a board of stones lies on the sheet: turned so that its cells become as large as the room allows. Knows geometry, no games.

/** The turns to try, clockwise in degrees. The board as it is described comes first: another one must be worth it. */
const TURNS = [0, 90, 60, -60, 30, -30];
/** How much larger cells must become before a board is turned. */
const WORTH = 1.08;

/** A point turned round the origin. */
export function turnedPoint({ x, y }, angle) {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The same board with all its places turned. */
export function turnedBoard(board, angle) {
  if (!angle) return board;
  const outline = (points) => {
    const found = [];
    for (let i = 0; i < points.length; i += 2) {
      const { x, y } = turnedPoint({ x: points[i], y: points[i + 1] }, angle);
      found.push(x, y);
    }
    return found;
  };
  return { ...board, sites: board.sites.map((site) => ({ ...site, ...turnedPoint(site, angle), outline: outline(site.outline) })) };
}

/** The turn that makes cells largest in `room`; `frameOf(angle)` is the viewBox that the board needs then. */
export function bestTurn(room, frameOf) {
  const scale = (angle) => {
    const [, , width, height] = frameOf(angle);
    return Math.min(room.width / width, room.height / height);
  };
  return TURNS.reduce((best, angle) => (scale(angle) > scale(best) * WORTH ? angle : best));
}
