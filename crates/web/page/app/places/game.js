// A quick game, as its address says.
import { SproutsGame } from '../game.js';
import { settings } from '../settings.js';
import { find } from '../maps.js';
import { t } from '../words.js';
import { show as missing } from './missing.js';
import { LEVELS, address } from './play.js';

export function read(query) {
  const pick = (name, allowed) => (allowed.includes(query.get(name)) ? query.get(name) : allowed[0]);
  const spots = Math.max(1, Math.min(20, Math.round(Number(query.get('spots'))) || 3));
  return { spots, map: query.get('map'), opponent: pick('opponent', ['easy', ...LEVELS, 'person']), ending: pick('ending', ['normal', 'misere']), starts: pick('starts', ['you', 'them']) };
}

export function show(main, { go, query }) {
  const wish = read(query);
  const map = wish.map ? find(wish.map) : null;
  if (wish.map && !map) return missing(main);
  const [mine, theirs] = settings.colours;
  const person = wish.opponent === 'person';
  const game = new SproutsGame({
    start: map ? { map: map.text } : { spots: wish.spots }, ending: wish.ending, starter: wish.starts === 'you' ? 0 : 1,
    kept: { id: `quick.${query}`, kind: 'quick', path: `/game?${query}`, spots: wish.spots, map: wish.map, opponent: wish.opponent },
    players: [
      { kind: 'person', name: person ? t.game.first : t.game.you, colour: mine },
      person ? { kind: 'person', name: t.game.second, colour: theirs } : { kind: 'computer', level: wish.opponent, name: t.game.computer, title: t.game.levels[wish.opponent], colour: theirs },
    ],
    actions: (self) => [
      // Whoever was second begins the next one.
      { label: t.game.rematch, main: true, run: () => go(address({ ...wish, starts: wish.starts === 'you' ? 'them' : 'you' })) },
      { label: t.game.review, run: () => go(`/review/${encodeURIComponent(self.config.kept.id)}`) },
      { label: t.game.back, run: () => go('/play') },
    ],
  });
  main.append(game.element);
  return () => game.close();
}
