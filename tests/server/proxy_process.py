"""The proxies of deploy/ as they are shipped, with other ports, paths and addresses alone."""

import getpass
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import pytest

from server.house_process import HouseProcess, free_port

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
PROXIES: Final = ("nginx", "haproxy", "caddy")
NAMES: Final = "DNS:house,DNS:cards.example.org,IP:127.0.0.1"
SITES: Final = "https://127.0.0.1, https://house, https://cards.example.org"
USUAL_PORTS: Final = (8765, 8766)  # of the houses, in the files


@dataclass(frozen=True)
class Proxy:
    name: str
    port: int  # of HTTPS
    plain_port: int

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"


def is_installed(name: str) -> bool:
    return _path(name) is not None


def _path(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path="/usr/sbin")


def program(name: str) -> str:
    found = _path(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def new_certificate(folder: Path) -> Path:
    """Make `pem`, its `key`, and `both` in the folder, for 127.0.0.1 and the names of the files."""
    made = [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=house"]
    wanted = ["-addext", f"subjectAltName={NAMES}", "-keyout", "key", "-out", "pem"]
    subprocess.run([*made, *wanted], cwd=folder, check=True, capture_output=True)
    (folder / "both").write_text((folder / "pem").read_text() + (folder / "key").read_text())
    return folder


def _nginx(text: str, folder: Path, certificate: Path, proxy: Proxy) -> tuple[str, list[str]]:
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{part}_temp_path {folder}/{part}; " for part in parts)
    text = text.replace("http {", f"http {{ {paths}", 1)
    text = text.replace("user www-data;", f"user {getpass.getuser()};")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{proxy.plain_port};")
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{proxy.port} ")
    text = text.replace("/etc/ssl/cards.example.org.pem", f"{certificate}/pem")
    text = text.replace("/etc/ssl/cards.example.org.key", f"{certificate}/key")
    own = f"pid {folder}/pid; error_log {folder}/error.log; daemon off;"
    return text, ["-p", str(folder), "-g", own, "-c"]


def _haproxy(text: str, folder: Path, certificate: Path, proxy: Proxy) -> tuple[str, list[str]]:
    del folder
    text = re.sub(r"(?m)^ +(user|group) haproxy$", f"    # {getpass.getuser()}", text)
    text = text.replace("bind :80", f"bind 127.0.0.1:{proxy.plain_port}")
    text = text.replace("bind :443 ", f"bind 127.0.0.1:{proxy.port} ")
    return text.replace("/etc/haproxy/cards.example.org.pem", f"{certificate}/both"), ["-f"]


def _caddy(text: str, folder: Path, certificate: Path, proxy: Proxy) -> tuple[str, list[str]]:
    """Under further names, and with our certificate instead of one that it would fetch."""
    del folder
    ports = f"\thttp_port {proxy.plain_port}\n\thttps_port {proxy.port}\n\tdefault_bind 127.0.0.1\n"
    text = text.replace("\n{\n", f"\n{{\n\tadmin off\n\tskip_install_trust\n{ports}", 1)
    site = "{$SITE:cards.example.org} {\n"
    assert site in text
    text = text.replace(site, f"{SITES} {{\n\ttls {certificate}/pem {certificate}/key\n")
    return text, ["run", "--adapter", "caddyfile", "--config"]


FILES: Final[dict[str, tuple[str, Callable[[str, Path, Path, Proxy], tuple[str, list[str]]]]]] = {
    "nginx": ("nginx.conf", _nginx),
    "haproxy": ("haproxy.cfg", _haproxy),
    "caddy": ("Caddyfile", _caddy),
}


@contextmanager
def running_proxy(name: str, folder: Path, certificate: Path, houses: list[HouseProcess]) -> Iterator[Proxy]:
    """The proxy before these houses, once it answers."""
    proxy = Proxy(name, free_port(), free_port())
    file, substituted = FILES[name]
    text = (DEPLOY / file).read_text()
    for usual, house in zip(USUAL_PORTS, houses, strict=True):
        text = text.replace(f"127.0.0.1:{usual}", f"127.0.0.1:{house.port}")
    text, arguments = substituted(text, folder, certificate, proxy)
    (folder / file).write_text(text)
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    log = folder / "log"
    with (
        log.open("wb") as heard,
        subprocess.Popen(
            [program(name), *arguments, str(folder / file)], stdout=heard, stderr=heard, env=environment
        ) as process,
    ):
        try:
            until(lambda: _answers(proxy), lambda: log.read_text()[-2000:])
            yield proxy
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def _answers(proxy: Proxy) -> bool:
    return httpx.get(f"{proxy.url}/healthz", verify=False).status_code == httpx.codes.OK


def until(true: Callable[[], bool], why: Callable[[], str] = str, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if true():
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError(f"not in {seconds} seconds: {why()}")
