// Which modules become one file: it compresses better, and there is less to ask for.  What every table begins with, and
// what the rooms of several games need, is one; what a game's own modules share is another.  All else comes when it is
// needed, so a module that is not to weigh on the first load only has to be imported with `import()`.

import { realpathSync } from "node:fs";

const MAIN = realpathSync(new URL("../src/main.ts", import.meta.url));
const BEGINNING = /\/src\/(main\.ts|tables\/TablePage\.svelte)$/;
const ROOM = /\/src\/games\/\w+\/index\.ts$/;
const OWN = /\.css$|\/src\/games\/\w+\//; // a game's, or a style
const PART = /\/src\/games\/(\w+)\/(?!front\.ts).*\.(ts|svelte)$/;

/** A module and all that it leads to; `next` names what another leads to at once. */
function reached(id, next, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const one of next(id)) reached(one, next, found);
  return found;
}

/** The modules without which no table begins, and those that more than one game's room needs. */
export function neededAtTables(main, moduleInfo) {
  const imports = (id) => moduleInfo(id)?.importedIds ?? [];
  const all = [...reached(main, (id) => [...imports(id), ...(moduleInfo(id)?.dynamicallyImportedIds ?? [])])];
  const needs = (pattern) => all.filter((id) => pattern.test(id)).map((id) => reached(id, imports));
  const [beginning, rooms] = [needs(BEGINNING), needs(ROOM)];
  const isNeeded = (id) => beginning.some((ids) => ids.has(id)) || rooms.filter((ids) => ids.has(id)).length > 1;
  return new Set(all.filter(isNeeded));
}

export function chunks() {
  let needed = null;
  const name = (id, context) => {
    needed ??= neededAtTables(MAIN, (one) => context.getModuleInfo(one));
    return needed.has(id) ? "shared" : null;
  };
  return [
    { name, minShareCount: 3, test: (id) => !OWN.test(id) },
    { name: (id) => `${PART.exec(id)[1]}-parts`, minShareCount: 2, test: PART },
  ];
}
