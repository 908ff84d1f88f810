// virtual:words: the languages, and where the words of each lie; virtual:words/de: where the German of every message
// that the app uses lies, as JSON made from the catalogue of the whole project.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { catalogueAt, catalogues } from "./catalogue.js";
import { jsonModule } from "./json.js";
import { messages } from "./messages.js";

const ALL = "virtual:words";
const SOURCE = new URL("../src", import.meta.url).pathname;

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

/** Every language by its own name, and the addresses of their words. */
export function languagesModule(paths) {
  const codes = Object.keys(paths);
  const names = { en: "English", ...Object.fromEntries(codes.map((code) => [code, catalogueAt(paths[code]).name])) };
  return [
    ...codes.map((code) => `import ${code} from "${ALL}/${code}";`),
    `export const LANGUAGES = ${JSON.stringify(names)};`,
    `export const CATALOGUES = { ${codes.join(", ")} };`,
  ].join("\n");
}

/** What the app needs of a catalogue. */
export function wordsAt(path) {
  const { forms, texts } = catalogueAt(path);
  const wanted = [...new Set(used())].sort().filter((message) => texts.has(message));
  return { forms, texts: Object.fromEntries(wanted.map((message) => [message, texts.get(message)])) };
}

export function words() {
  let isBuild = false;
  return {
    name: "words",
    configResolved: (config) => (isBuild = config.command === "build"),
    resolveId: (name) => (name === ALL || name.startsWith(`${ALL}/`) ? `\0${name}` : undefined),
    load(name) {
      const paths = catalogues();
      if (name === `\0${ALL}`) return languagesModule(paths);
      if (!name.startsWith(`\0${ALL}/`)) return undefined;
      const code = name.slice(ALL.length + 2);
      this.addWatchFile(paths[code]);
      return jsonModule(isBuild ? this : null, `${code}.json`, wordsAt(paths[code]));
    },
  };
}
