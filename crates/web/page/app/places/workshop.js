// Where connection games are made: a description that can be opened, changed, kept and shared, with its mistakes and its
// board beside it while it is being written.
import { button, h, icon, toast } from '../dom.js';
import { draw } from '../engine.js';
import { inWords } from '../mistakes.js';
import { newId } from '../maps.js';
import { OWN, load, mayKeep, save } from '../settings.js';
import { shareLink } from '../share.js';
import { stillBoard } from '../stones.js';
import { t } from '../words.js';

const KEPT = 'rhizome.workshop';
const READ_AFTER_MS = 200;

/** The descriptions that were kept, the last one first. */
export const kept = () => {
  const list = load(KEPT, []);
  return Array.isArray(list) ? list.filter((each) => typeof each?.id === 'string' && typeof each.text === 'string' && typeof each.title === 'string') : [];
};

/** Where a line and a column, both from 1, stand in a text. */
function offset(text, line, column) {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return Math.min(text.length, before + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length);
}

export function show(main, { go, hash }) {
  const w = t.workshop;
  const box = h('textarea', { class: 'text-field', rows: 16, spellcheck: 'false', wrap: 'off', 'aria-label': t.connection.description, id: 'description' });
  const said = h('p', { class: 'soft', role: 'status' });
  const there = button(w.goTo, () => place(), { class: 'small' });
  const board = h('div', { class: 'sheet-small workshop-board', role: 'group', 'aria-label': w.board });
  const choice = h('select', { class: 'text-field', 'aria-label': w.start, id: 'open-description' });
  const play = button(w.play, () => run(() => { save(OWN, box.value); go('/connection/yours'); }), { class: 'main', icon: 'play' });
  const keep = button(w.keep, () => run(() => {
    const list = kept().filter((each) => each.id !== open);
    open ??= newId();
    if (!save(KEPT, [{ id: open, title: entry.title, text: box.value }, ...list])) return toast(mayKeep() ? t.maps.full : t.page.keepsNothing);
    toast(w.kept(entry.title));
    fillChoice();
  }));
  const remove = button(w.remove, () => {
    const list = kept();
    const gone = list.find((each) => each.id === open);
    save(KEPT, list.filter((each) => each.id !== open));
    open = null;
    fillChoice();
    toast(w.removed(gone?.title ?? ''), { label: t.game.undo, run: () => { save(KEPT, list); fillChoice(); } });
  }, { class: 'quiet' });
  let open = null;
  let entry = null;
  let mistake = null;
  let timer = null;
  let alive = true;

  /** Puts the cursor where the mistake is. */
  const place = () => {
    if (!mistake?.line) return;
    const at = offset(box.value, mistake.line, mistake.column);
    box.focus();
    box.setSelectionRange(at, Math.min(box.value.length, at + 1));
  };
  const read = async () => {
    const text = box.value;
    const found = await draw('connectionCheck', text);
    const words = found.mistake ? await inWords(found.mistake.said) : '';
    if (!alive || box.value !== text) return;
    ({ entry, mistake } = found);
    said.textContent = entry ? w.fine(entry.title) : w.mistake(mistake.line, mistake.column, words);
    said.classList.toggle('wrong', !entry);
    there.hidden = !mistake?.line;
    play.disabled = keep.disabled = share.disabled = !entry;
    // The last board stays while a mistake is being mended.
    if (found.board) board.replaceChildren(stillBoard(found.board, entry.title));
  };
  const run = async (then) => {
    await read();
    if (entry) then();
  };
  const share = button(w.share, () => run(() => shareLink(`/workshop#${new URLSearchParams({ text: box.value })}`)), { icon: 'share' });
  const fillChoice = () => {
    const mine = kept();
    remove.hidden = !mine.some((each) => each.id === open);
    choice.replaceChildren(h('option', { value: '' }, '…'),
      h('optgroup', { label: w.mine }, mine.length ? mine.map((each) => h('option', { value: `own.${each.id}`, selected: each.id === open }, each.title)) : [h('option', { disabled: true }, w.none)]),
      h('optgroup', { label: w.shelf }, shelf.map((each) => h('option', { value: each.name }, each.title))));
  };
  let shelf = [];
  choice.addEventListener('change', async () => {
    const { value } = choice;
    if (!value) return;
    open = value.startsWith('own.') ? value.slice(4) : null;
    const text = open ? kept().find((each) => each.id === open)?.text : await draw('connectionText', value);
    if (!alive || text === undefined) return;
    box.value = text;
    remove.hidden = !open;
    read();
  });
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(read, READ_AFTER_MS);
  });
  draw('connectionGames').then((games) => {
    shelf = games;
    if (alive) fillChoice();
  }).catch(() => {});

  main.append(h('div', { class: 'page' }, h('h1', {}, t.places.workshop), h('p', { class: 'soft' }, w.words),
    h('div', { class: 'workshop' }, h('div', { class: 'card' }, h('label', { class: 'label' }, w.start, choice), box, h('div', { class: 'row' }, said, there), h('div', { class: 'row' }, play, keep, share, remove)),
      h('div', { class: 'stack-side' }, board, h('details', { class: 'options', open: true }, h('summary', {}, w.reference), h('p', { class: 'soft small' }, w.referenceWords),
        h('dl', { class: 'reference' }, w.rows.flatMap(([code, meaning]) => [h('dt', {}, h('code', {}, code)), h('dd', {}, meaning)]))))),
    h('div', { class: 'row' }, h('a', { class: 'button quiet', href: '/connection', 'data-link': true }, icon('left'), t.places.connection))));
  fillChoice();
  const given = new URLSearchParams(hash).get('text') ?? load(OWN, '');
  if (given) {
    box.value = given;
    read();
  } else {
    draw('connectionText', 'hex').then((text) => {
      // Nor does it come under the cursor of somebody who is about to write.
      if (!alive || box.value || document.activeElement === box) return;
      box.value = text;
      read();
    });
  }
  return () => (alive = false);
}
