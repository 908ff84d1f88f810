import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { cards } from "./plugins/cards.js";
import { chunks } from "./plugins/chunks.js";
import { fonts } from "./plugins/fonts.js";
import { offline } from "./plugins/offline.js";
import { smaller } from "./plugins/smaller.js";
import { words } from "./plugins/words.js";

const HOUSE = "http://127.0.0.1:8765"; // `hexdeck serve`, for `npm run dev`

// A page is asked for with all that it imports.  What a tap opens later asks for its imports itself: their names would
// weigh more in a game than the moment that this takes before the service worker keeps every file.
function resolveDependencies(_file, parts, { hostId, hostType }) {
  return hostType === "html" || hostId.startsWith("assets/index-")
    ? parts
    : parts.filter((part) => part.endsWith(".css"));
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), words(), cards(), fonts(), offline(), smaller()],
  build: {
    outDir: "../src/hexdeck/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the server allows no data: addresses but for pictures
    modulePreload: { polyfill: false, resolveDependencies },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks() } } },
  },
  server: { proxy: { "/api": { target: HOUSE, ws: true }, "/plain": HOUSE } },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { include: ["tests/**/*.test.{ts,js}"], testTimeout: 60_000 }, // machines may be busy
}));
