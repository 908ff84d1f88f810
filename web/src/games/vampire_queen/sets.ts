// Building a set by tapping: what is marked is matched with the choices the server offers.

import { cardOf } from "./pieces.ts";
import { isSlayer, QUEEN, without, worth } from "./view.ts";

export const PASS = "pass";

/** The cards of an action. */
export function cardsOf(action: string): string[] {
  if (action === PASS) return [];
  return isSlayer(action) ? [action] : action.split(" ");
}

/** The action that plays these cards. */
export function actionOf(cards: readonly string[]): string {
  return [...cards].sort((a, b) => worth(a) - worth(b)).join(" ");
}

/** The choices that play all of `cards`, short ones first, queens last. */
export function offers(cards: readonly string[], actions: readonly string[]): string[] {
  const queens = (action: string) => cardsOf(action).filter((card) => card === QUEEN).length;
  return actions
    .filter((action) => action !== PASS && without(cards, cardsOf(action)).length === 0)
    .sort(
      (a, b) =>
        cardsOf(a).length - cardsOf(b).length || queens(a) - queens(b) || worth(cardsOf(a)[0]!) - worth(cardsOf(b)[0]!),
    );
}

/** The pieces of `hand` for `action`, from those marked first. */
export function piecesFor(action: string, marked: readonly string[], hand: readonly string[]): string[] {
  const pool = [...marked, ...without(hand, marked)];
  return cardsOf(action).flatMap((card) => {
    const at = pool.findIndex((piece) => cardOf(piece) === card);
    return at < 0 ? [] : pool.splice(at, 1);
  });
}

/**
 * What is marked after a tap on `piece`: it is taken away, joins the others, replaces one of them, or begins anew.
 * Where all choices have the same number of cards the set is filled up, queens last.
 */
export function tapped(
  piece: string,
  marked: readonly string[],
  hand: readonly string[],
  actions: readonly string[],
): string[] {
  if (marked.includes(piece)) return without(marked, [piece]);
  const queens = marked.filter((one) => cardOf(one) === QUEEN);
  const tries = [marked, marked.slice(0, -1), queens].map((others) => [...others, piece]);
  const fits = tries.find((set) => offers(set.map(cardOf), actions).length) ?? [piece];
  const found = offers(fits.map(cardOf), actions);
  const isFixed =
    new Set(actions.filter((action) => action !== PASS).map((action) => cardsOf(action).length)).size === 1;
  const isClear = found.length === 1 || fits.some((one) => cardOf(one) !== QUEEN);
  return isFixed && isClear && found[0] !== undefined ? piecesFor(found[0], fits, hand) : fits;
}

/** The same before one's turn, when no choices are offered yet: equal cards and queens stay together. */
export function gathered(piece: string, marked: readonly string[]): string[] {
  if (marked.includes(piece)) return without(marked, [piece]);
  const card = cardOf(piece);
  const joins = (other: string) =>
    !isSlayer(card) && !isSlayer(other) && (card === QUEEN || other === QUEEN || other === card);
  return [...marked.filter((one) => joins(cardOf(one))), piece];
}

/** Whether another tap on the only marked card can mean nothing but to play it. */
export function isSingle(marked: readonly string[], actions: readonly string[]): boolean {
  return marked.length === 1 && offers(marked.map(cardOf), actions).every((action) => cardsOf(action).length === 1);
}
