// Six short lessons for somebody who has never heard of Sprouts. Each is a real board with a small task.
import { announce, button, h } from '../dom.js';
import { SproutsGame } from '../game.js';
import { load, save, settings } from '../settings.js';
import { t } from '../words.js';

const KEY = 'rhizome.learnt';

/** What is on the board, and when the task is done. */
const LESSONS = [
  { name: 'join', spots: 3, done: (view) => view.moves.some((move) => move.from !== move.to) },
  { name: 'loop', spots: 2, done: (view) => view.moves.some((move) => move.from === move.to) },
  { name: 'lives', spots: 2, done: (view) => view.picture.spots.some((spot) => spot.lives === 0) },
  { name: 'survivors', spots: 2, done: (view) => view.ended !== null },
  { name: 'parity', spots: 2, computer: 'easy', starter: 1, done: (view) => view.ended?.winner === 'host' },
  { name: 'misere', spots: 2, computer: 'easy', starter: 1, ending: 'misere', done: (view) => view.ended?.winner === 'host' },
];

export function show(main, { rest, go }) {
  const index = Math.max(0, Math.min(LESSONS.length - 1, Number(rest[0] ?? 1) - 1 || 0));
  const lesson = LESSONS[index];
  const w = t.learn[lesson.name];
  const learnt = new Set(load(KEY, []));
  const last = index + 1 === LESSONS.length;
  const result = h('p', { class: 'lesson-result', hidden: true });
  const next = button(last ? t.learn.finish : t.learn.next, () => go(last ? '/play' : `/learn/${index + 2}`), { class: 'main' });
  next.hidden = true;
  const dots = h('nav', { class: 'lesson-dots', 'aria-label': t.learn.lessons }, LESSONS.map((each, i) =>
    h('a', { href: `/learn/${i + 1}`, 'data-link': true, class: learnt.has(each.name) ? 'done' : '', 'aria-current': i === index ? 'step' : undefined, 'aria-label': `${i + 1}. ${t.learn[each.name].title}` }, String(i + 1))));
  const lessonBox = h('div', { class: 'lesson' }, dots, h('h1', {}, w.title), h('p', { class: 'words' }, w.words), h('p', { class: 'task' }, w.task), result, h('div', { class: 'row' }, next));
  const [mine, theirs] = settings.colours;
  let game = null;
  const begin = () => {
    game?.close();
    game?.element.remove();
    game = new SproutsGame({
      start: { spots: lesson.spots }, ending: lesson.ending ?? 'normal', starter: lesson.starter ?? 0, noHints: true, noMoves: true, seed: 7,
      noParity: lesson.name !== 'parity' && lesson.name !== 'misere', noGiveUp: true,
      players: lesson.computer
        ? [{ kind: 'person', name: t.game.you, colour: mine }, { kind: 'computer', level: lesson.computer, name: t.game.computer, title: t.game.levels[lesson.computer], colour: theirs }]
        : [{ kind: 'person', name: t.game.first, colour: mine }, { kind: 'person', name: t.game.second, colour: theirs }],
      top: lessonBox,
      actions: () => [{ label: t.game.retry, run: begin }],
      onChange: (view) => {
        if (!lesson.done(view) || !next.hidden) return;
        learnt.add(lesson.name);
        save(KEY, [...learnt]);
        lessonBox.style.minHeight = `${lessonBox.getBoundingClientRect().height}px`;
        lessonBox.classList.add('finished');
        next.hidden = false;
        result.hidden = false;
        result.textContent = typeof w.done === 'function' ? w.done(view) : w.done;
        dots.children[index].classList.add('done');
        announce(result.textContent);
      },
    });
    main.append(game.element);
  };
  begin();
  return () => game.close();
}
