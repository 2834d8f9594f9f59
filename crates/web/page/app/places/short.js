// A short link: finds what it stands for and goes there.
import { h } from '../dom.js';
import { resolve } from '../share.js';
import { t } from '../words.js';
import { show as missing } from './missing.js';

export function show(main, { rest, go }) {
  let here = true;
  main.append(h('div', { class: 'page narrow' }, h('p', { class: 'soft' }, t.share.looking)));
  resolve(rest[0] ?? '').catch(() => null).then((path) => {
    if (!here) return;
    if (path) return go(path, true);
    main.replaceChildren();
    missing(main);
  });
  return () => (here = false);
}
