// Which language the page speaks: the one chosen in the settings, or the first that the browser asks for. One file of strings
// per language; only the one that is spoken is loaded.
import { settings } from './settings.js';

/** Every language by its own name. */
export const LANGUAGES = { en: 'English', cs: 'Čeština', de: 'Deutsch', fr: 'Français' };

const wanted = [settings.language, ...(navigator.languages ?? [])].map((tag) => String(tag).slice(0, 2));
export const language = wanted.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
document.documentElement.lang = language;

/** French keeps `;`, `:`, `?` and `!` on the line of the word before them, and its quotes on the line of what they quote. */
function bound(words) {
  if (typeof words === 'string') return words.replace(/ (?=[;:?!»])/g, '\u00a0').replaceAll('« ', '«\u00a0');
  if (typeof words === 'function') return (...values) => bound(words(...values));
  if (Array.isArray(words)) return words.map(bound);
  return words && typeof words === 'object' ? Object.fromEntries(Object.entries(words).map(([name, each]) => [name, bound(each)])) : words;
}

/** Strings as the page shows them. */
export const spoken = (strings) => (language === 'fr' ? bound(strings) : strings);

/** What something is, and which. */
export const labelled = (what, which) => `${what}${language === 'fr' ? '\u00a0' : ''}: ${which}`;

export const t = spoken((await import(`./strings/${language}.js`)).default);
