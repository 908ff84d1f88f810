// For tests/web/test_told_games.py, which writes the games.

import { readFileSync } from "node:fs";
import { env } from "node:process";
import app from "../../vite.config.js";

const told = readFileSync(env.HEXDECK_TOLD, "utf8");
const pads = readFileSync(env.HEXDECK_PADS, "utf8");

const walks = { include: ["tests/told/*.walk.ts"], provide: { told, pads } };

export default (mode) => ({ ...app(mode), test: { ...app(mode).test, ...walks } });
