// An address without a place.
import { h } from '../dom.js';
import { t } from '../words.js';

export function show(main) {
  main.append(h('div', { class: 'page narrow' }, h('div', { class: 'card' }, h('h1', {}, t.missing.title), h('p', {}, t.missing.words),
    h('a', { class: 'button main', href: '/', 'data-link': true }, t.missing.home))));
}
