// The engine in WebAssembly, from a worker: a call is a name and values, an answer is a value. Knows bytes; knows nothing of what they mean.
// Its other half is crates/web/src/door.rs.
let engine = null;
let patience = () => 1;

const host = {
  // A clock that fails says that no time is left.
  spent() {
    try {
      return Number(patience());
    } catch {
      return 1;
    }
  },
};

/** Starts the engine: compiled already, or to be had at an address. */
export async function start(compiled) {
  const imports = { host };
  engine = compiled instanceof WebAssembly.Module
    ? (await WebAssembly.instantiate(compiled, imports)).exports
    : (await WebAssembly.instantiateStreaming(fetch(compiled), imports)).instance.exports;
}

/** Numbers, texts, and yes or no go as they are; a value of several parts goes as its own text, read by whoever takes it. */
const given = (value) => (ArrayBuffer.isView(value) ? JSON.stringify([...value]) : value && typeof value === 'object' ? JSON.stringify(value) : value);

/** Asks the engine. What it refuses is thrown as the text of why. */
export function ask(name, ...values) {
  const bytes = new TextEncoder().encode(JSON.stringify([name, ...values.map(given)]));
  const room = engine.room(bytes.length);
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  const good = engine.call();
  const answer = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answer(), engine.answer_bytes()));
  if (!good) throw answer;
  return JSON.parse(answer);
}

/** Asks for a long thought. `spent` says now and then which share of the time is gone: the engine stops when it is all of it. */
export function askPatiently(spent, name, ...values) {
  patience = spent;
  try {
    return ask(name, ...values);
  } finally {
    patience = () => 1;
  }
}
