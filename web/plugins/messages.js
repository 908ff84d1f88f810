// The messages that a source asks for: the literal arguments of _() and ngettext().
// tests/languages/messages.py reads them in the same way.

const TEXT = String.raw`("(?:[^"\\\n]|\\.)*"(?:\s*\+\s*"(?:[^"\\\n]|\\.)*")*)`;
const SINGLE = new RegExp(String.raw`(?<![\w$.])_\(\s*${TEXT}`, "g");
const PLURAL = new RegExp(String.raw`(?<![\w$.])ngettext\(\s*${TEXT}\s*,\s*${TEXT}`, "g");

/** The text that "one" + "another" stand for. */
function joined(literals) {
  return [...literals.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([literal]) => JSON.parse(literal)).join("");
}

/** Every msgid of a source; a plural under its singular, as in a catalogue. */
export function messages(source) {
  return [SINGLE, PLURAL].flatMap((form) => [...source.matchAll(form)].map((found) => joined(found[1])));
}
