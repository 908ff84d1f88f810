// virtual:cards/<game>: where the cards of a game lie in each language; virtual:cards/<game>/de: where they lie in
// German, as JSON made from the game's own card file.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { jsonModule } from "./json.js";

const PREFIX = "virtual:cards/";
const GAMES = new URL("../../src/hexdeck/games/", import.meta.url).pathname;

/** Every card with the words of one language. */
export function cardsIn(text, language) {
  const spoken = (value) => (Object(value) === value && !Array.isArray(value) ? value[language] : value);
  return lists(text).flatMap(([kind, cards]) =>
    cards.map((card) => {
      const fields = Object.entries(card).map(([name, value]) => [name, spoken(value)]);
      return { kind, ...Object.fromEntries(fields) };
    }),
  );
}

/** The languages of the first card, which every other one has too. */
export function languagesIn(text) {
  return Object.keys(lists(text)[0][1][0].name);
}

function lists(text) {
  return Object.entries(parse(text)).filter(([, value]) => Array.isArray(value));
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
      const path = join(GAMES, game, "data", "cards.toml");
      this.addWatchFile(path);
      const text = readFileSync(path, "utf8");
      if (code) return jsonModule(isBuild ? this : null, `${game}-${code}.json`, cardsIn(text, code));
      const codes = languagesIn(text);
      const imports = codes.map((one) => `import ${one} from "${PREFIX}${game}/${one}";`);
      return `${imports.join("\n")}\nexport default { ${codes.join(", ")} };`;
    },
  };
}
