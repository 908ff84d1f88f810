// What is said about a tournament.

import { TITLES } from "../shell/house_words.ts";
import { textOf } from "../shell/text.ts";
import { _, ngettext } from "../shell/words.svelte.ts";
import type { Evening } from "./evening.svelte.ts";
import type { TournamentLook } from "./look.ts";

/** "Round 2/3". */
export function roundName(look: TournamentLook, at: number): string {
  return _("Round {number}/{rounds}", { number: at + 1, rounds: look.rounds });
}

/** Where it stands, in one line. */
export function standsAt(evening: Evening): string {
  const look = evening.look!;
  if (look.status === "over") return _("The tournament is over.");
  if (look.status === "gathering")
    return ngettext("{n} person takes part so far.", "{n} people take part so far.", look.entrants.length);
  if (evening.running) {
    const over = evening.running.tables.filter((table) => table.over).length;
    return [
      roundName(look, look.played.length - 1),
      TITLES[evening.running.game] ?? "",
      _("{over} of {all} tables done", { over, all: evening.running.tables.length }),
    ].join(" · ");
  }
  const next = roundName(look, look.played.length);
  if (evening.wait === null) return _("{round} begins when the host says so.", { round: next });
  return _("{round} begins in {n} s.", { round: next, n: evening.wait });
}

/** What is played, in the order of the rounds, and at tables of how many. */
export function gamesOf(look: TournamentLook): string {
  return look.games.map(({ game, players }) => `${TITLES[game]} (${players})`).join(", ");
}

/** What a tournament is, in two sentences. */
export function idea(): string {
  return textOf([
    _("All tables of a round play the same cards."),
    _("You are compared with whoever had your seat at the other tables."),
  ]);
}

/** How points come about, for whoever wonders. */
export function method(): string {
  return textOf([
    idea(),
    _("Of a hundred points you get the share of them that you have surpassed; an equal result counts half."),
    _("A table that is alone is compared within itself."),
    _("Where points are equal, the places at the own tables decide."),
  ]);
}

/** Why one can trust the deals. */
export function promise(): string {
  return textOf([
    _("While a round is played nobody can look at another table; afterwards every game can be verified."),
    _("The house fixed the deals of all rounds when the tournament was made."),
    _("Their secret seeds also draw who sits where, once nobody can join the round any more."),
    _("These are the fingerprints of their secret seeds, one for each round:"),
  ]);
}
