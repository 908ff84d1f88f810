"""High Card in short."""

from hexdeck.locale import Language
from hexdeck.tui.rules.section import Section


def sections(words: Language) -> list[Section]:
    _ = words._
    return [
        Section(
            _("The idea"), _("Lay your cards face down, one at a time. The highest takes the trick, a point.")
        ),
        Section(_("The end"), _("After the last round the most points win. Equal players share the win.")),
    ]
