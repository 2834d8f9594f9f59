// A game with others: the board, who sits where with which clock, who is away, what is asked and answered, the end. Knows no rules and
// no sockets: what is there to see comes with everything that is heard.
import { announce, ask, button, describe, h, icon, toast } from './dom.js';
import { GameTitle } from './game-title.js';
import * as games from './games.js';
import { MoveList } from './move-list.js';
import { InkSheet, StonesSheet } from './remote-sheets.js';
import { remoteDetails } from './remote-details.js';
import { clockText, number } from './room-words.js';
import { sound } from './sound.js';
import { moveName, specialWords } from './stones.js';
import { labelled, t } from './words.js';

const PHRASES = ['hello', 'goodluck', 'wellplayed', 'oops', 'onemoment', 'thankyou', 'goodgame', 'goodbye'];
const LATE_MS = 500;
const BUBBLE_MS = 7000;

const timeOfDay = (at) => new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit' });

export class RemoteTable {
  /** `way`: go(path); `shape`: the board of a connection game; `heard`: what was heard last. */
  constructor(remote, room, way, heard, shape = null) {
    Object.assign(this, { remote, room, way, alive: true, looking: null, animating: false, present: null, away: {}, queue: Promise.resolve(), waiting: 0 });
    this.view = heard.view;
    this.sheet = shape ? new StonesSheet(this, shape) : new InkSheet(this);
    this.build();
    this.ticking = setInterval(() => this.tick(), 200);
    this.hear({ ...heard, changed: true, frames: [], born: null }, true);
  }

  // ---- who and what

  get you() {
    return number(this.view.you);
  }

  get starter() {
    return number(this.view.table.starter);
  }

  get turn() {
    return number(this.view.table[this.view.table.sprouts ? 'sprouts' : 'stones'].turn);
  }

  get ended() {
    const { ended } = this.view.table[this.view.table.sprouts ? 'sprouts' : 'stones'];
    return ended && { reason: ended.reason, winner: number(ended.winner), by: number(ended.by) };
  }

  /** The game as its sheet reads it. */
  get game() {
    if (this.readFrom !== this.view) {
      this.readFrom = this.view;
      this.readGame = this.sheet.read(this.view);
    }
    return this.readGame;
  }

  nameOf(player) {
    return this.view.seats[player] ?? '';
  }

  /** The other players' names in one line. */
  others() {
    return t.list(this.view.seats.filter((_, player) => player !== this.you));
  }

  mayMove() {
    const { phase, or_play: orPlay } = this.view.table;
    return this.alive && this.you !== null && this.turn === this.you && (phase === 'playing' || (phase === 'choosing' && orPlay)) && !this.pending && !this.animating && this.looking === null;
  }

  idleWords() {
    if (this.ended || !this.mayMove()) return '';
    return this.game.moves.length < 2 ? t.game.howTo : '';
  }

  // ---- the furniture

  build() {
    const w = t.friends;
    const tool = (name, label, run) => h('button', { type: 'button', class: 'tool', onclick: run }, icon(name), h('span', {}, label));
    this.tools = {
      takeBack: tool('undo', w.take, () => this.takeBack()),
      redraw: tool('redraw', t.game.redraw, () => this.tell('redraw')),
      giveUp: tool('flag', t.game.giveUp, () => this.giveUp()),
      say: tool('say', w.say, () => this.showPhrases()),
    };
    this.tools.redraw.hidden = this.sheet instanceof StonesSheet;
    for (const each of Object.values(this.tools)) if (this.you === null) each.hidden = true;
    this.title = new GameTitle(this.sheet.shape);
    this.notices = h('div', { class: 'notices' });
    this.cards = this.view.seats.map((name) => h('div', { class: 'player' }, h('div', { class: 'name' }, h('span', { class: 'sign-place' }), h('b', {}, name), h('i', { class: 'presence', hidden: true })),
      h('div', { class: 'clock', role: 'timer', 'aria-label': t.friends.clockOf(name), hidden: true }), h('div', { class: 'state' }, '\u00a0'), h('div', { class: 'bubble', hidden: true })));
    this.facts = h('div', { class: 'facts' });
    this.watchers = h('span', { class: 'watchers' });
    this.opening = h('div', { class: 'opening', hidden: true });
    this.end = h('div', { class: 'end', hidden: true });
    this.special = h('div', { class: 'row special', hidden: true });
    this.phrases = h('div', { class: 'row phrases', hidden: true }, PHRASES.map((phrase) => button(w.phrases[phrase], () => { this.phrases.hidden = true; this.remote.act({ say: phrase }); }, { class: 'small' })));
    this.moveList = new MoveList((count) => this.look(count), (move) => this.sheet.light(move));
    const side = h('aside', { class: 'side' }, this.title.element, this.notices, h('div', { class: `players ${this.cards.length > 2 ? 'many' : ''}` }, this.cards), this.end, this.opening, this.special,
      h('div', { class: 'tools' }, Object.values(this.tools)), this.phrases, this.facts, this.moveList.element, this.sheet.rules?.(), remoteDetails(this));
    this.element = h('div', { class: 'table' }, this.sheet.element, side);
  }

