"""Decide who may take part: everybody, by a word, players whom the host knows, or by the host's yes."""

import hmac
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import scrypt
from typing import Final

from hexdeck.server.base.identity import hashed
from hexdeck.server.base.refusals import PEOPLE_SECONDS, TooMuch, TournamentRefused, TournamentWord
from hexdeck.server.results.standing import Ground, Use, missing
from hexdeck.server.store.protocol import Profile
from hexdeck.server.tournaments.documents import Admission, Entrant, Request, Tournament
from hexdeck.server.tournaments.rounds import MOST_ENTRANTS, MOST_PEOPLE

OPEN_LIMIT: Final = 8  # players of one address who join an open tournament before the host is asked
MOST_REQUESTS: Final = 64  # that wait for the host at the same time
LONGEST_WORD: Final = 60
_WORK: Final = 2**12  # of scrypt: some ten milliseconds for each word that is tried


@dataclass(frozen=True)
class Applicant:
    profile: Profile
    origin: str = ""  # mark of the address, good for this tournament alone
    word: str = ""  # as `hashed_word` returns it
    knows_host: bool = False  # both have finished a game together


def usual_limit(admission: Admission) -> int | None:
    """Return the most players of one address; none where the host or a word decides who comes in."""
    return OPEN_LIMIT if admission == "open" else None


def origin_of(code: str, mark: str) -> str:
    """Return the mark of an address that no other tournament has for it."""
    return hashed(f"{code} {mark}")[:16] if mark else ""


def hashed_word(code: str, word: str) -> str:
    """Return a word as it is stored; capitals and spaces are as one likes."""
    plain = " ".join(word.casefold().split())
    return scrypt(plain.encode(), salt=code.encode(), n=_WORK, r=8, p=1, dklen=32).hex()


def apply(tournament: Tournament, applicant: Applicant) -> Entrant | None:
    """Let an applicant in; None where they wait for the host now; or TournamentRefused."""
    who = applicant.profile.id
    entrant = tournament.entrant_of(who)
    if tournament.status in ("ending", "over"):
        raise TournamentRefused("this tournament is over: look at its standings, or make another one")
    if who in tournament.declined:
        raise TournamentRefused("the host has said no: ask them, or look on")
    if entrant is not None and who not in tournament.removed:
        return _come_back(tournament, entrant, applicant)
    if entrant is None and tournament.status != "gathering" and tournament.system == "round_robin":
        raise TournamentRefused(
            "this tournament has begun, and in it everybody meets everybody: look on, or make another"
        )
    _check_room(tournament)
    _check_word(tournament, applicant)
    if _needs_host(tournament, applicant):
        _ask(tournament, applicant)
        return None
    return _let_in(tournament, applicant.profile, applicant.origin, tournament.admission)


def _come_back(tournament: Tournament, entrant: Entrant, applicant: Applicant) -> Entrant | None:
    """Let in again who has left, or rename who is there."""
    if entrant.left:
        _check_room(tournament)
        if entrant.admitted == "open" and _is_full(tournament, entrant.origin):
            _ask(tournament, applicant)
            return None
    return tournament.enter(applicant.profile)


def _check_room(tournament: Tournament) -> None:
    if len(tournament.staying()) >= MOST_PEOPLE or len(tournament.entrants) >= MOST_ENTRANTS:
        raise TournamentRefused("{most} people take part already: wait until one leaves", most=MOST_PEOPLE)


def _check_word(tournament: Tournament, applicant: Applicant) -> None:
    if tournament.admission != "word" or applicant.profile.id == tournament.host:
        return
    if not applicant.word:
        raise TournamentWord("this tournament asks for a word: ask its host for it")
    if not hmac.compare_digest(applicant.word, tournament.word or ""):
        raise TournamentWord("this is not the word of this tournament: ask its host for it")


