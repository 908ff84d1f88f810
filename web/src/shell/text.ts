// Sentences made from parts: one mark at the end of each; src/hexdeck/text/sentences.py does the same.

const ENDED = /[.!?…][\s”“»’)]*$/;
const MARK = /^\s?[.!?](?![.!?\w])/;

/** Whether no full stop may follow: "Who Lives in the Oak?". */
function isEnded(text: string): boolean {
  return ENDED.test(text);
}

/** The rest of a sentence after `part`, without a mark that `part` has already. */
export function after(part: string, rest: string): string {
  return isEnded(part) ? rest.replace(MARK, "") : rest;
}

/** One sentence after the other; each but the last ends with a mark. */
export function textOf(sentences: readonly string[]): string {
  const last = sentences.length - 1;
  return sentences.map((one, at) => (at === last || isEnded(one) ? one : `${one}.`)).join(" ");
}

/** A text that begins a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
