// Links for others: a short one that the server keeps, or a long one that carries everything when there is no server.
import { copy } from './dom.js';
import { t } from './words.js';

/** Copies a link to an address of this page (path, query and fragment). */
export async function shareLink(path) {
  let link = `${location.origin}${path}`;
  try {
    const answer = await fetch('/api/shares', { method: 'POST', body: path });
    if (answer.ok) link = `${location.origin}/s/${await answer.text()}`;
  } catch {
    // Offline: the long link works just as well.
  }
  await copy(link, t.maps.copied);
}

/** The address behind a short link, if it is one of ours. */
export async function resolve(name) {
  const answer = await fetch(`/api/shares/${encodeURIComponent(name)}`);
  if (!answer.ok) return null;
  const path = await answer.text();
  // Only places of this page: a stored text must not send anybody elsewhere.
  return /^\/(maps|game|analyse|play|review|connection|workshop)\b/.test(path) && new URL(path, location.origin).origin === location.origin ? path : null;
}
