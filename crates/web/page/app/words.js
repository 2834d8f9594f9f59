// Which language the page speaks. One file of strings per language; English is the only one so far.
import { en } from './strings/en.js';

const languages = { en };
const wanted = navigator.languages?.map((tag) => tag.slice(0, 2)) ?? [];
const chosen = wanted.find((tag) => Object.hasOwn(languages, tag)) ?? 'en';
document.documentElement.lang = chosen;

export const t = languages[chosen];
