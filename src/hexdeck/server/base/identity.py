"""Who somebody is: a random id that this house has signed, in a cookie or as a token.  No account."""

import hmac
import secrets
from hashlib import sha256
from typing import Final

from hexdeck.server.base.refusals import IdentityRefused

COOKIE: Final = "hexdeck"
SECRET_BYTES: Final = 32
SEAT: Final = "seat:"  # and a seat's token: whoever plays that seat in the place of its owner
_SPEAKS: Final = "~"  # before the language at the end of an id
_ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that looks like something else
CODE_LENGTH: Final = 9  # 30 ** 9 codes: guessing is hopeless even without the limit on it


def new_player(language: str = "en") -> str:
    """An id that no command line takes for an option; it ends with their language if that is not English."""
    player = f"p{secrets.token_urlsafe(12)}"
    return player if language == "en" else f"{player}{_SPEAKS}{language}"


def language_of(player: str) -> str:
    """What the browser of somebody asked for when they came."""
    return player.partition(_SPEAKS)[2] or "en"


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_epoch() -> str:
    """A time between two starts of the house."""
    return secrets.token_urlsafe(6)


def new_code() -> str:
    """A table's code, to be read out and typed: `K7Q-M3X-HPA`."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))
    return "-".join(letters[at : at + 3] for at in range(0, CODE_LENGTH, 3))


def read_code(text: str) -> str:
    """The code that somebody typed, in any case and with or without dashes."""
    letters = "".join(letter for letter in text.upper() if letter in _ALPHABET)[: CODE_LENGTH + 1]
    return "-".join(letters[at : at + 3] for at in range(0, len(letters), 3))


class Signer:
    """Signs with a secret that never leaves the store."""

    def __init__(self, secret: bytes, renewed: dict[str, int]) -> None:
        self.secret = secret
        self.renewed = renewed  # how often a person has signed out all other devices

    def sign(self, player: str) -> str:
        return f"{player}.{self._player_signature(player)}"

    def player(self, signed: str) -> str:
        """Who it was signed for, or IdentityRefused."""
        player, _, signature = signed.partition(".")
        if not hmac.compare_digest(signature.encode(), self._player_signature(player).encode()):
            raise IdentityRefused(
                "this cookie or token was not given by this house, or is good no more: ask for a new one"
            )
        return player

    def _player_signature(self, player: str) -> str:
        times = self.renewed.get(player, 0)
        return self._signature("player", f"{player} {times}" if times else player)

    def form_signature(self, player: str) -> str:
        """What a form must carry to show that it came from our own page."""
        return self._signature("form", player)

    def is_own_form(self, player: str, signature: str) -> bool:
        return hmac.compare_digest(signature.encode(), self.form_signature(player).encode())

    def sign_order(self, order: bytes) -> str:
        """Shows that whoever sends it can read the house's own files."""
        return hmac.new(self.secret, b"order " + order, sha256).hexdigest()

    def opened_mark(self, code: str) -> str:
        """Return what proves later that a client has opened a code before."""
        return self._signature("opened", code)

    def has_opened(self, code: str, proof: str) -> bool:
        return hmac.compare_digest(proof.encode(), self.opened_mark(code).encode())

    def client_mark(self, client: str) -> str:
        """Stands for a client, who may be an address, where no address may be written."""
        return self._signature("client", client)

    def _signature(self, use: str, player: str) -> str:
        return hmac.new(self.secret, f"{use} {player}".encode(), sha256).hexdigest()[:32]


def hashed(secret: str) -> str:
    """What the store keeps of a link that works once."""
    return sha256(secret.encode()).hexdigest()
