// Which language the page speaks: the one chosen in the settings, or the first that the browser asks for. One file of strings
// per language; only the one that is spoken is loaded.
import { settings } from './settings.js';

/** Every language by its own name. */
export const LANGUAGES = { en: 'English', cs: 'Čeština', de: 'Deutsch', fr: 'Français' };

const wanted = [settings.language, ...(navigator.languages ?? [])].map((tag) => String(tag).slice(0, 2));
export const language = wanted.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
document.documentElement.lang = language;

export const t = (await import(`./strings/${language}.js`)).default;
