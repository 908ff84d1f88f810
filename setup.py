"""Builds the message catalogues beside their sources; pyproject.toml says the rest."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithCatalogues(build_py):
    def run(self) -> None:
        for source in Path("src/hexdeck/locale").glob("*/LC_MESSAGES/hexdeck.po"):
            with source.open("rb") as messages, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(messages))
        super().run()


setup(cmdclass={"build_py": BuildWithCatalogues})
