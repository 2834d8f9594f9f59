// What is played, above a game with others: its name, what was chosen about it, and a way to its rules. Knows no rooms.
import { ask, button, h } from './dom.js';
import { gameWords } from './room-words.js';
import { rulesContent } from './stones-rules.js';
import { t } from './words.js';

/** The rules of Sprouts in a few sentences. */
export const sproutsRules = (ending) => h('ul', { class: 'rules' }, [...t.game.rules, `${ending === 'misere' ? t.game.misere : t.game.normal}.`].map((each) => h('li', {}, each)));

/** Shows the rules of a game over everything else; `shape` is the board of a connection game. */
export async function showRules(name, { sprouts, stones }, shape) {
  const content = stones ? rulesContent(stones.game, shape) : null;
  content?.fill().catch(() => {});
  const lessons = () => h('p', {}, h('a', { href: '/learn', target: '_blank' }, t.home.doors.learn));
  await ask(name, h('div', { class: 'stack' }, content ? content.elements : [sproutsRules(sprouts.ending), lessons()]), [{ label: t.page.ok, value: true, main: true }]);
}

/** The line itself. `game` says what is played, `named` is false while its size is still to be named. */
export class GameTitle {
  constructor(shape) {
    this.shape = shape;
    this.name = h('h1', {});
    this.more = h('span', { class: 'soft' });
    this.element = h('div', { class: 'game-title' }, h('div', { class: 'what' }, this.name, this.more), button(t.game.rulesTitle, () => showRules(this.name.textContent, this.game, this.shape), { class: 'small' }));
  }

  async paint(game, named) {
    const key = JSON.stringify([game, named]);
    if (key === this.key) return;
    Object.assign(this, { key, game });
    const [name, ...more] = (await gameWords({ game, rules: { opening: named ? null : 'size' } })).split(' · ');
    if (key !== this.key) return;
    this.name.textContent = name;
    this.more.textContent = more.join(' · ');
  }
}
