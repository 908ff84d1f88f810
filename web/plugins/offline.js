// The service worker: it keeps the shell and whatever was loaded once, and never answers for the server.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const WORKER = new URL("worker.js", import.meta.url);

export function offline() {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_options, bundle) {
      const shell = Object.values(bundle).filter(
        (file) => (file.type === "chunk" && file.isEntry) || file.fileName.endsWith(".css"),
      );
      const files = ["/", ...shell.map((file) => `/${file.fileName}`)];
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      const source = readFileSync(WORKER, "utf8")
        .replace('"{files}"', JSON.stringify(files))
        .replace("{version}", version);
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
