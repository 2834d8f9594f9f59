// What a person chose, kept in the browser. Knows nothing of the engine.
const KEY = 'rhizome.settings';

export const COLOURS = ['blue', 'vermilion', 'green', 'rose', 'sky', 'amber', 'plum', 'ink'];

const defaults = {
  language: 'system',
  theme: 'system',
  motion: 'system',
  colours: ['blue', 'vermilion'],
  numbers: false,
  parity: true,
  confirmTouch: true,
  coordinates: true,
  sound: false,
  vibrate: false,
};

/** Reads a value kept under a key; whatever was broken or is missing becomes the fallback. */
export function load(key, fallback) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Keeps a value; false when the browser has no room or no storage. */
export function save(key, value) {
  try {
    if (value === undefined || value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Whether the browser lets the page keep anything at all. */
export function mayKeep() {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/** The keys that begin so; none where there is no storage. */
export function keys(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

const stored = load(KEY, {});
export const settings = { ...defaults, ...(stored && typeof stored === 'object' ? stored : {}) };
if (!Array.isArray(settings.colours) || !settings.colours.every((name) => COLOURS.includes(name)) || settings.colours.length !== 2) {
  settings.colours = defaults.colours;
}

export function change(name, value) {
  settings[name] = value;
  save(KEY, settings);
  apply();
}

export function apply() {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.motion === 'less') root.dataset.motion = 'less';
  else delete root.dataset.motion;
}

export const colour = (name) => `var(--c-${name})`;

export const lessMotion = () => settings.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Where the description lies that is played as “yours”. */
export const OWN = 'rhizome.connection.own';
