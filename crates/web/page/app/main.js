// The way in: which place belongs to an address, and the doors between them. Knows the places' names, not their insides.
import { h, icon } from './dom.js';
import { warmUp } from './engine.js';
import { apply } from './settings.js';
import { DOORS } from './doors.js';
import { isMyTurn, markTitle, watchTurns } from './turns.js';
import { t } from './words.js';
import * as home from './places/home.js';
import * as play from './places/play.js';
import * as game from './places/game.js';
import * as friends from './places/friends.js';
import * as room from './places/room.js';
import * as analyse from './places/analyse.js';
import * as games from './places/games.js';
import * as puzzles from './places/puzzles.js';
import * as workshop from './places/workshop.js';
import * as about from './places/about.js';
import * as guide from './places/guide.js';
import * as review from './places/review.js';
import * as kept from './places/kept.js';
import * as campaign from './places/campaign.js';
import * as connection from './places/connection.js';
import * as learn from './places/learn.js';
import * as maps from './places/maps.js';
import * as short from './places/short.js';
import * as settings from './places/settings.js';
import * as missing from './places/missing.js';

const places = { '': home, play, game, friends, g: room, games, kept, review, guide, about, workshop, puzzles, analyse, campaign, connection, learn, maps, settings, s: short };

let leave = null;

export function go(path, replace = false) {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  show();
}

async function show() {
  const [name, ...rest] = location.pathname.slice(1).split('/');
  const place = Object.hasOwn(places, name) ? places[name] : missing;
  leave?.();
  leave = null;
  const main = document.getElementById('place');
  main.replaceChildren();
  main.className = `place-${name || 'home'}`;
  document.title = t.places[name] ? `${t.places[name]} · Rhizome` : 'Rhizome';
  markTitle(isMyTurn());
  // A room is reached through the door to friends.
  drawDoors(name === 'g' ? 'friends' : name);
  window.scrollTo(0, 0);
  leave = place.show(main, { rest, query: new URLSearchParams(location.search), hash: location.hash.slice(1), go }) ?? null;
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
  due = setTimeout(show);
};
addEventListener('popstate', soon);
addEventListener('hashchange', soon);

document.querySelector('.skip').textContent = t.page.skip;
document.querySelector('.brand').setAttribute('aria-label', t.page.brand);
document.getElementById('doors').setAttribute('aria-label', t.page.places);
apply();
warmUp();
show();
watchTurns();
if ('serviceWorker' in navigator && isSecureContext) navigator.serviceWorker.register('/sw.js').catch(() => {});
