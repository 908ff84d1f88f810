"""A server on a machine whose clock somebody sets."""

import shutil
import subprocess
from pathlib import Path

COMPILER = shutil.which("cc") or shutil.which("gcc")


class SettableClock:
    def __init__(self, folder: Path) -> None:
        assert COMPILER is not None
        self._file = folder / "clock"
        self._library = folder / "set_clock.so"
        self.set(0)
        source = Path(__file__).with_name("set_clock.c")
        command = [COMPILER, "-shared", "-fPIC", "-O1", "-o", str(self._library), str(source), "-ldl"]
        subprocess.run(command, check=True, capture_output=True)

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self._library), "HEXDECK_CLOCK": str(self._file)}

    def set(self, seconds: int) -> None:
        """Off by so much from now on."""
        beside = self._file.with_suffix(".new")
        beside.write_text(str(seconds))
        beside.replace(self._file)
