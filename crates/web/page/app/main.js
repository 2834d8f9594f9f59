// The way in: which place belongs to an address, and the doors between them. Knows the places' names, not their insides.
import { announce, h, icon, waitFor } from './dom.js';
import { warmUp } from './engine.js';
import { apply } from './settings.js';
import { DOORS } from './doors.js';
import { isMyTurn, markTitle, watchTurns } from './turns.js';
import { t } from './words.js';

/** The first part of an address, and the file of its place, where that is called otherwise. A place comes when it is first shown: no place waits for another. */
const NAMED = { '': 'home', g: 'room', s: 'short' };
const SAME = ['play', 'game', 'games', 'kept', 'review', 'guide', 'about', 'workshop', 'puzzles', 'analyse', 'campaign', 'connection', 'friends', 'learn', 'maps', 'settings'];
const places = { ...NAMED, ...Object.fromEntries(SAME.map((name) => [name, name])) };
const loaded = {};
const load = async (file) => (loaded[file] ??= await import(`./places/${file}.js`));

/** How long the first place has the network for itself. */
const REST_MS = 2000;
const KEEP_MS = 300;
const MOVED = ['wheel', 'pointerdown', 'keydown'];

let leave = null;
let shows = 0;

/** How far down a place was read stays with its address, for whoever comes back. */
const keepTop = () => history.replaceState({ ...history.state, top: Math.round(scrollY) }, '');
addEventListener('pagehide', keepTop);

export function go(path, replace = false) {
  if (replace) history.replaceState(history.state, '', path);
  else {
    keepTop();
    history.pushState(null, '', path);
  }
  show();
}

/** Goes down to where one was. What stands there comes piece by piece; whoever moves meanwhile goes where they want. */
function goDown(main, top) {
  const grows = new ResizeObserver(() => scrollTo(0, top));
  const stop = () => {
    grows.disconnect();
    for (const name of MOVED) removeEventListener(name, stop);
  };
  grows.observe(main);
  for (const name of MOVED) addEventListener(name, stop, { passive: true });
  setTimeout(stop, REST_MS);
}

async function show(top = 0) {
  const [name, ...rest] = location.pathname.slice(1).split('/');
  const turn = ++shows;
  document.title = t.places[name] ? `${t.places[name]} · Rhizome` : 'Rhizome';
  markTitle(isMyTurn());
  // A room is reached through the door to friends.
  drawDoors(name === 'g' ? 'friends' : name);
  const file = Object.hasOwn(places, name) ? places[name] : 'missing';
  if (!loaded[file]) {
    try {
      await load(file);
    } catch (error) {
      // The server has another version by now: its page brings what belongs together.
      if (turn > 1) return location.reload();
      throw error;
    }
    // Somebody went on meanwhile.
    if (turn !== shows) return;
  }
  leave?.();
  leave = null;
  const main = document.getElementById('place');
  main.replaceChildren();
  main.className = `place-${name || 'home'}`;
  window.scrollTo(0, 0);
  leave = loaded[file].show(main, { rest, query: new URLSearchParams(location.search), hash: location.hash.slice(1), go }) ?? null;
  if (turn === 1) return;
  if (top) goDown(main, top);
  // What had the focus may be gone: the keyboard goes on at the new place, and a screen reader says which it is.
  if (document.activeElement === document.body) main.focus({ preventScroll: true });
  if (main.contains(document.activeElement)) announce(document.title);
}

function drawDoors(current) {
  const doors = document.getElementById('doors');
  doors.replaceChildren(...DOORS.map((name) =>
    h('a', { href: `/${name}`, 'data-link': true, 'aria-current': name === current ? 'page' : undefined }, t.places[name])));
  // The start page has doors of its own, with a word about each.
  doors.hidden = current === '';
  const gear = document.getElementById('gear');
  gear.replaceChildren(icon('gear'));
  gear.setAttribute('aria-label', t.places.settings);
  gear.title = t.places.settings;
  gear.toggleAttribute('aria-current', current === 'settings');
  const here = doors.querySelector('[aria-current]');
  if (here) doors.scrollLeft = here.offsetLeft - doors.offsetLeft - 24;
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-link]');
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute('href'));
});
// A change after the # is told twice; the place is shown once.
let due = null;
const soon = () => {
  clearTimeout(due);
  due = setTimeout(() => show(history.state?.top));
};
addEventListener('popstate', soon);
addEventListener('hashchange', soon);

document.querySelector('.skip').textContent = t.page.skip;
document.querySelector('.brand').setAttribute('aria-label', t.page.brand);
const doors = document.getElementById('doors');
doors.setAttribute('aria-label', t.page.places);
// Doors that have gone past an edge fade there: no word is cut.
doors.addEventListener('scroll', () => doors.classList.toggle('scrolled', doors.scrollLeft > 2));
apply();
const awake = warmUp().catch(() => {});
waitFor(t.page.fetching, awake);
// Once the first place is there the others follow, so that none is missed when the network is gone.
const shown = show();
shown.then(() => setTimeout(() => Promise.allSettled(Object.values(places).map(load)), REST_MS));
watchTurns();
// Everything is fetched to be kept once there is something to see: until then the network is the first place's alone.
if ('serviceWorker' in navigator && isSecureContext) Promise.all([shown, awake]).then(() => setTimeout(() => navigator.serviceWorker.register('/sw.js').catch(() => {}), KEEP_MS));
