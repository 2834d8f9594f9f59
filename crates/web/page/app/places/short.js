// A short link: finds what it stands for and goes there.
import { button, h } from '../dom.js';
import { resolve } from '../share.js';
import { t } from '../words.js';
import { show as missing } from './missing.js';

export function show(main, { rest, go }) {
  let here = true;
  main.append(h('div', { class: 'page narrow' }, h('p', { class: 'soft' }, t.share.looking)));
  resolve(rest[0] ?? '').then((path) => {
    if (!here) return;
    if (path) return go(path, true);
    main.replaceChildren();
    missing(main);
  }).catch(() => {
    // Whether there is such a link nobody knows without the server.
    if (here) main.replaceChildren(h('div', { class: 'page narrow' }, h('div', { class: 'card' }, h('h1', {}, t.maps.share), h('p', { role: 'status' }, t.page.notLoaded), h('div', { class: 'row' }, button(t.friends.reload, () => location.reload(), { class: 'main' })))));
  });
  return () => (here = false);
}
