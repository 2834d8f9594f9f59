// The games that a person plays and has played, kept in the browser, one entry each. Knows records and small pictures; knows
// no boards and no engine. An unfinished game is never dropped to make room.
import { keys, load, mayKeep, save } from './settings.js';
import { t } from './words.js';

const PREFIX = 'rhizome.games.';
const FINISHED_MAX = 60;

const isEntry = (entry) => entry && typeof entry === 'object' && typeof entry.id === 'string' && typeof entry.path === 'string' && entry.record;

/** The entry of a game; null when there is none. */
export function find(id) {
  const entry = load(PREFIX + id, null);
  return isEntry(entry) ? entry : null;
}

/** All games, the last touched first. */
export function all() {
  return keys(PREFIX).map((key) => load(key, null)).filter(isEntry).sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

export const running = () => all().filter((entry) => !entry.ended);

/** Keeps a game as it stands now; false when the browser has no room. */
export function keep(entry) {
  const kept = { ...entry, at: Date.now() };
  if (save(PREFIX + kept.id, kept)) return true;
  // No room: finished games go first, the oldest of all.
  for (const old of all().filter((each) => each.ended && each.id !== kept.id).reverse()) {
    save(PREFIX + old.id, null);
    if (save(PREFIX + kept.id, kept)) return true;
  }
  return false;
}

/** Why a game is not kept. */
export const whyNotKept = () => (mayKeep() ? t.games.full : t.page.keepsNothing);

/** Tells that another window of this browser has changed a game; `id` says which one is meant. Gives back how to stop listening. */
export function watch(id, changed) {
  const heard = ({ key }) => key === PREFIX + id() && changed();
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** Calls `back` when a hand comes back to this window. Gives back how to stop listening. */
export function whenBack(back) {
  for (const name of ['focus', 'pointerdown']) addEventListener(name, back);
  return () => {
    for (const name of ['focus', 'pointerdown']) removeEventListener(name, back);
  };
}

/** Takes a game off the list and gives back the way to undo that. */
export function remove(id) {
  const entry = find(id);
  save(PREFIX + id, null);
  return entry ? () => save(PREFIX + id, entry) : () => {};
}

/** Makes the place free for a new game: what stood there is kept under a name of its own, if it was more than a start. */
export function shelve(id) {
  const entry = find(id);
  if (!entry) return;
  save(PREFIX + id, null);
  const old = `${id}@${Date.now().toString(36)}`;
  save(PREFIX + old, { ...entry, id: old, path: entry.kind === 'stones' ? `${entry.path.split('?')[0]}?kept=${encodeURIComponent(old)}` : `/kept/${encodeURIComponent(old)}` });
  const finished = all().filter((each) => each.ended);
  for (const each of finished.slice(FINISHED_MAX)) save(PREFIX + each.id, null);
}

/** Puts a finished game with others aside under another name, because a new one begins in its place. */
export function aside(id, name) {
  const entry = find(id);
  if (!entry?.ended) return;
  if (entry.game === 'sprouts') save(PREFIX + name, { ...entry, id: name, path: `/review/${encodeURIComponent(name)}` });
  // A description of one's own has no address at which it could be opened again.
  else if (!entry.text.includes('\n')) save(PREFIX + name, { ...entry, id: name, kind: 'stones', seats: entry.names.map(() => 'person'), path: `/connection/${entry.text}?kept=${encodeURIComponent(name)}` });
}

/** A small picture of a board: spots and lines in whole units, so that many fit in the browser's storage. */
export function shot(picture) {
  const whole = (values) => values.map((value) => Math.round(value));
  return {
    spots: picture.spots.map(({ x, y, lives }) => whole([x, y, lives])),
    lines: picture.lines.map(({ move, points }) => [move, ...whole(points.length > 60 ? thin(points) : points)]),
  };
}

/** Every other point of a long line, its ends kept. */
function thin(points) {
  const out = [];
  for (let i = 0; i < points.length; i += 4) out.push(points[i], points[i + 1]);
  return [...out, points.at(-2), points.at(-1)];
}

/** The picture that a shot was made from, as far as it was kept. */
export const unshot = ({ spots, lines }) => ({
  spots: spots.map(([x, y, lives]) => ({ x, y, lives })),
  lines: lines.map(([move, ...points]) => ({ move, points, from: 0, to: 0 })),
  dead: [],
});
