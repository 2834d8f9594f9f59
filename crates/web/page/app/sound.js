// Small sounds and a tap of the phone's motor, for whoever switched them on. Knows no games.
import { settings } from './settings.js';

let audio = null;

/** One soft tone: pitch in hertz, after so many seconds, for so long. */
function tone(pitch, after, length, loud = 0.08) {
  const begin = audio.currentTime + after;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = 'triangle';
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loud, begin + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0005, begin + length);
  source.connect(volume).connect(audio.destination);
  source.start(begin);
  source.stop(begin + length);
}

const TUNES = {
  move: [[520, 0, 0.12], [700, 0.05, 0.14]],
  refused: [[190, 0, 0.14]],
  won: [[520, 0, 0.2], [660, 0.12, 0.2], [880, 0.24, 0.4]],
  lost: [[440, 0, 0.25], [330, 0.16, 0.4]],
};
const TAPS = { move: 12, refused: [18, 40, 18], won: [20, 60, 40], lost: 60 };

/** Lets a move, a refusal, a win or a loss be heard and felt. */
export function sound(name) {
  if (settings.vibrate) navigator.vibrate?.(TAPS[name]);
  if (!settings.sound) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
    for (const note of TUNES[name]) tone(...note);
  } catch {
    // A browser without sound plays on in silence.
  }
}
