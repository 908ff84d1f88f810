"""The name of the program that a command runs: not the name of the interpreter or launcher before it."""

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=")
_LAUNCHERS: Final = {  # what stands before another command, and its options that take a word
    "env": ("-u", "-C"),
    "nice": ("-n",),
    "nohup": (),
    "stdbuf": ("-i", "-o", "-e"),
    "uv": ("--with", "--python", "-p"),
}
_INTERPRETERS: Final = {  # what stands before a script, and its options that take a word
    "python": ("-W", "-X"),
    "pypy": ("-W", "-X"),
    "node": ("-r", "--require", "--import", "--loader"),
    "deno": (),
    "bun": (),
    "ruby": ("-r", "-I"),
    "perl": ("-I",),
    "lua": ("-l",),
    "php": ("-d",),
    "java": ("-cp", "-classpath", "--class-path", "-p", "--module-path"),
    "julia": (),
    "rscript": (),
    "dotnet": (),
    "mono": (),
    "sh": (),
    "bash": (),
    "zsh": (),
}
_CODE: Final = {  # options after which the program itself stands
    **dict.fromkeys(("python", "pypy", "sh", "bash", "zsh"), ("-c",)),
    **dict.fromkeys(("perl", "ruby", "lua", "julia", "rscript"), ("-e", "-E")),
    **dict.fromkeys(("node", "bun"), ("-e", "--eval", "-p", "--print")),
    "php": ("-r",),
}
_TAKE_MODULES: Final = ("python", "pypy", "java")
_MODULE: Final = ("-m", "--module")
_MAIN: Final = "__main__"


def program_name(words: Sequence[str]) -> str:
    """Return `bot` for `./bot`, `node bot.js`, `python3 -m bot`, `java -jar bot.jar`, `env X=1 ./bot`."""
    rest = list(words)
    while True:
        word = rest.pop(0)
        runner = PurePath(word).name.lower().removesuffix(".exe").rstrip("0123456789.")
        valued = _LAUNCHERS.get(runner, _INTERPRETERS.get(runner))
        if valued is None:
            return PurePath(word).stem
        while rest and (rest[0].startswith("-") or rest[0] == "run" or _ASSIGNMENT.match(rest[0])):
            option = rest.pop(0)
            if option in _MODULE and runner in _TAKE_MODULES and rest:
                return _last_part(rest[0])
            if option in _CODE.get(runner, ()):
                rest.clear()
            elif option in valued and rest:
                rest.pop(0)
        if not rest:
            return PurePath(word).stem
        if runner in _INTERPRETERS:
            is_class = runner == "java" and not rest[0].endswith((".jar", ".java"))
            return _last_part(rest[0]) if is_class else PurePath(rest[0]).stem


def _last_part(module: str) -> str:
    """`bot` for `club.bot`, `bot.__main__` and `club/org.example.bot`."""
    parts = PurePath(module).name.split(".")
    return parts[-2] if parts[-1] == _MAIN and len(parts) > 1 else parts[-1]
