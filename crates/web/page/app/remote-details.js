// What else there is at a table with others: the rules that were agreed, links for spectators and for one's own other device, word
// when it is one's turn, and the game as a file.
import { ask, button, copy, download, h } from './dom.js';
import { gameWords, qrCode, rulesWords } from './room-words.js';
import { roomLink, seat, seatLink } from './seats.js';
import { canNotify, mayNotify, wantNotices } from './turns.js';
import { t } from './words.js';

/** One's own private link, with a warning. */
async function otherDevice(link) {
  const w = t.friends;
  const words = h('div', { class: 'stack' }, h('p', { class: 'soft' }, w.seatWords), qrCode(link), h('input', { class: 'text-field', readonly: true, value: link, 'aria-label': w.seatLink, onfocus: (event) => event.target.select() }));
  if (await ask(w.seatLink, words, [{ label: w.copyLink, value: true, main: true }, { label: t.page.ok, value: false }])) copy(link, w.copied);
}

function notices() {
  const w = t.friends;
  if (!canNotify()) return null;
  const words = h('p', { class: 'soft small' }, mayNotify() ? w.notifyOn : '');
  const press = button(w.notify, async () => {
    const allowed = await wantNotices();
    words.textContent = allowed ? w.notifyOn : w.notifyNo;
    press.hidden = allowed;
  }, { class: 'small' });
  press.hidden = mayNotify();
  return h('div', {}, press, words);
}

export function remoteDetails(table) {
  const w = t.friends;
  const { view, remote, room, you } = table;
  const about = h('p', {});
  gameWords(view.invitation).then((words) => (about.textContent = words));
  const own = you === null ? null : seat(room);
  const text = async () => JSON.stringify(await remote.session.call('export'));
  const moves = async () => (view.table.stones ? table.game.moves.join(' ') : await remote.session.call('wgosa'));
  return h('details', { class: 'options' }, h('summary', {}, w.details),
    h('div', {}, h('b', {}, view.invitation.title), about, h('p', { class: 'soft small' }, rulesWords(view.invitation.rules, view.invitation.watchable))),
    notices(),
    h('div', { class: 'row' }, view.invitation.watchable ? button(w.watchLink, () => copy(roomLink(room), w.copied), { class: 'small', icon: 'look' }) : null, own ? button(w.seatLink, () => otherDevice(seatLink(room, own.token)), { class: 'small', icon: 'share' }) : null),
    h('p', { class: 'label' }, w.file),
    h('div', { class: 'row' }, button(t.connection.copyMoves, async () => copy((await moves()) ?? t.analyse.noWgosa, t.analyse.copied), { class: 'small' }),
      table.sheet.shape?.sgf ? button('SGF', async () => download(`rhizome-${room}.sgf`, new Blob([await remote.session.call('sgf')], { type: 'application/x-go-sgf' })), { class: 'small' }) : null,
      button('JSON', async () => download(`rhizome-${room}.json`, new Blob([await text()], { type: 'application/json' })), { class: 'small' })));
}
