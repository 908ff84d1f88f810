"""The languages we speak: one gettext catalogue each, English in the source."""

import gettext as catalogues
import locale
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from hexdeck.core.errors import SetupRefused

VARIABLES: Final = ("HEXDECK_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides
_HERE: Final = Path(__file__).parent


def _languages() -> dict[str, str]:
    """Every folder with a catalogue is a language; its name for itself is the catalogue's Language-Team."""
    codes = sorted(found.parts[-3] for found in _HERE.glob("*/LC_MESSAGES/hexdeck.mo"))
    headers = {code: catalogues.translation("hexdeck", _HERE, [code]).info() for code in codes}
    return {"en": "English", **{code: header["language-team"] for code, header in headers.items()}}


LANGUAGES: Final = _languages()


class Language:
    """The words of one language; `_` and `ngettext` are what the extractor looks for."""

    def __init__(self, code: str) -> None:
        self.code = code
        catalogue = catalogues.translation("hexdeck", _HERE, [code], fallback=code == "en")
        self._ = catalogue.gettext
        self._plural = catalogue.ngettext

    def ngettext(self, one: str, many: str, n: int) -> str:
        """The form for `n` things; that for −15 is that for 15."""
        return self._plural(one, many, abs(n))

    def label(self, labels: Mapping[str, str], name: str) -> str:
        """What people read for a name."""
        return self._(labels[name])


@cache
def language(code: str) -> Language:
    if code not in LANGUAGES:
        raise SetupRefused(
            "we do not speak “{code}”: choose one of {known}", code=code, known=", ".join(LANGUAGES)
        )
    return Language(code)


def users_language() -> Language:
    """What the environment asks for, whether the system knows that locale or not; else English."""
    asked = next(filter(None, map(os.environ.get, VARIABLES)), None) or locale.getlocale()[0] or ""
    code = re.split("[^a-z]", asked.lower())[0]
    return language(code if code in LANGUAGES else "en")
