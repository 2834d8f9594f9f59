// A room on the server, as its link says: who invites to what, waiting for others, the game itself, or why there is nothing here.
import { ask, button, copy, h, toast } from '../dom.js';
import { showRules, sproutsRules } from '../game-title.js';
import * as games from '../games.js';
import { Remote } from '../remote.js';
import { RemoteTable } from '../remote-table.js';
import { gameWords, number, qrCode, roomPicture, rulesWords } from '../room-words.js';
import { dropSeat, keepName, keepSeat, myName, newToken, roomLink, seat } from '../seats.js';
import { aboutGame } from '../stones-rules.js';
import { isMyTurn, markTitle, tellTurn } from '../turns.js';
import { t } from '../words.js';

const NAME = /^[a-kmnp-z2-9]{12}$/;

export function show(main, way) {
  const room = way.rest[0] ?? '';
  const given = new URLSearchParams(way.hash).get('seat');
  // The secret leaves the address before anything else happens.
  if (given) history.replaceState(null, '', `/g/${room}`);
  const place = new Room(main, way, room, given);
  return () => place.close();
}

class Room {
  /** `given`: the secret that came with the link, if one did. */
  constructor(main, way, room, given) {
    Object.assign(this, { main, way, room, given, alive: true, stage: '', shape: null });
    this.card(h('p', { role: 'status' }, t.friends.looking), this.lostSign());
    // A name that no room can have is not worth a question.
    if (!NAME.test(room)) return void this.turned({ why: { because: 'nosuchroom' }, final: true });
    this.remote = new Remote(room, given ?? seat(room)?.token, { heard: (heard) => this.hear(heard), state: (state) => this.connection(state) });
  }

  card(...content) {
    this.main.replaceChildren(h('div', { class: 'page narrow' }, h('div', { class: 'card' }, content)));
  }

  // ---- what is heard

  hear(heard) {
    if (!this.alive) return;
    const turned = heard.news.find((news) => news.kind === 'turned');
    if (turned && (turned.final || !this.table)) this.turned(turned);
    if (this.stage === 'turned') return;
    if (heard.news.some((news) => news.kind === 'seated')) this.seated();
    for (const news of heard.news) {
      if (news.kind === 'refused' && this.stage === 'waiting') toast(news.why.because === 'hasbegun' ? t.friends.hasBegun : news.words);
      if (news.kind === 'closing' && this.table) this.table.restarting = true;
    }
    this.present = heard.news.find((news) => news.kind === 'present') ?? this.present;
    const { view } = heard;
    if (!view.table) return;
    if (this.given && !this.checkGiven(view)) return;
    if (view.state === 'cancelled') return this.cancelled(view);
    // The board of a connection game is asked for once, and everything waits for it.
    if (view.table.stones && !this.shape) {
      this.shaping ??= this.remote.session.call('board').then((shape) => (this.shape = shape));
      return void this.shaping.then(() => this.alive && this.arrange(heard));
    }
    this.arrange(heard);
  }

  /** Whether to go on: a secret that opened a seat is kept, one that opens nothing gives way to what this browser has. */
  checkGiven(view) {
    const { given } = this;
    this.given = null;
    if (view.you !== null) {
      keepSeat(this.room, given);
      toast(t.friends.seatTaken);
      return true;
    }
    if (!seat(this.room)) return true;
    this.way.go(`/g/${this.room}`, true);
    return false;
  }

  arrange(heard) {
    const { view } = heard;
    // The game may have begun before the word comes that the seat is ours.
    if (this.remote.joining && view.you === null) return;
    const stage = view.state === 'playing' ? 'table' : view.you === null ? 'visit' : 'waiting';
    // A page that waits has nothing that changes but who is there.
    const key = `${stage} ${stage === 'table' ? view.you : view.seats.join('\n')}`;
    if (stage === 'table' && this.stage === key) return this.table.hear(heard);
    if (this.stage === key) return;
    this.stage = key;
    if (stage === 'table') this.play(heard);
    else if (stage === 'visit') this.visit(view);
    else this.wait(view);
  }

  connection(state) {
    if (!this.alive) return;
    this.table?.connection(state);
    const sign = this.main.querySelector('.lost-sign');
    if (sign) sign.hidden = state === 'open';
  }

  lostSign() {
    return h('p', { class: 'notice lost lost-sign', role: 'status', hidden: this.remote?.state !== 'lost' }, t.friends.reconnecting);
  }

  // ---- nothing here

  turned({ why, words, final }) {
    const w = t.friends;
    const said = w.gone[why.because] ?? w.refused.other(words);
    if (!final && why.because !== 'full' && why.because !== 'cancelled' && why.because !== 'toomany') {
      toast(said);
      this.stage = '';
      return;
    }
    if (why.because === 'nosuchroom') this.forget();
    this.stage = why.because === 'toomany' ? '' : 'turned';
    this.card(h('h1', {}, w.goneTitle), h('p', {}, said), h('div', { class: 'row' },
      why.because === 'version' ? button(w.reload, () => location.reload(), { class: 'main' }) : null, h('a', { class: 'button', href: '/friends', 'data-link': true }, w.toFriends)));
    if (why.because === 'full') {
      // The game has begun without us; whoever may watch can.
      this.main.querySelector('.row').append(button(w.watch, () => this.way.go(`/g/${this.room}`, true), { icon: 'look' }));
    }
  }

  cancelled() {
    if (this.stage === 'cancelled') return;
    this.stage = 'cancelled';
    this.forget();
    this.card(h('h1', {}, t.friends.goneTitle), h('p', {}, t.friends.gone.cancelled), h('div', { class: 'row' }, h('a', { class: 'button main', href: '/friends', 'data-link': true }, t.friends.toFriends)));
  }

