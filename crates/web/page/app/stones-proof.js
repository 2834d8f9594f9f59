// “Who wins?” at a connection game: the question, what is being done about it, the answer in words and on the board. Knows no rules
// and no search: the engine solves in the thinking worker, and can be stopped.
import { announce, button, h } from './dom.js';
import { haltThinking, think } from './engine.js';
import { moveName } from './stones.js';
import { t } from './words.js';

export class StonesProof {
  /** `table` has: text, options, view (players as numbers), shape, hand, nameOf(player), mayAsk(), paintBoard(). */
  constructor(table) {
    this.table = table;
    this.ask = button(t.connection.solving.ask, () => this.run(), { icon: 'look', class: 'small' });
    this.halt = button(t.analyse.stop, () => haltThinking(), { class: 'small' });
    this.progress = h('span', { class: 'soft small' });
    this.words = h('p', { class: 'proof-words', hidden: true });
    this.halt.hidden = true;
    this.element = h('div', {}, h('div', { class: 'row' }, this.ask, this.halt, this.progress), this.words);
  }

  get isRunning() {
    return Boolean(this.token);
  }

  paint() {
    this.ask.disabled = this.isRunning || !this.table.mayAsk();
    this.halt.hidden = !this.isRunning;
  }

  /** The position is another one now: what was asked about the old one is of no use. */
  forget() {
    if (this.isRunning) haltThinking();
    this.token = null;
    this.progress.textContent = '';
    this.words.hidden = true;
    this.paint();
  }

  async run() {
    const { table } = this;
    if (this.isRunning || !table.mayAsk()) return;
    this.forget();
    const token = (this.token = {});
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1000);
    this.paint();
    this.progress.textContent = t.connection.solving.looking(0, 0);
    let answered = false;
    const hear = (news) => {
      if (this.token !== token) return;
      this.progress.textContent = this.doing(news, seconds());
      if (!news.answer) return;
      this.show(news);
      if (!answered) announce(this.words.textContent);
      answered = true;
    };
    try {
      const news = await think('solveStones', [{ game: table.text, options: table.options, moves: table.view.moves }], hear);
      if (this.token !== token) return;
      hear(news);
      this.progress.textContent = this.done(news, seconds());
      if (!news.answer) announce(this.progress.textContent);
    } catch (error) {
      if (this.token !== token) return;
      this.progress.textContent = error.message === 'stopped' ? '' : error.message;
    }
    this.token = null;
    this.paint();
  }

  doing({ positions, depth, answer, waiting }, seconds) {
    const w = t.connection.solving;
    if (answer) return w.others(waiting);
    return [w.looking(positions, seconds), depth ? w.ahead(depth) : ''].filter(Boolean).join(', ');
  }

  /** What is said of the search when it is over. */
  done({ positions, answer, waiting, late }, seconds) {
    const w = t.connection.solving;
    if (answer && !waiting) return w.settled(positions, seconds);
    if (answer) return w.othersOpen(waiting);
    return late ? w.late(positions) : w.stopped(positions);
  }

  /** The answer in words, and its marks on the board. */
  show({ answer, good }) {
    const { table } = this;
    const { view } = table;
    const w = t.connection.solving;
    const wins = answer.winner !== 0;
    const mover = wins && answer.winner === view.colour;
    const said = [wins ? w.wins(table.nameOf(view.players[answer.winner - 1])) : w.draw];
    if (wins && !mover) said.push(w.noMove);
    const moves = good.map((text) => moveName(table.shape, text, view.taking === text));
    if (moves.length) said.push((wins ? w.winning : w.keeping)(moves));
    if (answer.needed?.length) said.push(mover ? w.neededAfter(moves[0]) : w.needed);
    if (answer.chain.length) said.push(w.chain);
    if (view.legal.some((legal) => legal.text === 'swap')) said.push(w.swap);
    this.words.textContent = said.join(' ');
    this.words.hidden = false;
    const targets = good.map((text) => view.legal.find((legal) => legal.text === text)?.to ?? null).filter((site) => site !== null);
    table.hand.prove({ winning: targets, needed: (answer.needed ?? []).filter((site) => site !== targets[0]), chain: answer.chain });
    table.paintBoard();
  }
}
