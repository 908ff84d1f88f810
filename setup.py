"""Builds the catalogues and compiles the kernel, beside their sources; pyproject.toml says the rest."""

import os
import platform
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

KERNEL = Path("src/hexdeck/kernel")
FLAGS = ["-O3", "-fno-wrapv"]
if platform.machine() == "x86_64":
    FLAGS.append("-march=x86-64-v2")  # has popcount; every such machine since 2009


class BuildWithCatalogues(build_py):
    def run(self) -> None:
        for source in Path("src/hexdeck/locale").glob("*/LC_MESSAGES/hexdeck.po"):
            with source.open("rb") as messages, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(messages))
        super().run()


def kernel_modules() -> list[Extension]:
    """One for each file; a machine that cannot compile them does without (`optional`)."""
    return [
        Extension(f"hexdeck.kernel.{source.stem}", [str(source)], extra_compile_args=FLAGS, optional=True)
        for source in sorted(KERNEL.glob("*.pyx"))
    ]


setup(
    cmdclass={"build_py": BuildWithCatalogues},
    ext_modules=cythonize(
        kernel_modules(), include_path=["src"], nthreads=os.cpu_count() or 1, build_dir="build/kernel"
    ),
)