  // ---- what is heard

  /** Takes what was heard when everything before it has been shown. */
  hear(heard, first = false) {
    this.waiting += 1;
    this.queue = this.queue.then(() => this.take(heard, first)).catch((error) => this.alive && toast(error.message)).finally(() => (this.waiting -= 1));
  }

  async take(heard, first) {
    if (!this.alive) return;
    const before = this.view;
    const wasOver = Boolean(this.ended);
    const hadTurn = this.turn;
    this.view = heard.view;
    this.readClocks();
    for (const news of heard.news) this.tellNews(news, before);
    if (heard.changed) {
      this.looking = null;
      this.animating = true;
      this.paint();
      await this.sheet.show(heard, first || this.waiting > 1 || document.hidden);
      this.animating = false;
      if (!this.alive) return;
    }
    this.settle();
    this.paint();
    const { ended } = this;
    if (heard.changed || hadTurn !== this.turn || wasOver !== Boolean(ended)) this.keep(before);
    if (first) return;
    if (ended && !wasOver) {
      sound(this.you === null || ended.winner === null || ended.winner === this.you ? 'won' : 'lost');
      announce(`${this.endTitle()}. ${this.endWords()}`);
    } else if (!ended && this.turn === this.you && hadTurn !== this.you && this.you !== null) {
      this.way.myTurn?.(this.others());
    }
  }

  tellNews(news, before) {
    const w = t.friends;
    if (news.kind === 'present') return this.readPresence(news);
    if (news.kind === 'refused') return this.refuse(news.why, news.words);
    if (news.kind === 'closing') return void (this.restarting = true);
    if (news.kind !== 'happened') return;
    const { said, told } = news.event;
    if (said) return this.bubble(number(said.by), w.phrases[said.phrase] ?? '');
    if (!told) return;
    const by = number(told.by);
    const mine = by === this.you;
    const act = told.message.do;
    if (act === 'play') {
      const last = this.sheet.items().at(-1);
      announce(`${t.game.played(this.nameOf(by), last?.title ?? '')} ${this.turnWords()}`);
      if (!this.ended) sound('move');
    } else if (act === 'takeback' && !mine) announce(w.asked(this.nameOf(by), told.message.with));
    else if (act === 'answer' && !told.message.with && !mine) toast(w.declined(this.nameOf(by)));
    else if (act === 'answer' && told.message.with && !this.view.table.asked) toast(w.takenBack);
    else if (act === 'redraw' && !mine) announce(w.redrawn(this.nameOf(by)));
    else if (act === 'again' && this.view.table.round !== before.table?.round) {
      const first = this.turn === this.you ? w.youFirst : w.newGame(this.nameOf(this.turn));
      toast(first);
      announce(first);
    } else if (act === 'again' && told.message.with && !mine) announce(w.offered(this.nameOf(by)));
  }

  refuse({ because, words: inner }, words) {
    const w = t.friends.refused;
    const known = because === 'table' ? w[inner?.because] : w[because];
    toast(known ?? w.other(words));
    sound('refused');
    this.sheet.show({ frames: [], born: null }, true);
  }

  readPresence({ here, watching, away }) {
    const now = new Set(here.map(number));
    this.view.seats.forEach((_, player) => {
      if (now.has(player)) delete this.away[player];
      else if (this.present?.has(player)) this.away[player] = Date.now();
    });
    // Whoever comes later hears from the server for how long somebody is away.
    for (const { player, for_ms } of away) this.away[number(player)] ??= Date.now() - for_ms;
    this.present = now;
    this.watching = watching;
  }

  /** The clocks count on from what was told last; a message that tells nothing new leaves them running. */
  readClocks() {
    const told = JSON.stringify(this.view.clocks ?? null);
    if (told === this.clocksTold) return;
    this.clocksTold = told;
    this.clocksAt = performance.now();
  }

  leftMs(player) {
    const { clocks } = this.view;
    if (!clocks) return null;
    const gone = number(clocks.running) === player ? performance.now() - this.clocksAt : 0;
    return Math.max(0, clocks.left_ms[player] - gone);
  }

