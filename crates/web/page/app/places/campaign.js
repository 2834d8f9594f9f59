// A winding path of pictures, each one a game that the person can win.
import { still } from '../picture.js';
import { h, icon } from '../dom.js';
import { draw } from '../engine.js';
import { RANKS, allLevels, current, open, progress, stars, trophies, win } from '../campaign.js';
import { SproutsGame } from '../game.js';
import * as games from '../games.js';
import { load, save, settings } from '../settings.js';
import { t } from '../words.js';

const RANK = 'rhizome.campaign.rank';

export function show(main, way) {
  let alive = true;
  let leave = null;
  main.append(h('div', { class: 'page' }, h('p', { class: 'soft' }, t.campaign.loading)));
  allLevels().then((levels) => {
    if (!alive) return;
    main.replaceChildren();
    const number = Number(way.rest[0]);
    leave = Number.isInteger(number) && number >= 1 && number <= levels.length ? level(main, way, levels, number) : path(main, levels);
  }).catch(() => alive && main.replaceChildren(h('div', { class: 'page' }, h('p', {}, t.page.notLoaded))));
  return () => {
    alive = false;
    leave?.();
  };
}

function path(main, levels) {
  const w = t.campaign;
  const won = progress();
  const now = current(levels.length, won);
  const done = Object.values(won).filter((ranks) => ranks.length).length;
  // Pictures are drawn when they come into sight: a hundred and sixty at once would hold up the first.
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((each) => each.isIntersecting)) {
      seen.unobserve(entry.target);
      const { map } = levels[Number(entry.target.dataset.level) - 1];
      draw('picture', { map }).then((picture) => entry.target.append(still(picture, () => 'var(--ink-soft)', { scale: 3.6, plain: true })));
    }
  }, { rootMargin: '300px' });
  const starred = stars();
  const stops = levels.map((_, i) => {
    const number = i + 1;
    const ranks = open(number, won);
    const locked = ranks.length === 0;
    const picture = h('span', { class: 'stop-picture', 'data-level': number });
    seen.observe(picture);
    const medals = h('span', { class: 'medals' }, RANKS.map((rank) => h('i', { class: `medal ${won[number]?.includes(rank) ? rank : ''} ${starred[number]?.includes(rank) ? 'star' : ''}`, title: t.game.levels[rank] })));
    const inside = [picture, locked ? h('span', { class: 'stop-lock' }, icon('lock')) : null, h('b', {}, String(number)), medals];
    const label = locked ? w.locked(number) : w.level(number, (won[number] ?? []).map((rank) => t.game.levels[rank]));
    return h('li', { class: `stop ${locked ? 'locked' : ''} ${number === now ? 'now' : ''}` }, locked
      ? h('span', { class: 'stop-inside', 'aria-label': label, role: 'img' }, inside)
      : h('a', { class: 'stop-inside', href: `/campaign/${number}`, 'data-link': true, 'aria-label': label, 'aria-current': number === now ? 'step' : undefined }, inside));
  });
  const list = h('ol', { class: 'path' }, stops);
  const cups = trophies();
  main.append(h('div', { class: 'page' }, h('div', { class: 'campaign-top' }, h('div', {}, h('h1', {}, t.places.campaign), h('p', { class: 'soft' }, w.words)),
    h('a', { class: 'button main', href: `/campaign/${now}`, 'data-link': true }, icon('play'), done ? w.goOn(now) : w.begin)), h('p', { class: 'small soft' }, w.done(done, levels.length)),
    cups.length ? h('div', { class: 'trophies' }, h('h2', {}, w.trophies), cups.map((rank) => h('p', {}, icon('cup'), w.trophy(t.game.levels[rank])))) : null, list));
  if (now > 12) stops[now - 1].scrollIntoView({ block: 'center' });
  return () => seen.disconnect();
}

function level(main, { go, query }, levels, number) {
  const w = t.campaign;
  const ranks = open(number);
  if (!ranks.length) {
    // The level before may be locked as well: the way leads to the first one that is open.
    const now = current(levels.length);
    main.append(h('div', { class: 'page narrow' }, h('div', { class: 'card' }, h('h1', {}, w.title(number)), h('p', {}, w.lockedWords(number - 1)), h('div', { class: 'row' }, h('a', { class: 'button main', href: `/campaign/${now}`, 'data-link': true }, now > 1 ? w.goOn(now) : w.begin), h('a', { class: 'button quiet', href: '/campaign', 'data-link': true }, t.game.toCampaign)))));
    return null;
  }
  const wanted = query.get('against') ?? load(RANK, 'easy');
  const rank = ranks.includes(wanted) ? wanted : ranks.at(-1);
  const [mine, theirs] = settings.colours;
  const choose = (each) => {
    save(RANK, each);
    go(`/campaign/${number}?against=${each}`, true);
  };
  const won = progress()[number] ?? [];
  const starred = stars()[number] ?? [];
  const locked = RANKS.find((each) => !ranks.includes(each));
  const id = `campaign.${number}.${rank}`;
  const { map, computer_starts: computerStarts } = levels[number - 1];
  const again = () => {
    games.shelve(id);
    go(`/campaign/${number}?against=${rank}`, true);
  };
  const game = new SproutsGame({
    start: { map }, ending: 'normal', starter: computerStarts ? 1 : 0, quietResume: true,
    kept: { id, kind: 'campaign', path: `/campaign/${number}?against=${rank}`, level: number, opponent: rank }, noHints: true,
    players: [{ kind: 'person', name: t.game.you, colour: mine }, { kind: 'computer', level: rank, name: t.game.computer, title: t.game.levels[rank], colour: theirs }],
    top: h('div', { class: 'lesson' }, h('h1', {}, w.title(number)), h('p', { class: 'soft' }, w.levelWords(computerStarts), ' ', w.undoWords),
      h('div', { class: 'choices', role: 'group', 'aria-label': t.play.opponent }, RANKS.map((each) => h('button', { type: 'button', class: 'rank', disabled: !ranks.includes(each), 'aria-pressed': String(each === rank), onclick: () => choose(each) },
        h('i', { class: `medal ${won.includes(each) ? each : ''} ${starred.includes(each) ? 'star' : ''}` }), t.game.levels[each], starred.includes(each) ? h('span', { class: 'unseen' }, `, ${w.star}`) : null))),
      // Who stands behind a locked door says how it opens.
      locked ? h('p', { class: 'small soft' }, w.unlock(t.game.levels[locked], number - 1)) : null),
    onEnd: ({ winner, person, clean }) => {
      if (winner !== person) return;
      win(number, rank, clean, levels.length);
      if (number === levels.length) announceLast(rank);
    },
    actions: (self) => {
      const youWon = self.view.ended?.winner === 'host';
      const next = number < levels.length && (youWon || open(number + 1).length > 0);
      return [
        ...(next && youWon ? [{ label: t.game.next, main: true, run: () => { games.shelve(id); go(`/campaign/${number + 1}?against=${rank}`); } }] : []),
        { label: youWon ? t.game.rematch : t.game.retry, main: !youWon, run: again },
        { label: t.game.review, run: () => go(`/review/${encodeURIComponent(id)}`) },
        { label: t.game.toCampaign, run: () => { games.shelve(id); go('/campaign'); } },
      ];
    },
  });
  const announceLast = (beaten) => game.side.prepend(h('p', { class: 'lesson-result' }, w.finished(t.game.levels[beaten])));
  main.append(game.element);
  return () => game.close();
}
