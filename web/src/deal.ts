// A table full of bots: first its promise, then our salt, then the cards.

import { ask } from "./api.ts";
import { keepPromise } from "./promises.ts";
import { keepSalt, newSalt } from "./salt.ts";

/** The code of a table where the game has begun. */
export async function playNow(wish: object): Promise<string> {
  const { code, commitment } = await ask<{ code: string; commitment: string }>("POST", "/api/play", {
    ...wish,
    start: false,
  });
  keepPromise(code, commitment);
  const salt = newSalt();
  await ask("POST", `/api/tables/${code}/commands`, { type: "start", id: "start", salt });
  keepSalt(code, salt);
  return code;
}
