// Why the engine refuses something, in the reader’s language. The engine gives a kind, values and its own English words; each other
// language has a file of sentences, loaded when the first one is needed.
import { language, spoken, t } from './words.js';

let sentences = null;

/** A line that cannot be drawn has its words among those of the board. */
function stroke(kind, spot) {
  const words = t.stroke[kind] ?? t.stroke.other;
  return typeof words === 'function' ? words(spot) : words;
}

function say({ kind, values, words }) {
  if (kind === 'stroke') return stroke(...values);
  const sentence = sentences[kind];
  if (kind === 'other' || !sentence) return sentences.other(words);
  if (typeof sentence === 'string') return sentence;
  return sentence(...values.map((value) => (value?.kind ? say(value) : value)));
}

/** The words for what the engine said; `said` has at least its English ones. */
export async function inWords(said) {
  if (language === 'en') return said.kind === 'stroke' ? stroke(...said.values) : said.words;
  sentences ??= spoken((await import(`./mistakes/${language}.js`)).default);
  return say(said);
}
