// The maps that a person drew, kept in the browser. Knows their texts and names, not what they show.
import { load, save } from './settings.js';

const KEY = 'rhizome.maps';
const LIMIT = 500;

const clean = (map) => map && typeof map.id === 'string' && typeof map.text === 'string' && typeof map.name === 'string';

export function all() {
  const maps = load(KEY, []);
  return Array.isArray(maps) ? maps.filter(clean) : [];
}

export const find = (id) => all().find((map) => map.id === id) ?? null;

/** Keeps a map; a known id replaces what was there. False when there is no room. */
export function keep(map) {
  const others = all().filter((other) => other.id !== map.id);
  return save(KEY, [map, ...others].slice(0, LIMIT));
}

/** Removes a map and gives it back, so that the removal can be undone. */
export function remove(id) {
  const maps = all();
  const index = maps.findIndex((map) => map.id === id);
  if (index < 0) return null;
  const [map] = maps.splice(index, 1);
  save(KEY, maps);
  return { map, restore: () => { const now = all(); now.splice(index, 0, map); save(KEY, now); } };
}

export const newId = () => Math.random().toString(36).slice(2, 8) + Date.now().toString(36).slice(-4);

/** The address that carries a whole map to somebody else. */
export const sharePath = (map) => `/maps/shared#${new URLSearchParams({ name: map.name, map: map.text })}`;
