// virtual:voodoo/de: where the cards of Voodoo in German lie, as JSON made from the game's own card file.

import { readFileSync } from "node:fs";
import { jsonModule } from "./json.js";

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
  let isBuild = false;
  return {
    name: "voodoo",
    configResolved: (config) => (isBuild = config.command === "build"),
    resolveId: (name) => (name.startsWith(PREFIX) ? `\0${name}` : undefined),
    load(name) {
      if (!name.startsWith(`\0${PREFIX}`)) return undefined;
      this.addWatchFile(CARDS);
      const code = name.slice(PREFIX.length + 1);
      return jsonModule(isBuild ? this : null, `voodoo-${code}.json`, cardsIn(readFileSync(CARDS, "utf8"), code));
    },
  };
}
