// What this is: version, licences, where the source is, and whom it owes thanks.
import { h } from '../dom.js';
import { draw } from '../engine.js';
import { t } from '../words.js';

export function show(main) {
  const w = t.about;
  const version = h('p', { class: 'soft' }, w.name);
  draw('version').then((number) => (version.textContent = w.version(number))).catch(() => {});
  main.append(h('div', { class: 'page narrow' }, h('h1', {}, t.places.about), h('div', { class: 'card' }, version, h('p', {}, w.words),
    w.parts.map(([title, ...lines]) => h('section', {}, h('h2', {}, title), lines.map((line) => h('p', {}, line)))),
    h('div', { class: 'row' }, h('a', { class: 'button main', href: '/guide', 'data-link': true }, t.places.guide)))));
}
