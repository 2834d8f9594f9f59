// A game from the shelf that is no longer at its old address: it goes on where it was left.
import { SproutsGame } from '../game.js';
import * as games from '../games.js';
import { settings } from '../settings.js';
import { t } from '../words.js';
import { show as missing } from './missing.js';

export function show(main, { rest, go }) {
  const id = decodeURIComponent(rest[0] ?? '');
  const entry = games.find(id);
  if (!entry || entry.kind === 'stones') return missing(main);
  const [mine, theirs] = settings.colours;
  const person = entry.opponent === 'person';
  const { record, shot, moves, ended, at, ...kept } = entry;
  const game = new SproutsGame({
    start: entry.start, ending: entry.ending, starter: entry.starter, kept,
    players: [
      { kind: 'person', name: person ? t.game.first : t.game.you, colour: mine },
      person ? { kind: 'person', name: t.game.second, colour: theirs } : { kind: 'computer', level: entry.opponent, name: t.game.computer, title: t.game.levels[entry.opponent], colour: theirs },
    ],
    actions: () => [{ label: t.game.review, main: true, run: () => go(`/review/${encodeURIComponent(id)}`) }, { label: t.places.games, run: () => go('/games') }],
  });
  main.append(game.element);
  return () => game.close();
}
