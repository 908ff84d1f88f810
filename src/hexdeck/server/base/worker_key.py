"""The key that a house shares with its workers: it signs questions and answers, and nothing else.

It follows from the house's secret, but the secret does not follow from it: a worker can sign no cookie.
"""

import hmac
from pathlib import Path
from typing import Final

from hexdeck import __version__
from hexdeck.core.errors import SetupRefused

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 32
PRINTED_BY: Final = "hexdeck house worker-key"
HOUSE, WORKER = "house", "worker"  # who says that it is there
PRESENT: Final = "hexdeck:bots:present"  # of every version and key, so that those who do not fit can be told


class WorkerKey:
    """Names the keys in Redis as well: what belongs to another house or version lies elsewhere."""

    def __init__(self, key: bytes, version: str = __version__) -> None:
        self._key = key
        self.version = version  # others may see a game with other eyes
        self.mark = hmac.digest(key, b"mark", "sha256").hex()[:16]  # says nothing of the key
        place = f"hexdeck:bots:{version}:{self.mark}"
        self.questions = f"{place}:questions"  # a stream
        self.workers = f"{place}:workers"  # by the time at which each last said that it is there
        self._answers = f"{place}:answers"

    def answers_for(self, process: str) -> str:
        """The list in which a process of the house waits for answers."""
        return f"{self._answers}:{process}"

    def present(self, kind: str) -> str:
        """How a house or a worker with this key says that it is there."""
        return f"{kind}:{self.version}:{self.mark}"

    def signature(self, use: str, content: bytes, about: bytes = b"") -> bytes:
        """`about` is a signature that this one is bound to."""
        return hmac.digest(self._key, b"\0".join((use.encode(), about.hex().encode(), content)), "sha256")

    def is_signed(self, signature: bytes, use: str, content: bytes, about: bytes = b"") -> bool:
        return hmac.compare_digest(signature, self.signature(use, content, about))

    def text(self) -> str:
        """The key as it stands in a file."""
        return self._key.hex()


def key_of_house(secret: bytes, file: str) -> WorkerKey:
    """The key in the file, if one is named; else it follows from the house's secret."""
    return key_in(file) if file else WorkerKey(hmac.digest(secret, b"key of workers", "sha256"))


def key_in(file: str) -> WorkerKey:
    """The key in a file, or SetupRefused."""
    try:
        key = bytes.fromhex(Path(file).read_text().strip())
    except OSError as error:
        raise SetupRefused(
            "the key for workers cannot be read from {file}: {error}; write what {command} prints into it",
            file=file,
            error=error.strerror,
            command=PRINTED_BY,
        ) from None
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise SetupRefused(
            "the file {file} holds no key for workers: write what {command} prints into it",
            file=file,
            command=PRINTED_BY,
        )
    return WorkerKey(key)
