// The service worker: it keeps the whole app, and never answers for the server.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const WORKER = new URL("worker.js", import.meta.url);
const TOP_FILES = ["/", "/icon.svg", "/icon-turn.svg"];

export function offline() {
  return {
    name: "offline",
    apply: "build",
    generateBundle: {
      order: "post", // when it is known which files there will be
      handler(_options, bundle) {
        const built = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        const files = [...TOP_FILES, ...built.sort().map((name) => `/${name}`)];
        const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
        const source = readFileSync(WORKER, "utf8")
          .replace('"{files}"', JSON.stringify(files))
          .replace("{version}", version);
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
