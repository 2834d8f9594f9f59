// The secrets of one's own seats in rooms, and the name that one goes by. They stay in this browser and never stand in an address
// that a server sees. Knows no sockets and no games.
import { keys, load, save } from './settings.js';

const PREFIX = 'rhizome.seats.';
const NAME = 'rhizome.name';
const SEATS_MAX = 300;
/** What a browser without storage knows until the page is left. */
const memory = new Map();

/** The seat in a room: its secret; null when there is none. */
export function seat(room) {
  const found = load(PREFIX + room, null);
  return typeof found?.token === 'string' ? found : memory.get(room) ?? null;
}

/** Keeps the secret of a seat; the oldest go when there are too many. */
export function keepSeat(room, token) {
  memory.set(room, { token });
  save(PREFIX + room, { token, at: Date.now() });
  const all = keys(PREFIX).map((key) => [load(key, null)?.at ?? 0, key]);
  for (const [, key] of all.sort(([a], [b]) => b - a).slice(SEATS_MAX)) save(key, null);
}

export function dropSeat(room) {
  memory.delete(room);
  save(PREFIX + room, null);
}

export const myName = () => String(load(NAME, '') ?? '').slice(0, 40);
export const keepName = (name) => save(NAME, name);

/** A secret that nobody can guess. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}

/** The link with which a seat is taken to another device. Everything after the # stays in the browser. */
export const seatLink = (room, token) => `${location.origin}/g/${room}#seat=${token}`;
export const roomLink = (room) => `${location.origin}/g/${room}`;