def _needs_host(tournament: Tournament, applicant: Applicant) -> bool:
    """Their yes is needed by rule, after a removal, and beyond the limit of an address."""
    who, origin = applicant.profile.id, applicant.origin
    if who == tournament.host:
        return False
    if who in tournament.removed or origin in tournament.closed:
        return True
    if tournament.admission == "host" or (tournament.admission == "known" and not applicant.knows_host):
        return True
    grounds = set() if _is_full(tournament, origin) else {Ground.OWN_NETWORK}
    return bool(missing(Use.TOURNAMENT, grounds))


def _is_full(tournament: Tournament, origin: str) -> bool:
    """Return whether as many players of this address take part as may without the host's yes."""
    same = sum(one.origin == origin for one in tournament.staying())
    return tournament.limit is not None and origin != "" and same >= tournament.limit


def _ask(tournament: Tournament, applicant: Applicant) -> None:
    """Note a request; where too many wait, one of the address with most requests gives way."""
    profile, requests = applicant.profile, tournament.requests
    waiting = next((one for one in requests if one.who == profile.id), None)
    if waiting is not None:
        waiting.name, waiting.picture = profile.name, profile.picture
        return
    if len(requests) >= MOST_REQUESTS:
        [(most, number)] = Counter(one.origin for one in requests).most_common(1)
        if number <= 1 + sum(one.origin == applicant.origin for one in requests):
            raise TooMuch(
                "too many people wait for the host of this tournament: try again in {n} s", n=PEOPLE_SECONDS
            )
        requests.remove(next(one for one in reversed(requests) if one.origin == most))
    tournament.asked += 1
    requests.append(Request(tournament.asked, profile.id, profile.name, profile.picture, applicant.origin))


def _let_in(tournament: Tournament, profile: Profile, origin: str, admitted: Admission) -> Entrant:
    entrant = tournament.enter(profile)
    entrant.origin, entrant.admitted, entrant.removed = origin, admitted, False
    tournament.removed = [who for who in tournament.removed if who != profile.id]
    tournament.requests = [one for one in tournament.requests if one.who != profile.id]
    return entrant


# What the host decides.


def admit(tournament: Tournament, number: int | None) -> None:
    """Let in whom a request is from, or all who wait, as long as there is room."""
    chosen = [_request(tournament, number)] if number is not None else list(tournament.requests)
    for one in chosen:
        _check_room(tournament)
        _let_in(tournament, Profile(one.who, one.name, one.picture), one.origin, "host")


def decline(tournament: Tournament, number: int) -> None:
    """Refuse a request, for good."""
    request = _request(tournament, number)
    tournament.requests.remove(request)
    tournament.declined.append(request.who)


def _request(tournament: Tournament, number: int) -> Request:
    for one in tournament.requests:
        if one.number == number:
            return one
    raise TournamentRefused("nobody waits under number {number}: look at the tournament again", number=number)


def remove(tournament: Tournament, number: int, *, network: bool) -> list[Entrant]:
    """Take players out, for `network` all of the same address, whose next ones wait for the host."""
    entrant = tournament.entrant(number)
    if entrant is None or entrant.removed or entrant.who is None:
        raise TournamentRefused(
            "nobody with number {number} takes part: look at the tournament again", number=number
        )
    if entrant.who == tournament.host:
        raise TournamentRefused("you are the host: take part no more yourself, or end the tournament")
    chosen = [entrant]
    if network and entrant.origin:
        chosen = [one for one in tournament.entrants if _is_of(one, entrant.origin, tournament.host)]
        tournament.closed.append(entrant.origin)
        tournament.requests = [one for one in tournament.requests if one.origin != entrant.origin]
    for one in chosen:
        tournament.leave(one)
        one.removed = True
    tournament.removed += [one.who for one in chosen if one.who]
    return chosen


def _is_of(entrant: Entrant, origin: str, host: str) -> bool:
    return entrant.origin == origin and entrant.who not in (None, host) and not entrant.removed


def networks(tournament: Tournament) -> dict[str, int]:
    """Return a number for each address from which several players come, for the host."""
    everybody: Sequence[Entrant | Request] = [*tournament.entrants, *tournament.requests]
    counted = Counter(one.origin for one in everybody if one.origin)
    shared = [origin for origin, number in counted.items() if number > 1]
    return {origin: number for number, origin in enumerate(shared, 1)}
