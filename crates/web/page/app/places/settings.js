// What a person may choose about the page itself.
import { choices, h } from '../dom.js';
import { COLOURS, change, colour, settings } from '../settings.js';
import { LANGUAGES, labelled, t } from '../words.js';

export function show(main) {
  const w = t.settings;
  const toggle = (name) => h('label', { class: 'tick' }, h('input', { type: 'checkbox', checked: settings[name], onchange: (event) => change(name, event.target.checked) }), h('span', {}, w[name]));
  const pick = (index, legend) => choices(`colour${index}`, legend,
    COLOURS.map((name) => ({ value: name, label: t.play.colours[name], title: t.play.colours[name], colour: colour(name) })),
    settings.colours[index], (value) => {
      const colours = [...settings.colours];
      // Two players in one colour could not be told apart: the other one takes the colour that is free now.
      if (colours[1 - index] === value) colours[1 - index] = colours[index];
      colours[index] = value;
      change('colours', colours);
      main.replaceChildren();
      show(main);
    });
  const offline = h('p', { class: 'soft' }, w.notReady);
  const say = () => offlineState().then((state) => (offline.textContent = w[state]));
  say();
  navigator.serviceWorker?.ready.then(say);
  main.append(h('div', { class: 'page narrow' }, h('h1', {}, w.title), h('div', { class: 'card' },
    choices('language', w.language, [{ value: 'system', label: w.system }, ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))], settings.language, (value) => {
      change('language', value);
      location.reload();
    }),
    choices('theme', w.theme, [{ value: 'system', label: w.system }, { value: 'light', label: w.light }, { value: 'dark', label: w.dark }], settings.theme, (value) => change('theme', value)),
    choices('motion', w.motion, [{ value: 'system', label: w.full }, { value: 'less', label: w.less }], settings.motion, (value) => change('motion', value)),
    pick(0, labelled(w.colours, w.first)), pick(1, labelled(w.colours, w.second)),
    h('fieldset', {}, h('legend', {}, w.help), toggle('numbers'), toggle('parity'), toggle('coordinates'), toggle('confirmTouch')),
    h('fieldset', {}, h('legend', {}, w.senses), toggle('sound'), navigator.vibrate ? toggle('vibrate') : null),
    h('div', {}, h('span', { class: 'label' }, w.offline), offline),
    h('div', { class: 'row' }, h('a', { class: 'button small', href: '/guide', 'data-link': true }, t.places.guide), h('a', { class: 'button small', href: '/about', 'data-link': true }, t.places.about)))));
}

async function offlineState() {
  if (!('serviceWorker' in navigator)) return 'unsupported';
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active ? 'ready' : 'notReady';
}
