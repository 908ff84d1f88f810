"""The Chromium that tests and benchmarks drive: the machine's own, else Playwright's.

Run as a program it sees to it that there is one: it installs Debian's where it may, else has Playwright
download its own.  Root gets the quicker one too, where only the other is there.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

WITHOUT_A_WINDOW: Final = ("chromium-headless-shell",)  # three times as quick; cannot notify nor install
WITH_A_WINDOW: Final = (
    *("chromium", "chromium-browser", "google-chrome-stable", "google-chrome"),
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
PACKAGES: Final = ("chromium", "chromium-headless-shell", "fonts-dejavu-core")
MISSING: Final = (
    "there is no Chromium on this machine and none could be installed, so what needs a browser is left out:"
    " install chromium, or let playwright install chromium do it"
)


@cache
def chromium(*, window: bool = False) -> str | None:
    """Where one is that can be started, None where there is none."""
    names = WITH_A_WINDOW if window else (*WITHOUT_A_WINDOW, *WITH_A_WINDOW)
    return next(filter(None, map(shutil.which, names)), None) or _playwrights_own()


def _playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return str(path) if path.exists() else None


def install() -> None:
    """Debian's packages, else Playwright's download."""
    become_root = _become_root()
    if shutil.which("apt-get") and become_root is not None:
        print(f"installing {' '.join(PACKAGES)}", flush=True)
        _run(*become_root, "apt-get", "update", "-qq")
        _run(*become_root, "apt-get", "install", "-y", "-qq", *PACKAGES)
    chromium.cache_clear()
    if chromium() is None:
        _run(sys.executable, "-m", "playwright", "install", "chromium")
    chromium.cache_clear()


def install_the_quicker() -> None:
    """Debian's, by the lists that are there; for root alone, as in a container: the other would do."""
    if _become_root() == () and shutil.which("apt-get") and not any(map(shutil.which, WITHOUT_A_WINDOW)):
        quicker = WITHOUT_A_WINDOW[0]
        print(f"installing {quicker}: the tests of the app are quicker with it", flush=True)
        _run("apt-get", "install", "-y", "-qq", quicker)
        chromium.cache_clear()


def _become_root() -> tuple[str, ...] | None:
    """What stands before a command that only root may run; None if we may not."""
    if sys.platform == "win32":
        return None
    if os.geteuid() == 0:
        return ()
    sudo = ("sudo", "-n")
    return sudo if shutil.which("sudo") and _run(*sudo, "true") else None


def _run(*command: str) -> bool:
    nothing = subprocess.DEVNULL
    return subprocess.run(command, stdin=nothing, stdout=nothing, stderr=nothing, check=False).returncode == 0


def main() -> int:
    """A machine without a browser may do without it, CI may not."""
    if chromium() is None:
        install()
    else:
        install_the_quicker()
    if chromium() is not None:
        return 0
    print(MISSING, file=sys.stderr)
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
