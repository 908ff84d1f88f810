// Beside every text that was built lies its gzip, so that the server need not make it.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const TEXTS = /\.(js|css|html|svg|json|webmanifest)$/;

export function smaller() {
  let folder = "";
  return {
    name: "smaller",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true })) {
        if (!TEXTS.test(name)) continue;
        const path = join(folder, name);
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}
