// Why a call failed, for whoever asked: what the engine says of it is JSON, everything else has only words.
export function said(error) {
  return typeof error === 'string' ? JSON.parse(error) : { words: String(error?.message ?? error) };
}
