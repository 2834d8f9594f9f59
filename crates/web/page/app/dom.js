// Small hands for making elements. Knows no places, no games.
import { t } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';

export function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'line') element.style.setProperty('--line', value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
export const s = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

const ICONS = {
  undo: 'M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2',
  redo: 'm15 7 5 5-5 5M20 12H10a5 5 0 0 0 0 10h2',
  redraw: 'M4 12a8 8 0 0 1 13.7-5.6L20 9M20 4v5h-5M20 12a8 8 0 0 1-13.7 5.6L4 15M4 20v-5h5',
  hint: 'M9 18h6M10 21.5h4M12 2.5a6.5 6.5 0 0 0-4 11.6c.7.6 1 1.3 1 2.2h6c0-.9.3-1.6 1-2.2a6.5 6.5 0 0 0-4-11.6Z',
  flag: 'M5 21V4M5 4c5-3 8 3 14 0v10c-6 3-9-3-14 0',
  again: 'M4 12a8 8 0 1 0 2.5-5.8M6 2v5h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6 6 18',
  share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
  look: 'M2.5 12S6 5 12 5s9.5 7 9.5 7-3.5 7-9.5 7-9.5-7-9.5-7ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  plus: 'M12 5v14M5 12h14',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  pen: 'M4 20l1-5L16 4l4 4L9 19l-5 1Z',
  play: 'M7 4l13 8-13 8V4Z',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  gear: 'M10.1 5.1L10.3 2.1L13.7 2.1L13.9 5.1L15.5 5.7L17.8 3.8L20.2 6.2L18.3 8.5L18.9 10.1L21.9 10.3L21.9 13.7L18.9 13.9L18.3 15.5L20.2 17.8L17.8 20.2L15.5 18.3L13.9 18.9L13.7 21.9L10.3 21.9L10.1 18.9L8.5 18.3L6.2 20.2L3.8 17.8L5.7 15.5L5.1 13.9L2.1 13.7L2.1 10.3L5.1 10.1L5.7 8.5L3.8 6.2L6.2 3.8L8.5 5.7ZM12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z',
  cup: 'M8 4h8v6a4 4 0 0 1-8 0V4ZM8 6H4c0 3 1.500 5 4 5M16 6h4c0 3-1.500 5-4 5M12 14v4M8 20h8',
  say: 'M4 5h16v11H10l-4 4v-4H4z',
  first: 'M6 5v14M18 5l-8 7 8 7',
  whole: 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5',
  last: 'M18 5v14M6 5l8 7-8 7',
};

export const icon = (name) => s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] }));

export const button = (label, onclick, options = {}) =>
  h('button', { type: 'button', class: `button ${options.class ?? ''}`, onclick, disabled: options.disabled, title: options.title, 'aria-label': options.name, id: options.id },
    options.icon ? icon(options.icon) : null, label);

/** A move in notation: where it is too long for its line it goes on after a comma or before a bracket, never within a number. */
export const notation = (text) => text.split(/(?<=,)|(?=\[)/).flatMap((part, i) => (i ? [h('wbr'), part] : [part]));

/** What stands on a player's card: who it is on a line of its own, so that the card keeps its height whatever is said below. */
export function cardState(card, title, words) {
  const lines = [...(title ? [title] : []), words.filter(Boolean).join(' · ') || '\u00a0'];
  card.querySelector('.state').replaceChildren(...lines.map((line) => h('span', { title: line.trim() || undefined }, line)));
}

/** A group of choices of which one holds: radio buttons dressed as pills. */
export function choices(name, legend, options, value, onchange) {
  return h('fieldset', {}, h('legend', {}, legend), h('div', { class: 'choices' }, options.map((option) =>
    h('label', { class: `choice ${option.colour ? 'colour' : ''}`, title: option.title, line: option.colour },
      h('input', { type: 'radio', name, value: option.value, checked: option.value === value, disabled: option.disabled,
        'aria-label': option.colour ? option.label : undefined, onchange: () => onchange(option.value) }),
      h('span', {}, option.colour ? h('i') : option.label)))));
}

let announcer;
/** Speaks to a screen reader. */
export function announce(words) {
  announcer ??= document.getElementById('announce');
  // The same words twice in a row would not be read again.
  announcer.textContent = announcer.textContent === words ? `${words}\u00a0` : words;
}

let described = 0;
/** What a screen reader adds when it comes to an element: words that are seen elsewhere. */
export function describe(element, words) {
  let told = element.nextElementSibling;
  if (!told?.classList.contains('told')) {
    told = h('span', { class: 'told', id: `told${++described}`, hidden: true });
    element.after(told);
    element.setAttribute('aria-describedby', told.id);
  }
  told.textContent = words;
}

/** A short word at the foot of the window, with at most one thing to do about it. */
export function toast(words, action) {
  const box = h('div', { class: 'toast', role: 'status' }, words,
    action ? h('button', { type: 'button', onclick: () => { box.remove(); action.run(); } }, action.label) : null);
  document.getElementById('toasts').append(box);
  setTimeout(() => box.remove(), action ? 9000 : 4500);
}

/** Says what is being waited for, when it takes longer than a moment. */
export function waitFor(words, done) {
  const box = h('div', { class: 'toast', role: 'status' }, words);
  const late = setTimeout(() => document.getElementById('toasts').append(box), 800);
  done.finally(() => {
    clearTimeout(late);
    box.remove();
  });
}

/** Asks in a dialog; resolves to the value of the button pressed, or null. */
export function ask(title, words, answers) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { 'aria-label': title }, h('div', { class: 'stack' }, h('h2', {}, title),
      words ? (typeof words === 'string' ? h('p', { class: 'soft' }, words) : words) : null,
      h('div', { class: 'row answers' }, answers.map((answer) =>
        button(answer.label, () => { dialog.close(); resolve(answer.value); }, { class: answer.main ? 'main' : '' })))));
    dialog.addEventListener('cancel', () => resolve(null));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    // The button has the focus; what is longer than the window is read from its beginning.
    dialog.scrollTop = 0;
  });
}

export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = h('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    await ask(said, h('textarea', { class: 'text-field', readonly: true }, text), [{ label: t.page.ok, value: true, main: true }]);
  }
}
