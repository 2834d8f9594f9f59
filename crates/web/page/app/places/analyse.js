// The laboratory bench: any position or game, what every different move is worth, the tree of what was tried, and the
// ways in and out as text and pictures.
import { announce, button, choices, copy, download, h, notation, toast } from '../dom.js';
import { draw, haltThinking, stopThinking, think } from '../engine.js';
import { inWords } from '../mistakes.js';
import { SproutsGame, wayWords } from '../game.js';
import { settings } from '../settings.js';
import { shareLink } from '../share.js';
import { t } from '../words.js';

const LOOK_MS = 6000;
const CURVES_MAX = 40;

export function show(main, way) {
  const bench = new Bench(main, way);
  return () => bench.close();
}

class Bench {
  constructor(main, { hash, go }) {
    Object.assign(this, { main, go, alive: true });
    const given = new URLSearchParams(hash);
    const text = given.get('map') ?? given.get('game') ?? '';
    this.ending = given.get('ending') === 'misere' ? 'misere' : 'normal';
    // What arrives while a button is pressed waits: a row that grows would push the button away before it is let go.
    this.waiting = null;
    const hold = () => (this.waiting ??= []);
    // The click comes after the pointer is up, and still needs its button.
    const release = () => setTimeout(() => this.release());
    this.unhold = new AbortController();
    const { signal } = this.unhold;
    main.addEventListener('pointerdown', hold, { signal, capture: true });
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, { signal, capture: true });
    this.begin(text || '0*4');
  }

  /** Calls `paint` now, or as soon as nothing is pressed. */
  gently(paint) {
    if (this.waiting) this.waiting.push(paint);
    else paint();
  }

  release() {
    const waiting = this.waiting ?? [];
    this.waiting = null;
    for (const paint of waiting) if (this.alive) paint();
  }

  // ---- ways in

  async begin(text) {
    try {
      const read = await draw('readText', text);
      if (!this.alive) return;
      if (read.kind === 'position') return this.withoutPicture(read, read.why ? ` ${await inWords(read.why)}.` : '');
      // A record knows how it ends; for a position the choice on the page stands.
      if (read.record) this.ending = read.ending;
      this.open(read);
      // On a phone what was read lies far below the picture that it brings.
      if (scrollY) scrollTo({ top: 0 });
    } catch (error) {
      if (!this.alive) return;
      if (!this.game) this.open({ start: { spots: 4 } });
      this.said.textContent = `${t.analyse.cannotRead} ${error.message}`;
      announce(this.said.textContent);
    }
  }

  open({ start, record }) {
    this.stop();
    this.game?.close();
    const [first, second] = settings.colours;
    this.start = start;
    this.root = { text: t.game.start, move: null, children: [], parent: null };
    this.node = this.root;
    this.game = new SproutsGame({
      start, ending: this.ending, starter: 0, record, noMoves: true, noHints: true, noGiveUp: true, noParity: true, quietEnd: true,
      players: [{ kind: 'person', name: t.game.first, colour: first }, { kind: 'person', name: t.game.second, colour: second }],
      bottom: this.panel(), numbers: true,
      onChange: (view) => this.changed(view),
      onPicture: () => this.paintCurves(),
    });
    this.main.replaceChildren(this.game.element);
    // Every move of a game that was read in is a branch of the tree.
    this.game.opened.then(async () => {
      if (!this.alive || !record?.moves.length) return;
      const exported = await this.game.session.call('export');
      this.follow(this.game.view, exported.record.moves);
    });
  }

  /** A position as text alone: its children and their values, in a table. */
  withoutPicture(read, why) {
    this.stop();
    this.game?.close();
    this.game = null;
    const w = t.analyse;
    this.position = read.text;
    this.rows = h('ul', { class: 'values' });
    this.summary = h('p', { class: 'summary', role: 'status' });
    this.main.replaceChildren(h('div', { class: 'page' }, h('h1', {}, t.places.analyse), h('div', { class: 'card' }, h('code', { class: 'position' }, read.canonical), h('p', { class: 'soft' }, w.noPicture, why), this.summary, this.rows, this.proveRow(), this.importBox())));
    this.study({ position: read.text });
  }

  panel() {
    const w = t.analyse;
    this.summary = h('p', { class: 'summary', role: 'status' });
    this.rows = h('ul', { class: 'values', 'aria-label': w.values });
    this.tree = h('div', { class: 'tree', role: 'group', 'aria-label': w.tried });
    return h('div', { class: 'bench' }, this.summary, this.rows, h('p', { class: 'small soft' }, w.legend, ' ', h('a', { href: '/guide#word-nimber', 'data-link': true }, w.legendMore)), this.proveRow(),
      h('details', { class: 'options' }, h('summary', {}, w.tried), this.tree),
      this.importBox(), this.exportBox());
  }

  proveRow() {
    const w = t.analyse;
    this.proveButton = button(w.prove, () => this.study({ proof: true }), { class: 'small' });
    this.stopButton = button(w.stop, () => haltThinking(), { class: 'small' });
    this.stopButton.hidden = true;
    this.progress = h('span', { class: 'soft small' });
    return h('div', { class: 'row' }, this.proveButton, this.stopButton, this.progress);
  }

  importBox() {
    const w = t.analyse;
    this.said = h('p', { class: 'soft small', role: 'status' });
    const box = h('textarea', { class: 'text-field', rows: 4, id: 'import', placeholder: w.placeholder, 'aria-label': w.paste, spellcheck: 'false' });
    return h('details', { class: 'options', open: !this.game && Boolean(this.position) }, h('summary', {}, w.paste), box, this.said,
      h('div', { class: 'row' }, button(w.read, () => box.value.trim() && this.begin(box.value), { class: 'main small', id: 'read' })),
      choices('ending', t.play.ending, [{ value: 'normal', label: t.play.normal }, { value: 'misere', label: t.play.misere }], this.ending, (value) => this.changeEnding(value)));
  }

  exportBox() {
    const w = t.analyse;
    const call = (name, ...args) => this.game.session.call(name, ...args);
    const save = (name, type, make) => async () => {
      try {
        download(name, new Blob([await make()], { type }));
      } catch (error) {
        toast(error.message);
      }
    };
    const svg = () => call('svg', 1000, settings.numbers, ['#0b66a8', '#cf4a16']);
    return h('details', { class: 'options' }, h('summary', {}, w.out), h('div', { class: 'row' },
      button('WGOSA', async () => { const text = await call('wgosa'); if (text) copy(text, w.copied); else toast(w.noWgosa); }, { class: 'small' }),
      button(w.position, async () => copy((await call('position'))[1], w.copied), { class: 'small' }),
      button('JSON', save('sprouts.json', 'application/json', async () => JSON.stringify(await call('export'))), { class: 'small' }),
      button('SVG', save('sprouts.svg', 'image/svg+xml', svg), { class: 'small' }),
      button('PNG', async () => download('sprouts.png', await png(await svg())), { class: 'small' }),
      button(w.link, async () => shareLink(`/analyse#${new URLSearchParams({ game: JSON.stringify(await call('export')) })}`), { class: 'small' }),
      button(w.playFrom, async () => {
        const maps = await import('../maps.js');
        const map = { id: maps.newId(), name: w.fromAnalysis, text: await call('mapText') };
        maps.keep(map);
        this.go(`/play?map=${map.id}`);
      }, { class: 'small' })));
  }

  async changeEnding(value) {
    this.ending = value;
    if (!this.game) return this.study({ position: this.position });
    const record = (await this.game.session.call('export')).record;
    delete record.ended;
    this.open({ start: this.start, record });
  }

  // ---- the tree of what was tried

  changed(view) {
    this.follow(view);
    if (view.ended) {
      this.stop();
      this.moves = [];
      this.curves = [];
      this.rows.replaceChildren();
      const winner = view.ended.winner === 'host' ? t.game.first : t.game.second;
      this.summary.textContent = `${t.game.over[this.ending]} ${t.game.wins(winner)}.`;
      this.proveButton.hidden = true;
      return;
    }
    this.proveButton.hidden = false;
    this.study({});
  }

  /** Brings the tree in step with the moves on the board: known ones are walked, new ones grow a branch. */
  follow(view, moves) {
    let node = this.root;
    view.moves.forEach((played, i) => {
      let child = node.children.find((each) => each.text === played.text);
      if (!child) {
        child = { text: played.text, move: null, children: [], parent: node };
        node.children.push(child);
      }
      if (moves?.[i]) child.move = moves[i];
      node = child;
    });
    this.node = node;
    if (!moves && node !== this.root && !node.move) {
      this.game.session.call('record').then((record) => record.moves.forEach((move, i) => {
        let at = node;
        for (let up = view.moves.length - 1; up > i; up--) at = at.parent;
        at.move ??= move;
      })).catch(() => {});
    }
    this.paintTree();
  }

  paintTree() {
    const draw1 = (node) => h('li', {}, h('button', { type: 'button', 'aria-current': node === this.node ? 'true' : undefined, onclick: () => this.jump(node) },
      node.text, node.outcome ? h('i', { class: `dot ${node.outcome}`, title: t.analyse.outcome[node.outcome] }) : null),
      node.children.length ? h('ul', {}, node.children.map(draw1)) : null);
    this.tree.replaceChildren(h('ul', {}, draw1(this.root)));
  }

  /** Goes to another place of the tree: back to where the ways part, then forward. */
  async jump(target) {
    if (this.game.busy) return;
    const path = [];
    for (let node = target; node.parent; node = node.parent) path.unshift(node);
    const here = [];
    for (let node = this.node; node.parent; node = node.parent) here.unshift(node);
    let common = 0;
    while (common < path.length && common < here.length && path[common] === here[common]) common++;
    const { session } = this.game;
    this.game.busy = true;
    try {
      if (here.length > common) await session.call('takeBack', here.length - common);
      for (const node of path.slice(common)) await session.call('movePlay', node.move);
    } catch (error) {
      toast(error.message);
    }
    this.game.busy = false;
    if (!this.alive) return;
    const view = await session.call('view');
    this.game.setView(view);
    this.game.board.show(view.picture, { fresh: view.moves.length - 1 });
    this.game.afterChange();
  }

  // ---- values

  /** Looks at every different move; with `proof` for as long as it takes, otherwise for a few seconds. */
  async study({ proof = false, position = this.game ? undefined : this.position }) {
    this.stop();
    const w = t.analyse;
    const token = (this.studying = {});
    const regions = this.game?.view.regions;
    const began = performance.now();
    let concluded = false;
    this.moves = [];
    this.curves = [];
    this.proveButton.disabled = true;
    this.stopButton.hidden = false;
    this.summary.textContent = w.looking;
    let settled = 0;
    let full = false;
    const say = () => this.studying === token && this.say(proof, began, settled);
    const tick = setInterval(() => this.waiting || say(), 500);
    try {
      await think('analyse', [{ regions, position, ending: this.ending, limit_ms: proof ? undefined : LOOK_MS }], (news) => this.gently(() => {
        if (this.studying !== token) return;
        settled = news.settled ?? settled;
        full ||= Boolean(news.full);
        if (news.settled !== undefined) say();
        if (news.moves) {
          this.moves = news.moves.map((move) => (typeof move === 'string' ? { child: move } : move));
          this.paintRows();
          this.findCurves(token);
        } else if (news.value) {
          Object.assign(this.moves[news.index], news.value);
          this.paintRow(news.index);
          this.paintCurves();
          // Who wins is known before how much everything is worth.
          if (!concluded && this.moves.every((move) => move.outcome)) {
            concluded = true;
            this.paintRows();
            this.conclude();
          }
        }
      }));
    } catch (error) {
      if (this.studying === token && error.message !== 'stopped') toast(error.message);
    }
    clearInterval(tick);
    this.gently(() => this.finish(token, { proof, settled, full }));
  }

  /** All is said about this position; what is still open stays unknown. */
  finish(token, { proof, settled, full }) {
    if (!this.alive || this.studying !== token) return;
    const w = t.analyse;
    this.studying = null;
    for (const move of this.moves) move.outcome ??= 'unknown';
    this.stopButton.hidden = true;
    const open = this.moves.filter((move) => move.outcome === 'unknown').length;
    this.proveButton.disabled = open === 0;
    this.proveButton.hidden = open === 0;
    this.progress.textContent = full ? w.full : open && proof ? w.kept(settled) : '';
    this.paintRows();
    this.paintCurves();
    this.conclude();
  }

  say(proof, began, settled) {
    const done = this.moves.filter((move) => move.outcome).length;
    const seconds = Math.round((performance.now() - began) / 1000);
    const all = this.moves.length;
    const weighed = this.moves.filter((move) => typeof move.nimber === 'number').length;
    // Who wins is settled first; what a move is worth to the last heap comes after.
    this.progress.textContent = all && done === all ? t.analyse.weighing(weighed, all, seconds, settled) : t.analyse.progress(done, all, seconds, settled, proof);
  }

  conclude() {
    const w = t.analyse;
    const wins = this.moves.filter((move) => move.outcome === 'win').length;
    const unknown = this.moves.filter((move) => move.outcome === 'unknown').length;
    const who = this.game ? this.game.name(this.game.turn ?? 0) : w.mover;
    let words;
    if (wins) words = (unknown ? w.atLeast : w.wins)(who, wins, this.moves.length);
    else if (unknown) words = w.unknown(unknown, this.moves.length);
    else words = w.loses(who);
    const nimbers = this.moves.map((move) => move.nimber);
    if (this.ending === 'normal' && nimbers.every((nimber) => nimber !== null && nimber !== undefined)) {
      let mex = 0;
      while (nimbers.includes(mex)) mex++;
      words += ` ${w.nimberIs(mex)}`;
    }
    this.summary.textContent = words;
    if (this.node) {
      this.node.outcome = wins ? 'win' : unknown ? 'unknown' : 'loss';
      if (this.game) this.paintTree();
    }
    announce(words);
  }

  paintRows() {
    const order = { win: 0, unknown: 1, undefined: 2, loss: 3 };
    this.order = this.moves.map((_, i) => i).sort((a, b) => order[this.moves[a].outcome] - order[this.moves[b].outcome] || a - b);
    this.rowElements = [];
    this.rows.replaceChildren(...this.order.map((i) => (this.rowElements[i] = h('li'))));
    this.moves.forEach((_, i) => this.paintRow(i));
  }

  paintRow(i) {
    const move = this.moves[i];
    const w = t.analyse;
    const outcome = move.outcome ?? 'pending';
    const words = h('span', { class: `value ${outcome}` }, w.outcome[outcome], move.nimber !== null && move.nimber !== undefined ? h('small', { title: w.nimberWords(move.nimber) }, w.nimber(move.nimber)) : null);
    // What the move does, in words where its curve is known; otherwise the position that it leads to.
    const inside = [move.text ? h('b', {}, notation(move.text)) : null, move.words ? h('span', { class: 'soft small', title: move.child }, move.words) : h('code', {}, move.child), words];
    this.rowElements[i]?.replaceChildren(move.move
      ? h('button', { type: 'button', onclick: () => this.play(i), onmouseenter: () => this.point(i), onfocus: () => this.point(i), onmouseleave: () => this.point(null), onblur: () => this.point(null) }, inside)
      : h('div', { class: 'row-plain' }, inside));
  }

  async findCurves(token) {
    if (!this.game) return;
    for (const [i, move] of this.moves.slice(0, CURVES_MAX).entries()) {
      try {
        const route = await this.game.session.call('route', move.move, move.text || undefined);
        if (this.studying !== token && this.moves[i] !== move) return;
        move.points = route.points;
        move.words = wayWords(route.words);
        // Of several like spots the curve may enclose others: the row says what it shows.
        move.text = route.text ?? move.text;
        this.gently(() => this.moves[i] === move && this.paintRow(i));
      } catch {
        // A move without a curve is still in the list.
      }
    }
    this.paintCurves();
  }

  point(index) {
    this.pointed = index;
    this.paintCurves();
  }

  paintCurves() {
    if (!this.game || this.game.looking !== null || this.game.busy) return;
    const shown = this.moves.map((move, i) => ({ ...move, i })).filter((move) => move.points);
    shown.sort((a, b) => (a.i === this.pointed) - (b.i === this.pointed) || (a.outcome === 'win') - (b.outcome === 'win'));
    this.game.board.overlay(shown.map((move) => ({ points: move.points, class: `value-${move.outcome ?? 'unknown'} ${shown.length > 10 ? 'many' : ''}`, chosen: move.i === this.pointed })), (at) => this.play(shown[at].i));
  }

  play(index) {
    const { move, points } = this.moves[index];
    const { session } = this.game;
    this.pointed = null;
    this.game.perform(async () => {
      // The curve that is shown is the one that is played.
      if (points) await session.call('route', move);
      return session.call('movePlay', move);
    });
  }

  stop() {
    if (!this.studying) return;
    this.studying = null;
    haltThinking();
  }

  close() {
    this.alive = false;
    this.studying = null;
    this.unhold.abort();
    // A proof may have filled a great deal of memory, which goes with the worker.
    stopThinking();
    this.game?.close();
  }
}

/** A picture file from an SVG text. */
async function png(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = h('canvas', { width: 1600, height: 1600 });
  canvas.getContext('2d').drawImage(image, 0, 0, 1600, 1600);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
