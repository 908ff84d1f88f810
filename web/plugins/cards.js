// virtual:cards/<game>/de: where the cards of a game in German lie, as JSON made from its own card file.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonModule } from "./json.js";

const PREFIX = "virtual:cards/";
const GAMES = new URL("../../src/hexdeck/games/", import.meta.url).pathname;
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

export function cards() {
  let isBuild = false;
  return {
    name: "cards",
    configResolved: (config) => (isBuild = config.command === "build"),
    resolveId: (name) => (name.startsWith(PREFIX) ? `\0${name}` : undefined),
    load(name) {
      if (!name.startsWith(`\0${PREFIX}`)) return undefined;
      const [game, code] = name.slice(PREFIX.length + 1).split("/");
      const path = join(GAMES, game, "cards.toml");
      this.addWatchFile(path);
      return jsonModule(isBuild ? this : null, `${game}-${code}.json`, cardsIn(readFileSync(path, "utf8"), code));
    },
  };
}
