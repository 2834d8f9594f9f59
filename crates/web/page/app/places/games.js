// The shelf of games: what is being played and what was played, as small pictures. Go on, look back, share, remove.
import { h, icon, toast } from '../dom.js';
import { draw } from '../engine.js';
import * as games from '../games.js';
import { still } from '../picture.js';
import { colour, settings } from '../settings.js';
import { shareLink } from '../share.js';
import { stillBoard } from '../stones.js';
import { refreshAll } from '../turns.js';
import { labelled, t } from '../words.js';

const isStones = (entry) => entry.kind === 'stones' || entry.game === 'stones';

/** The picture of a game, small. */
export function picture(entry) {
  const box = h('div', { class: 'picture' });
  if (isStones(entry)) {
    draw('connectionBoard', entry.text, JSON.stringify(entry.options)).then((board) => box.append(stillBoard(board, title(entry), entry.stones, [], [], entry.heights))).catch(() => {});
  } else if (entry.shot) {
    const own = entry.kind === 'remote' ? entry.you : 0;
    const colours = (line) => (line.move < 0 ? 'var(--ink-soft)' : colour(settings.colours[(line.move + entry.starter + own) % 2]));
    box.append(still(games.unshot(entry.shot), colours, { scale: 2.2, plain: entry.shot.spots.length > 8, label: title(entry) }));
  }
  return box;
}

/** What the game is called: its board and who plays. */
export function title(entry) {
  const w = t.games;
  if (entry.kind === 'remote') {
    const others = entry.names.filter((_, player) => player !== entry.you);
    const board = isStones(entry) ? entry.title : entry.map ? w.map : w.spots(entry.spots ?? entry.start.spots);
    return `${board} · ${others.length ? t.friends.gameWith(t.list(others)) : t.friends.waiting}`;
  }
  if (isStones(entry)) return entry.title;
  if (entry.kind === 'campaign') return `${t.campaign.title(entry.level)} · ${t.game.levels[entry.opponent]}`;
  const board = entry.map ? w.map : w.spots(entry.spots);
  return `${board} · ${entry.opponent === 'person' ? w.friend : t.game.levels[entry.opponent]}${entry.ending === 'misere' ? ` · ${w.misere}` : ''}`;
}

/** How it stands. */
function state(entry) {
  const w = t.games;
  if (entry.waiting) return t.friends.notBegun;
  if (entry.ended) return w.ended(entry.ended, entry.moves);
  return w.running(entry.mine, entry.moves);
}

/** One game as a tile; `removed` is called after it was taken off the list. */
export function tile(entry, removed) {
  const w = t.games;
  const name = title(entry);
  const reviewed = entry.ended && !isStones(entry);
  const main = reviewed ? `/review/${encodeURIComponent(entry.id)}` : entry.path;
  const take = () => {
    const undo = games.remove(entry.id);
    removed();
    toast(w.removed(name), { label: t.game.undo, run: () => { undo(); removed(); } });
  };
  const share = () => shareLink(`/review#${new URLSearchParams({ game: JSON.stringify({ start: entry.start, ending: entry.ending, record: entry.record }) })}`);
  return h('div', { class: 'tile game-tile' },
    h('a', { href: main, 'data-link': true, class: 'tile-main' }, picture(entry), h('div', { class: 'caption' }, h('b', {}, name), h('span', { class: 'soft small' }, state(entry)))),
    h('div', { class: 'tile-tools' },
      h('a', { class: 'tool-mini', href: main, 'data-link': true, title: reviewed ? w.review : w.goOn, 'aria-label': labelled(reviewed ? w.review : w.goOn, name) }, icon(reviewed ? 'look' : 'play')),
      isStones(entry) || entry.waiting ? null : h('button', { class: 'tool-mini', type: 'button', title: t.maps.share, 'aria-label': labelled(t.maps.share, name), onclick: share }, icon('share')),
      h('button', { class: 'tool-mini', type: 'button', title: t.maps.remove, 'aria-label': labelled(t.maps.remove, name), onclick: take }, icon('trash'))));
}

export function show(main) {
  const w = t.games;
  const paint = () => {
    const entries = games.all();
    const part = (heading, some) => (some.length ? [h('h2', {}, heading), h('div', { class: 'grid' }, some.map((entry) => tile(entry, paint)))] : []);
    const running = entries.filter((entry) => !entry.ended);
    main.replaceChildren(h('div', { class: 'page' }, h('h1', {}, w.title), h('p', { class: 'soft' }, entries.length ? w.words : w.none),
      entries.length ? null : h('div', { class: 'row' }, h('a', { class: 'button main', href: '/play', 'data-link': true }, icon('play'), t.places.play)),
      part(w.nowPlaying, running), part(w.finished, entries.filter((entry) => entry.ended))));
  };
  paint();
  let alive = true;
  refreshAll().then(() => alive && paint());
  return () => (alive = false);
}
