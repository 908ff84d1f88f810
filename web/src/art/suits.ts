// What every colour of the cards is drawn as.

import "./suits.css";
import type { SymbolName } from "./names.ts";

export type Suit = "r" | "y" | "g" | "b" | "p";

export const SHAPES: Record<Suit, SymbolName> = { r: "flame", y: "sun", g: "snake", b: "drop", p: "eye" };
