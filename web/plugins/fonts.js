// The licence of the title font lies beside it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const LICENCE = createRequire(import.meta.url).resolve("@fontsource/almendra/LICENSE");

export function fonts() {
  return {
    name: "fonts",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "assets/almendra-licence.txt", source: readFileSync(LICENCE) });
    },
  };
}
