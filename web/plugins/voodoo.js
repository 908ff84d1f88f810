// virtual:voodoo/de: the cards of Voodoo in German, from the game's own card file.

import { readFileSync } from "node:fs";

const PREFIX = "virtual:voodoo/";
const CARDS = new URL("../../src/hexdeck/games/voodoo/cards.toml", import.meta.url).pathname;
const FIELD = /^(\w+)(?:\.(\w+))? = (.+)$/;

/** Every card with the words of one language; its values read as JSON. */
export function cardsIn(text, language) {
  const found = [];
  for (const line of text.split("\n")) {
    const kind = /^\[\[(\w+)\]\]$/.exec(line)?.[1];
    if (kind) found.push({ kind });
    const [, name, code, value] = FIELD.exec(line) ?? [];
    if (name && found.length && (code === undefined || code === language)) found.at(-1)[name] = JSON.parse(value);
  }
  return found;
}

export function voodooCards() {
  return {
    name: "voodoo",
    resolveId: (name) => (name.startsWith(PREFIX) ? `\0${name}` : undefined),
    load(name) {
      if (!name.startsWith(`\0${PREFIX}`)) return undefined;
      this.addWatchFile(CARDS);
      return `export default ${JSON.stringify(cardsIn(readFileSync(CARDS, "utf8"), name.slice(PREFIX.length + 1)))};`;
    },
  };
}