  tick() {
    this.cards.forEach((card, player) => {
      const left = this.leftMs(player);
      const clock = card.querySelector('.clock');
      clock.hidden = left === null;
      if (left === null) return;
      const text = clockText(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle('short', left < 10_000 && !this.ended);
    });
  }

  /** How the connection is. */
  connection(state) {
    this.lost = state !== 'open';
    if (!this.lost) this.restarting = false;
    this.paint();
    if (this.lost) announce(t.friends.reconnecting);
  }

  bubble(player, words) {
    const bubble = this.cards[player]?.querySelector('.bubble');
    if (!bubble) return;
    bubble.textContent = words;
    bubble.hidden = false;
    clearTimeout(bubble.timer);
    bubble.timer = setTimeout(() => (bubble.hidden = true), BUBBLE_MS);
    if (player !== this.you) announce(t.friends.said(this.nameOf(player), words));
  }

  /** Whose turn it is, in a sentence. */
  turnWords() {
    return this.turn === null ? '' : this.turn === this.you ? t.game.yourTurn : t.game.turnOf(this.nameOf(this.turn));
  }

  // ---- what is shown

  paint() {
    const { view, game } = this;
    const { ended } = this;
    this.cards.forEach((card, player) => {
      card.classList.toggle('turn', !ended && this.turn === player);
      card.style.setProperty('--line', this.sheet.colourOf(player));
      card.querySelector('.sign-place').replaceChildren(this.sheet.sign(player));
      const presence = card.querySelector('.presence');
      const here = this.present?.has(player) ?? true;
      // Who is there nobody knows while the connection is lost.
      presence.hidden = !this.present || this.lost;
      presence.className = `presence ${here ? 'here' : 'away'}`;
      presence.title = here ? t.friends.here : t.friends.away;
      card.querySelector('.state').textContent = [player === this.you ? t.friends.you : '', here ? '' : t.friends.away, this.stateOf(player), this.sheet.score?.(player)].filter(Boolean).join(' · ') || '\u00a0';
    });
    describe(this.sheet.board.svg, ended ? `${this.endTitle()}. ${this.endWords()}` : this.turnWords());
    this.title.paint(view.table.start, view.table.phase !== 'naming');
    this.tick();
    const watching = this.watching ? t.friends.watchers(this.watching) : '';
    this.watchers.textContent = watching;
    this.facts.replaceChildren(...this.sheet.facts(), ...(watching ? [this.watchers] : []));
    this.paintMoves();
    const { takeBack, redraw, giveUp } = this.tools;
    takeBack.disabled = !this.takeBackCount() || Boolean(view.table.asked) || Boolean(this.pending);
    redraw.disabled = game.moves.length === 0 || (!ended && this.turn !== this.you);
    giveUp.disabled = Boolean(ended);
    const words = this.sheet.words?.() ?? [];
    this.special.hidden = !words.length;
    this.special.replaceChildren(...words.map((text) => button(moveName(this.sheet.shape, text, game.taking === text), () => this.play('act', JSON.stringify({ tell: { do: 'play', with: text } })))), specialWords(words.filter((text) => game.taking !== text)));
    this.paintOpening();
    this.paintEnd();
    this.paintNotices();
    if (!this.animating) this.sheet.repaint();
    this.way.title?.(ended || this.turn !== this.you || this.you === null ? null : this.others());
  }

  stateOf(player) {
    const { ended } = this;
    const { phase, by } = this.view.table;
    if (ended) return ended.winner === null ? (ended.by === player ? t.connection.gaveUp : '') : ended.winner === player ? t.game.won : t.game.lost;
    if (this.turn !== player) return '';
    if (phase !== 'playing' && number(by) === player && player !== this.you) return phase === 'naming' ? t.friends.names : t.friends.chooses;
    return t.game.toMove;
  }

  paintMoves() {
    const items = this.sheet.items();
    this.moveList.paint(items.map(({ text, title, by, sign }) => ({ text, words: labelled(this.nameOf(by), title), sign })), this.looking ?? items.length);
  }

  /** What the opening asks of us; painted anew only when the question changes, so that nobody loses a half-made choice. */
  paintOpening() {
    const w = t.friends;
    const { phase, by, or_play: orPlay } = this.view.table;
    const mine = !this.ended && phase !== 'playing' && number(by) === this.you && this.you !== null;
    const key = mine ? `${phase} ${orPlay}` : '';
    if (this.opening.dataset.key === key) return;
    this.opening.dataset.key = key;
    this.opening.hidden = !mine;
    if (!mine) return;
    const other = this.you === 0 ? 1 : 0;
    const tellTurn = (player) => () => this.tell('choose', ['host', 'guest'][player]);
    if (phase === 'naming') {
      const usual = String(this.view.table.start.sprouts?.start.spots ?? 5);
      const output = h('output', {}, usual);
      const range = h('input', { type: 'range', min: 1, max: 20, value: usual, id: 'size', 'aria-label': w.sizes, oninput: () => (output.textContent = range.value) });
      this.opening.replaceChildren(h('h2', {}, w.nameSize), h('p', { class: 'soft' }, w.nameSizeWords(this.nameOf(other))), h('div', { class: 'number-field' }, range, output), h('div', { class: 'row' }, button(w.setSize, () => this.tell('size', Number(range.value)), { class: 'main' })));
    } else {
      this.opening.replaceChildren(h('h2', {}, orPlay || !this.game.moves.length ? w.choose : w.chooseNext), h('div', { class: 'row' }, button(w.iMove, tellTurn(this.you), { class: 'main' }), button(w.theyMove(this.nameOf(other)), tellTurn(other))),
        orPlay ? h('p', { class: 'soft' }, w.chooseOr(this.nameOf(other))) : '');
    }
    announce([...this.opening.querySelectorAll('h2, p')].map((each) => each.textContent).join(' '));
  }

  endTitle() {
    const { winner } = this.ended;
    if (winner === null) return this.ended.reason === 'rules' ? t.connection.drawn : t.connection.nobodyWins;
    if (this.you === null || this.view.seats.length > 2) return winner === this.you ? t.game.youWin : t.game.wins(this.nameOf(winner));
    return winner === this.you ? t.game.youWin : t.game.youLose;
  }

  endWords() {
    const { reason, by } = this.ended;
    const w = t.friends.ended;
    if (reason === 'resignation') return by === this.you ? w.youResigned : w.resignation(this.nameOf(by));
    if (reason === 'time') return by === this.you ? w.yourTime : w.time(this.nameOf(by));
    if (this.sheet instanceof StonesSheet) return t.connection.causes[this.game.cause] ?? '';
    return `${t.game.over[this.view.table.start.sprouts.ending]} ${t.game.survivors(this.game.survivors)}`;
  }

  paintEnd() {
    const w = t.friends;
    const { ended } = this;
    const again = this.view.table.again.map(number);
    const key = ended ? JSON.stringify([ended, again, this.view.table.round]) : '';
    if (this.end.dataset.key === key) return;
    this.end.dataset.key = key;
    this.end.hidden = !ended;
    if (!ended) return;
    if (ended.winner !== null) this.end.style.setProperty('--line', this.sheet.colourOf(ended.winner));
    const offered = again.filter((player) => player !== this.you);
    const mine = again.includes(this.you);
    const actions = [];
    if (this.you !== null) actions.push(mine ? button(w.notAgain, () => this.tell('again', false)) : button(w.again, () => this.tell('again', true), { class: 'main' }));
    if (this.sheet instanceof InkSheet) actions.push(button(t.game.review, () => this.review()));
    const words = mine ? w.offeredYou : offered.length ? w.offered(t.list(offered.map((player) => this.nameOf(player)))) : '';
    this.end.replaceChildren(h('h2', {}, this.endTitle()), h('p', { class: 'soft' }, this.endWords()), words ? h('p', { class: 'offer' }, words) : '', h('div', { class: 'row' }, actions));
  }

  /** What everybody should know just now: the connection, a question, who is away and what happens next. */
  paintNotices() {
    const w = t.friends;
    const { asked } = this.view.table;
    const found = [];
    if (this.lost) found.push({ class: 'lost', words: [this.restarting ? w.restarting : w.reconnecting, this.you === null ? '' : w.reconnectWords] });
    if (asked && this.you !== null) {
      const by = number(asked.by);
      if (by === this.you) found.push({ words: [w.askedYou] });
      else if (!asked.agreed.map(number).includes(this.you)) found.push({ class: 'asks', words: [w.asked(this.nameOf(by), asked.count)], answers: [[w.agree, () => this.tell('answer', true), 'main'], [w.refuse, () => this.tell('answer', false)]] });
    }
    if (!this.ended && this.present && !this.lost) {
      this.view.seats.forEach((name, player) => {
        if (player !== this.you && !this.present.has(player)) found.push({ words: [this.away[player] ? w.awaySince(name, timeOfDay(this.away[player])) : w.awayNow(name), this.nextFor(player)] });
      });
    }
    if (this.you === null) found.push({ words: [w.youWatch] });
    const key = JSON.stringify(found.map(({ words }) => words));
    if (key === this.noticed) return;
    this.noticed = key;
    this.notices.replaceChildren(...found.map(({ class: kind, words, answers }) => h('div', { class: `notice ${kind ?? ''}` }, h('p', {}, words.filter(Boolean).join(' ')),
      answers ? h('div', { class: 'row' }, answers.map(([label, run, look]) => button(label, run, { class: `small ${look ?? ''}` }))) : null)));
  }

  /** What happens when somebody stays away. */
  nextFor(player) {
    const w = t.friends.next;
    if (!this.view.clocks) return w.waits;
    if (this.turn !== player) return w.yours;
    const at = Date.now() + this.leftMs(player);
    const far = this.leftMs(player) > 20 * 3_600_000;
    return w.clock(far ? new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' }) : timeOfDay(at));
  }

  // ---- what we do

  tell(what, value) {
    this.remote.tell(what, value).catch((error) => toast(error.message));
  }

  /** Plays through a call of the engine. Resolves when the server has answered and the board shows it. */
  async play(name, ...args) {
    if (!this.mayMove()) return;
    const done = new Promise((resolve) => (this.pending = resolve));
    const late = setTimeout(() => this.pending && this.sheet.note([h('span', { class: 'words soft' }, t.friends.sending)]), LATE_MS);
    this.paint();
    try {
      await this.remote.ask(name, ...args);
      await done;
    } catch (error) {
      toast(error.message);
      this.settle(true);
    }
    clearTimeout(late);
  }

  /** Our move was answered, one way or the other. */
  settle(anyhow = false) {
    if (!this.pending || (this.view.waiting && !anyhow)) return;
    this.pending();
    this.pending = null;
    this.sheet.note(null);
  }

  /** To the last move of our own. */
  takeBackCount() {
    if (this.you === null || this.ended) return 0;
    const movers = this.sheet.items().map(({ by }) => by);
    const last = movers.lastIndexOf(this.you);
    const count = last < 0 ? 0 : movers.length - last;
    return count <= this.view.table.takeable ? count : 0;
  }

  takeBack() {
    const count = this.takeBackCount();
    if (count) this.tell('takeback', count);
  }

  async giveUp() {
    const words = this.view.seats.length > 2 ? t.connection.nobodyWins : t.game.giveUpWords;
    const yes = await ask(t.game.giveUpTitle, words, [{ label: t.game.goOn, value: false, main: true }, { label: t.game.giveUpYes, value: true }]);
    if (yes && this.alive && !this.ended) this.tell('resign');
  }

  showPhrases() {
    this.phrases.hidden = !this.phrases.hidden;
    if (!this.phrases.hidden) this.phrases.querySelector('button').focus();
  }

  async look(index) {
    const now = this.game.moves.length;
    this.looking = index === now ? null : index;
    await this.sheet.look(this.looking);
    if (!this.alive) return;
    this.paintMoves();
    if (this.looking === null) return this.sheet.note(null);
    this.sheet.note([h('span', { class: 'words' }, t.game.viewing(index, now)), button(t.game.backToNow, () => this.look(now), { class: 'main' })]);
  }

  async review() {
    await this.keeping;
    this.way.go(this.you === null ? `/review#${new URLSearchParams({ game: JSON.stringify(await this.remote.session.call('export')) })}` : `/review/${encodeURIComponent(`remote.${this.room}`)}`);
  }

  /** Keeps the game on the shelf, for whoever plays it. A finished game that is followed by another one gets a place of its own. */
  keep(before) {
    if (this.you === null) return;
    const id = `remote.${this.room}`;
    if (before.table && before.table.round !== this.view.table.round) games.aside(id, `${id}@${before.table.round}`);
    const { ended } = this;
    const entry = { id, kind: 'remote', path: `/g/${this.room}`, opponent: 'person', names: this.view.seats, you: this.you, starter: this.starter, phase: this.view.table.phase, moves: this.game.moves.length, mine: ended ? null : this.turn === this.you,
      ended: ended && { winner: ended.winner, reason: ended.reason, person: this.you }, ...this.sheet.kept() };
    this.keeping = this.remote.session.call('export').then(({ record }) => {
      if (games.keep({ ...entry, record }) || this.warned) return;
      this.warned = true;
      toast(games.whyNotKept());
    }).catch(() => {});
  }

  close() {
    this.alive = false;
    clearInterval(this.ticking);
    this.pending?.();
  }
}
