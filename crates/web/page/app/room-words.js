// What a room is about, in words and small pictures: the game, its opening, its clock, its link as a code. Knows no sockets.
import { h, s } from './dom.js';
import { draw } from './engine.js';
import { still } from './picture.js';
import { qr } from './qr.js';
import { stillBoard } from './stones.js';
import { t } from './words.js';

const PLAYERS = ['host', 'guest', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const DAY_MS = 86_400_000;

/** A player as a number from 0, in the order of the seats; null for nobody. */
export const number = (player) => (player === null || player === undefined ? null : PLAYERS.indexOf(player));

let library = null;
/** The games that come with the program, by name. */
const shelf = () => (library ??= draw('connectionGames').then((games) => new Map(games.map((game) => [game.name, game]))).catch(() => { library = null; return new Map(); }));

/** What a description of one's own calls itself. */
const ownTitle = (text) => text.match(/^\s*game\s+\S+\s+"([^"\n]*)"/m)?.[1];

/** The game of an invitation or a listed room in a few words. The number of spots is left out where it will be named at the table. */
export async function gameWords({ game: { sprouts, stones }, rules }) {
  const w = t.friends;
  if (sprouts) return [w.sprouts, rules.opening === 'size' ? '' : sprouts.start.spots ? t.games.spots(sprouts.start.spots) : w.map, sprouts.ending === 'misere' ? w.misere : ''].filter(Boolean).join(' · ');
  const known = (await shelf()).get(stones.game);
  const options = (stones.options ?? []).filter(([name, value]) => known?.options.find((option) => option.name === name)?.default !== value);
  return [known?.title ?? ownTitle(stones.game) ?? w.ownGame, ...options.map(([name, value]) => `${t.connection.optionNames[name] ?? name} ${t.connection.optionValues[value] ?? value}`)].join(' · ');
}

/** Opening, clock and visitors in a few words. */
export function rulesWords({ opening, time }, watchable = true) {
  const w = t.friends;
  const clock = !time ? w.noClock : time.live ? w.live(Math.round(time.live.base_ms / 6000) / 10, Math.round(time.live.increment_ms / 1000)) : w.perMove(Math.round(time.move.each_ms / DAY_MS));
  return [w.opened[opening], clock, watchable ? '' : w.alone].filter(Boolean).join(' · ');
}

/** What a clock shows. */
export function clockText(left) {
  const { unit } = t.friends;
  const two = (value) => String(value).padStart(2, '0');
  if (left < 10_000) return (Math.ceil(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} ${unit.h} ${two(minutes % 60)} ${unit.min}`;
  return `${Math.floor(hours / 24)} ${unit.d} ${hours % 24} ${unit.h}`;
}

/** The board as it stands in a room, small. */
export function roomPicture(view, shape) {
  const { table } = view;
  if (shape) return stillBoard(shape, shape.title, table.stones.stones, [], table.stones.links, table.stones.heights);
  return still(table.sprouts.picture, () => 'var(--ink-soft)', { scale: 2.4, plain: table.sprouts.picture.spots.length > 8 });
}

/** A link as a code that a phone's camera reads; nothing where the link is too long. */
export function qrCode(link) {
  const rows = qr(link);
  if (!rows) return null;
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join('');
  // Dark on light whatever the theme: cameras want it so.
  return h('div', { class: 'qr' }, s('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': t.friends.qr, 'shape-rendering': 'crispEdges' }, s('rect', { width: size, height: size, class: 'qr-light' }), s('path', { d: path, class: 'qr-dark' })));
}
