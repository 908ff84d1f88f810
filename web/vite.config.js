import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { cards } from "./plugins/cards.js";
import { fonts } from "./plugins/fonts.js";
import { offline } from "./plugins/offline.js";
import { smaller } from "./plugins/smaller.js";
import { words } from "./plugins/words.js";

const HOUSE = "http://127.0.0.1:8765"; // `hexdeck serve`, for `npm run dev`

// What several parts of the app or of a game need is one file: it compresses better, and there is less to ask for.
// Not so what a game does without at first.
const LATE = [
  ...["Box", "Dialog", "Doll", "Invite", "Link", "Log", "MemoryPart", "NotFound", "Profile", "QrCode", "Scores"],
  ...[
    "Worths",
    "deal",
    "draws",
    "figures",
    "freshly",
    "full_screen",
    "introduced",
    "log_blocks",
    "notice_words",
    "plan",
    "ranking",
    "reasons",
    "setup",
    "setup_words",
  ],
].join("|");
const ROOMS = "daily|home|pads|people|puzzles|replays|results|reviews|tournaments|games/\\w+";
const OWN = new RegExp(`\\.css$|/src/(${ROOMS})/|/games/front\\.ts|/(${LATE})\\.(svelte|ts|json)`);
const SHARED = { name: "shared", minShareCount: 3, test: (id) => !OWN.test(id) };
const GAME = /\/src\/games\/(\w+)\/(?!front\.ts).*\.(ts|svelte)$/;
const PARTS = { name: (id) => `${GAME.exec(id)[1]}-parts`, minShareCount: 2, test: GAME };

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
    rolldownOptions: { output: { codeSplitting: { groups: [SHARED, PARTS] } } },
  },
  server: { proxy: { "/api": { target: HOUSE, ws: true }, "/plain": HOUSE } },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { include: ["tests/**/*.test.{ts,js}"], testTimeout: 60_000 }, // machines may be busy
}));
