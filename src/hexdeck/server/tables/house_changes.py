"""What the house itself changes at a table: somebody is forgotten, banned, signed out or renamed.

Each takes the table's document and the header of its record, and may return another header.
"""

from hexdeck.server.base.identity import new_token
from hexdeck.server.people.people import unnamed
from hexdeck.server.store.default_profile import NOBODY
from hexdeck.server.store.documents import Chair, Document
from hexdeck.server.store.protocol import Profile
from hexdeck.server.tables import consent


def forget(who: str, document: Document, header: str | None) -> str | None:
    """In one change with taking the name out of the record, which may have begun only now."""
    seat, past = document.seat_of(who), document.past.pop(who, None)
    if seat is not None and document.status == "gathering":
        document.chairs[seat] = Chair()
    elif seat is not None:
        document.chairs[seat] = Chair("person", name=NOBODY, held=True)
    document.networks.pop(who, None)
    document.host = "" if document.host == who else document.host
    document.origin = ""
    consent.forget(document, who)
    return None if past is None or header is None else unnamed(header, past)


def ban(who: str, document: Document, header: str | None) -> None:
    """As if they had left for good."""
    del header
    consent.withdraw(document, who)
    if document.seat_of(who) is not None:
        document.leave(who)


def close(document: Document, header: str | None) -> None:
    """Before the game is over: its tournament was ended."""
    del header
    if document.status != "over":
        document.status, document.asking, document.early = "over", [], {}


def leave_unranked(document: Document, header: str | None) -> None:
    """A try at the deal of a day stands in no table."""
    del header
    document.unranked = True


def renew_token(who: str, document: Document, header: str | None) -> None:
    del header
    seat = document.seat_of(who)
    if seat is not None:
        document.chairs[seat].token = new_token()


def show_profile(profile: Profile, document: Document, header: str | None) -> None:
    del header
    seat = document.seat_of(profile.id)
    if seat is not None:
        chair = document.chairs[seat]
        chair.name, chair.picture = profile.name, profile.picture
