// A table full of bots: first its promise, then our salt, then the cards.

import { ask } from "../shell/api.ts";
import { keepPromise } from "./promises.ts";
import { keepSalt, newSalt } from "./salt.ts";

type Made = { code: string; commitment: string };

/** The code of a table where the game has begun. */
export async function playNow(wish: object): Promise<string> {
  return begin(await ask<Made>("POST", "/api/play", { ...wish, start: false }));
}

/** Deal at a table where nobody else is waited for; its code. */
export async function begin({ code, commitment }: Made): Promise<string> {
  keepPromise(code, commitment);
  const salt = newSalt();
  await ask("POST", `/api/tables/${code}/commands`, { type: "start", id: "start", salt });
  keepSalt(code, salt);
  return code;
}
