// How the page is used, and what its words mean.
import { h } from '../dom.js';
import { t } from '../words.js';

export function show(main, { hash }) {
  const w = t.guide;
  const words = h('dl', { class: 'glossary' }, w.glossary.flatMap(([term, meaning, id]) => [h('dt', { id: id ? `word-${id}` : undefined }, term), h('dd', {}, meaning)]));
  main.append(h('div', { class: 'page narrow' }, h('h1', {}, t.places.guide), h('p', { class: 'soft' }, w.words),
    w.chapters.map(([title, ...lines]) => h('section', { class: 'card' }, h('h2', {}, title), lines.map((line) => h('p', {}, line)))),
    h('section', { class: 'card', id: 'glossary' }, h('h2', {}, w.glossaryTitle), words),
    h('div', { class: 'row' }, h('a', { class: 'button main', href: '/learn', 'data-link': true }, t.places.learn), h('a', { class: 'button', href: '/about', 'data-link': true }, t.places.about))));
  if (hash) main.querySelector(`#${CSS.escape(hash)}`)?.scrollIntoView();
}
