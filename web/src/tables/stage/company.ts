// Who sits around a table and what is on show: all that the frame draws.  A live table is one, a replay too.

import { getContext, setContext } from "svelte";
import type { AnyView, GameModule } from "../../games/game.ts";
import type { SeatInfo, TableInfo } from "../../protocol.ts";

export interface Company {
  readonly seats: SeatInfo[];
  readonly names: string[];
  readonly you: { seat: number | null };
  readonly view: AnyView | null;
  readonly log: any[];
  readonly game: GameModule | null;
  readonly info: TableInfo | null;
  readonly bubbles: { seat: number; phrase: string; id: number }[];
  readonly deadlines: Record<string, number>;
  readonly skew: number;
  readonly askCoach?: () => void;
  readonly isCutOff?: boolean; // there is no connection: nobody is asked for a move
}

const KEY = "company";

export function keepCompany(company: Company): void {
  setContext(KEY, company);
}

export function company(): Company {
  return getContext<Company>(KEY);
}
