"""Collects new messages from the source into every catalogue, sorted, and drops those no longer used."""

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from languages.messages import TRANSLATED, catalogue_of, extracted, path_of


def empty_catalogue(code: str) -> Catalog:
    """Of a language whose folder is still empty."""
    name = Locale.parse(code).get_display_name(code) or code
    return Catalog(
        locale=code,
        header_comment=f"# Hexdeck in {name}; the messages are in the source.",
        project="hexdeck",
        version="1",
        msgid_bugs_address="none",
        last_translator="the Hexdeck developers",
        language_team=name,
        charset="utf-8",
        fuzzy=False,
    )


def main() -> None:
    template = extracted()
    for code in TRANSLATED:
        path = path_of(code)
        catalogue = catalogue_of(code) if path.exists() else empty_catalogue(code)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue, width=100, sort_output=True, ignore_obsolete=True, no_location=True)


if __name__ == "__main__":
    main()