  forget() {
    dropSeat(this.room);
    games.remove(`remote.${this.room}`);
  }

  // ---- before the game

  about(view) {
    const words = h('p', { class: 'about' });
    gameWords(view.invitation).then((text) => (words.textContent = text));
    return h('div', { class: 'invitation' }, h('div', { class: 'sheet-small' }, roomPicture(view, this.shape)),
      h('div', {}, words, h('p', { class: 'soft' }, rulesWords(view.invitation.rules, view.invitation.watchable))));
  }

  /** The rules in a sentence or two, for whoever never played, and the way to all of them. */
  rules(view) {
    const { game } = view.invitation;
    if (game.sprouts) return h('div', { class: 'soft small' }, sproutsRules(game.sprouts.ending));
    return h('div', { class: 'stack' }, h('p', { class: 'soft small' }, aboutGame(game.stones.game, this.shape)),
      h('div', { class: 'row' }, button(t.game.rulesTitle, () => showRules(this.shape.title, game, this.shape), { class: 'small' })));
  }

  visit(view) {
    const w = t.friends;
    const { seats } = view;
    const free = view.table.players - seats.length;
    const name = h('input', { class: 'text-field', id: 'name', value: myName(), maxlength: 40, autocomplete: 'nickname', required: true, oninput: () => (said.textContent = '') });
    const said = h('p', { class: 'soft', role: 'status' });
    const join = async (event) => {
      event.preventDefault();
      const wanted = name.value.trim();
      if (!wanted) {
        said.textContent = w.needName;
        return name.focus();
      }
      keepName(wanted);
      this.token = newToken();
      said.textContent = w.joining;
      try {
        await this.remote.join(wanted, this.token);
      } catch (error) {
        said.textContent = error.message;
      }
    };
    this.card(h('h1', {}, seats.length > 1 ? w.invitesAll(t.list(seats)) : w.invites(seats[0])), this.lostSign(),
      view.invitation.title.includes(seats[0]) ? null : h('p', { class: 'soft' }, view.invitation.title), this.about(view), this.rules(view), free > 1 ? h('p', { class: 'soft' }, w.seatsLeft(free)) : null,
      h('form', { class: 'stack', onsubmit: join, novalidate: true }, h('div', {}, h('label', { class: 'label', for: 'name' }, w.name), name), said, h('div', { class: 'row' }, h('button', { class: 'button main', type: 'submit' }, w.join))));
  }

  seated() {
    // The seat is ours: its secret is kept before anything else.
    if (this.token) keepSeat(this.room, this.token);
  }

  wait(view) {
    const w = t.friends;
    const host = view.you === 'host';
    const missing = view.table.players - view.seats.length;
    const link = roomLink(this.room);
    const box = h('input', { class: 'text-field', id: 'link', readonly: true, value: link, 'aria-label': w.link, onfocus: (event) => event.target.select() });
    const close = async () => {
      if (await ask(w.cancelAsk, w.cancelWords, [{ label: w.keepOpen, value: false, main: true }, { label: w.cancel, value: true }])) this.remote.act('cancel');
    };
    this.keepWaiting(view);
    this.card(h('h1', {}, missing > 1 ? w.waitTitleMany(missing) : w.waitTitle), this.lostSign(), h('p', { class: 'soft' }, w.waitWords),
      h('div', { class: 'waiting-room' }, qrCode(link),
        h('div', { class: 'stack' }, box, h('div', { class: 'row' }, button(w.copyLink, () => copy(link, w.copied), { class: 'main' }),
          navigator.share ? button(w.shareLink, () => navigator.share({ title: 'Rhizome', text: w.invites(view.seats[0]), url: link }).catch(() => {}), { icon: 'share' }) : null),
        h('p', { class: 'soft', role: 'status' }, `${w.waitingFor(missing)}${view.seats.length > 1 ? ` ${w.hereAlready(t.list(view.seats))}` : ''}`))),
      this.about(view), host ? h('div', { class: 'row' }, button(w.cancel, close, { class: 'quiet' })) : null);
  }

  /** A room that waits stands on the shelf too, so that its host finds it again. */
  keepWaiting(view) {
    const { table } = view;
    const common = { id: `remote.${this.room}`, kind: 'remote', path: `/g/${this.room}`, opponent: 'person', names: view.seats, you: number(view.you), starter: 0, phase: table.phase, moves: 0, mine: null, ended: null, waiting: true };
    const game = table.sprouts
      ? { game: 'sprouts', start: table.start.sprouts.start, ending: table.start.sprouts.ending, spots: table.start.sprouts.start.spots, map: table.start.sprouts.start.map ? true : null, shot: games.shot(table.sprouts.picture) }
      : { game: 'stones', text: table.start.stones.game, options: table.start.stones.options ?? [], title: this.shape.title, stones: table.stones.stones };
    this.remote.session.call('export').then(({ record }) => games.keep({ ...common, ...game, record })).catch(() => {});
  }

  // ---- the game

  play(heard) {
    this.table?.close();
    const way = {
      go: this.way.go,
      title: (names) => {
        document.title = `${this.shape?.title ?? t.friends.sprouts} · ${t.list(heard.view.seats)} · Rhizome`;
        markTitle(names !== null || isMyTurn());
      },
      myTurn: (names) => tellTurn(this.room, names),
    };
    this.table = new RemoteTable(this.remote, this.room, way, heard, this.shape);
    this.main.replaceChildren(this.table.element);
    if (this.present) this.table.readPresence(this.present);
    this.table.connection(this.remote.state === 'lost' ? 'lost' : 'open');
  }

  close() {
    this.alive = false;
    this.table?.close();
    this.remote?.close();
  }
}
