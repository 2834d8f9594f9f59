// Find the only move: the shelf of puzzles in five grades with the one of today, and the board of one of them.
import { announce, button, h, icon, toast } from '../dom.js';
import { draw, think } from '../engine.js';
import { SproutsGame, wayWords } from '../game.js';
import { still } from '../picture.js';
import { allPuzzles, dailyOf, solve, solved, streak, today } from '../puzzles.js';
import { settings } from '../settings.js';
import { t } from '../words.js';

const SHOW_MS = 5000;

export function show(main, way) {
  let alive = true;
  let leave = null;
  main.append(h('div', { class: 'page' }, h('p', { class: 'soft' }, t.puzzles.loading)));
  allPuzzles().then((all) => {
    if (!alive) return;
    main.replaceChildren();
    const number = Number(way.rest[0]);
    leave = Number.isInteger(number) && number >= 1 && number <= all.length ? puzzle(main, way, all, number) : shelf(main, all);
  }).catch(() => alive && main.replaceChildren(h('div', { class: 'page' }, h('p', {}, t.page.notLoaded))));
  return () => {
    alive = false;
    leave?.();
  };
}

function shelf(main, all) {
  const w = t.puzzles;
  const done = solved();
  const daily = dailyOf(today(), all.length);
  const days = streak();
  // Pictures are drawn when they come into sight.
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((each) => each.isIntersecting)) {
      seen.unobserve(entry.target);
      const { map } = all[Number(entry.target.dataset.puzzle) - 1];
      draw('picture', { map }).then((picture) => entry.target.append(still(picture, () => 'var(--ink-soft)', { scale: 3.2, plain: true }))).catch(() => {});
    }
  }, { rootMargin: '300px' });
  const stop = (number) => {
    const picture = h('span', { class: 'stop-picture', 'data-puzzle': number });
    seen.observe(picture);
    return h('li', { class: `stop ${number === daily ? 'now' : ''}` }, h('a', { class: 'stop-inside', href: `/puzzles/${number}`, 'data-link': true, 'aria-label': `${w.number(number)}, ${done.has(number) ? w.solved : w.open}` }, picture, h('b', {}, String(number)), h('span', { class: 'medals' }, h('i', { class: `medal ${done.has(number) ? 'easy' : ''}` }))));
  };
  const grades = [...new Set(all.map((each) => each.grade))];
  main.append(h('div', { class: 'page' }, h('div', { class: 'campaign-top' }, h('div', {}, h('h1', {}, t.places.puzzles), h('p', { class: 'soft' }, w.words)),
    h('a', { class: 'button main', href: `/puzzles/${daily}`, 'data-link': true }, icon('play'), w.daily)),
    h('p', { class: 'small soft' }, w.solvedOf(done.size, all.length), days ? ` · ${w.streak(days)}` : ''),
    grades.map((grade) => h('section', { class: 'stack-side' }, h('h2', {}, w.grade(grade)), h('ol', { class: 'path' }, all.flatMap((each, i) => (each.grade === grade ? [stop(i + 1)] : [])))))));
  return () => seen.disconnect();
}

function puzzle(main, { go }, all, number) {
  const w = t.puzzles;
  const { map, ending, answer, grade } = all[number - 1];
  const [mine, theirs] = settings.colours;
  const result = h('p', { class: 'lesson-result', role: 'status', hidden: true });
  const again = button(w.tryAgain, () => game.undo(), { class: 'main', icon: 'undo' });
  const next = button(w.next, () => go(`/puzzles/${(number % all.length) + 1}`), { class: 'main' });
  const reveal = button(w.show, () => showIt(), { class: 'quiet' });
  again.hidden = next.hidden = true;
  let right = false;
  const judge = async (view) => {
    result.hidden = again.hidden = !view.moves.length;
    if (!view.moves.length) return;
    const [, canonical] = await game.session.call('position');
    right = canonical === answer;
    if (right) solve(number, all.length);
    result.textContent = right ? w.right : w.wrong;
    result.classList.toggle('not-it', !right);
    again.hidden = right;
    next.hidden = !right;
    reveal.hidden = right;
    announce(result.textContent);
  };
  const game = new SproutsGame({
    start: { map }, ending, starter: 0, noHints: true, noGiveUp: true, noParity: true, noMoves: true, quietEnd: true,
    // One move is all there is to draw.
    frozen: () => game.view.moves.length > 0,
    players: [{ kind: 'person', name: t.game.you, colour: mine }, { kind: 'person', name: t.game.computer, colour: theirs }],
    top: h('div', { class: 'lesson' }, h('h1', {}, w.number(number)), h('p', { class: 'soft' }, w.grade(grade)), h('p', { class: 'task' }, ending === 'misere' ? w.taskMisere : w.task), result,
      h('div', { class: 'row' }, again, next, reveal, h('a', { class: 'button quiet', href: '/puzzles', 'data-link': true }, w.all))),
    onChange: judge,
  });
  const showIt = async () => {
    if (game.view.moves.length) await game.undo();
    let found = null;
    try {
      await think('analyse', [{ regions: game.view.regions, ending, limit_ms: SHOW_MS, outcomes: true }], (news) => {
        found ??= news.moves?.find((move) => move.child === answer) ?? null;
      });
      if (!found || !game.alive) return;
      const route = await game.session.call('route', found.move);
      game.board.showNumbers(true);
      game.board.overlay([{ points: route.points, class: 'value-win', chosen: true }]);
      const words = w.shown(wayWords(route.words));
      game.board.showNote([h('span', { class: 'words' }, words)]);
      announce(words);
    } catch (error) {
      if (game.alive && error.message !== 'stopped') toast(error.message);
    }
  };
  main.append(game.element);
  return () => game.close();
}
