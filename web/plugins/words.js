// virtual:words/de: where the German of every message that the app uses lies, as JSON made from the catalogue of
// the whole project.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { translations } from "./catalogue.js";
import { jsonModule } from "./json.js";
import { messages } from "./messages.js";

const PREFIX = "virtual:words/";
const SOURCE = new URL("../src", import.meta.url).pathname;
const LOCALE = new URL("../../src/hexdeck/locale", import.meta.url).pathname;

/** What the sources ask for, and every text in the tables that words_tables.py writes. */
function used() {
  const names = readdirSync(SOURCE, { recursive: true });
  const read = (name) => readFileSync(join(SOURCE, name), "utf8");
  return [
    ...names.filter((name) => /\.(svelte|ts)$/.test(name)).flatMap((name) => messages(read(name))),
    ...names.filter((name) => /(words|rules)\.json$/.test(name)).flatMap((name) => texts(JSON.parse(read(name)))),
  ];
}

function texts(table) {
  return typeof table === "string" ? [table] : Object.values(Object(table)).flatMap(texts);
}

export function words() {
  let isBuild = false;
  return {
    name: "words",
    configResolved: (config) => (isBuild = config.command === "build"),
    resolveId: (name) => (name.startsWith(PREFIX) ? `\0${name}` : undefined),
    load(name) {
      if (!name.startsWith(`\0${PREFIX}`)) return undefined;
      const code = name.slice(PREFIX.length + 1);
      const path = join(LOCALE, code, "LC_MESSAGES", "hexdeck.po");
      this.addWatchFile(path);
      const known = translations(readFileSync(path, "utf8"));
      const wanted = [...new Set(used())].sort().filter((message) => known.get(message)?.length);
      const table = Object.fromEntries(wanted.map((message) => [message, known.get(message)]));
      return jsonModule(isBuild ? this : null, `${code}.json`, table);
    },
  };
}
