// Whose turn it is in games with others, while another place is open: looks now and then, shows it in the window's title, and tells
// it where the visitor has allowed that. Knows the shelf of games and a server's records.
import { RemoteSession } from './engine.js';
import * as games from './games.js';
import { number } from './room-words.js';
import { seat } from './seats.js';
import { load, save } from './settings.js';
import { t } from './words.js';

const WANTED = 'rhizome.notices';
const LOOK_MS = 45_000;
const ROOMS_MAX = 12;
const MARK = '\u25cf ';

export const canNotify = () => 'Notification' in globalThis;
export const mayNotify = () => canNotify() && Notification.permission === 'granted' && load(WANTED, false) === true;

/** Asks for permission; to be called on a press alone. */
export async function wantNotices() {
  const allowed = (await Notification.requestPermission()) === 'granted';
  save(WANTED, allowed ? true : null);
  return allowed;
}

/** Says that it is one's turn, to somebody who looks elsewhere. */
export async function tellTurn(room, names) {
  if (!mayNotify() || (document.visibilityState === 'visible' && document.hasFocus())) return;
  const options = { body: t.friends.turnWords(names), tag: `rhizome-${room}`, icon: '/icon.svg', data: { path: `/g/${room}` } };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(t.friends.turnTitle, options);
    else new Notification(t.friends.turnTitle, options);
  } catch {
    // A browser that promises notifications and has none: the title says it too.
  }
}

/** Puts the sign of a turn before the window's title, or takes it away. */
export function markTitle(wanted) {
  const plain = document.title.replace(MARK, '');
  document.title = wanted ? MARK + plain : plain;
}

/** What the server says of a room; null when there is none, nothing when it could not be asked. */
async function ask(room, token) {
  const answer = await fetch(`/api/rooms/${encodeURIComponent(room)}/record`, { method: 'POST', body: token });
  if (answer.ok) return answer.json();
  return answer.status === 404 ? null : undefined;
}

/** Whether the shelf has the game as the server has it, so that nobody need draw it again. */
function isKnown(entry, { state, board, ended = null }) {
  const { record, phase } = board.sprouts ?? board.stones;
  return Boolean(entry.waiting) === (state === 'waiting') && record.moves.length === entry.moves && phase.phase === entry.phase && (ended === null) === (entry.ended === null);
}

/** A room as the page shows it. */
async function read(all) {
  const session = new RemoteSession();
  try {
    await session.call('open');
    const { view } = await session.call('receive', JSON.stringify({ welcome: { seq: 0, all } }));
    return view;
  } finally {
    session.close();
  }
}

/** Brings one game of the shelf up to date, and tells when it has become our turn. */
async function refresh(entry) {
  const room = entry.path.slice('/g/'.length);
  const own = seat(room);
  const all = own ? await ask(room, own.token) : null;
  if (all === undefined) return;
  if (!all || all.state === 'cancelled') return void games.remove(entry.id);
  if (isKnown(entry, all)) return;
  const view = await read(all);
  const game = view.table.sprouts ?? view.table.stones;
  const begun = view.state === 'playing';
  const mine = begun && !game.ended && number(game.turn) === entry.you;
  // First told, then kept: a page that is left in between tells it the next time.
  if (mine && !entry.mine) await tellTurn(room, t.list(view.seats.filter((_, player) => player !== entry.you)));
  games.keep({ ...entry, waiting: !begun, names: view.seats, starter: number(view.table.starter), phase: view.table.phase, moves: game.moves.length, mine: game.ended ? null : mine, record: (all.board.sprouts ?? all.board.stones).record,
    ended: game.ended && { winner: number(game.ended.winner), reason: game.ended.reason, person: entry.you },
    ...(view.table.sprouts ? { shot: games.shot(game.picture), start: view.table.start.sprouts.start, spots: view.table.start.sprouts.start.spots } : { stones: game.stones }) });
}

const remote = () => games.running().filter((entry) => entry.kind === 'remote');

/** Brings all running games of the shelf up to date, except the one at `path`. */
export async function refreshAll(path = location.pathname) {
  for (const entry of remote().filter((each) => each.path !== path).slice(0, ROOMS_MAX)) {
    try {
      await refresh(entry);
    } catch {
      return;
    }
  }
}

/** Whether a game waits for us anywhere. */
export const isMyTurn = () => remote().some((entry) => entry.mine);

/** Looks now and then for as long as the page is open. */
export function watchTurns() {
  const look = async () => {
    if (navigator.onLine !== false && remote().some((entry) => entry.path !== location.pathname)) {
      await refreshAll();
      markTitle(isMyTurn());
    }
    setTimeout(look, LOOK_MS);
  };
  setTimeout(look, 3000);
}
