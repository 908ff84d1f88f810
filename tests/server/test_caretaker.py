"""`hexdeck house`: looking beside an open house, putting in order what is closed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from server.guest import Guest
from server.house_process import open_house


def house_command(data: Path, *arguments: str) -> Any:
    """What it answers for programs; of a refusal its words."""
    command = [sys.executable, "-m", "hexdeck.cli", "house", *arguments, "--data", str(data), "--json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr


def test_the_host_looks_after_tables_people_and_backups(tmp_path: Path) -> None:
    data, backups = tmp_path / "data", tmp_path / "backups"
    with open_house(data) as house:
        marie = Guest(house.url)
        marie.request("PATCH", "/api/me", json={"name": "Marie"})
        who = marie.get("/api/me").json()["profile"]["id"]
        code = marie.new_table("voodoo", players=3)
        [table] = house_command(data, "tables")
        assert (table["code"], table["game"], table["status"], table["steps"]) == (
            *(code, "voodoo", "gathering"),
            0,
        )
        assert [(one["id"], one["name"]) for one in house_command(data, "people")] == [(who, "Marie")]
        [rotated] = house_command(data, "rotate", str(backups), "--keep", "1")
        assert (rotated["tables"], rotated["kept"]) == (1, 1)
        for change in (
            ("close", code),
            ("rename", who, "Nina"),
            ("forget", who),
            ("restore", rotated["made"]),
        ):
            assert "another house is open" in house_command(data, *change)
        house.end()

    assert "no table is called" in house_command(data, "close", "AAA-AAA-AAA")
    assert house_command(data, "rename", who, "Nina") == [{"renamed": who, "name": "Nina"}]
    assert "nobody would see it" in house_command(data, "rename", who, "\u3164")
    assert house_command(data, "close", code.lower()) == [{"closed": code}]
    assert house_command(data, "tables") == []
    assert house_command(data, "forget", who) == [{"forgotten": who}]
    assert house_command(data, "people") == []

    [restored] = house_command(data, "restore", rotated["made"])
    assert Path(restored["before"]).exists()
    assert [one["code"] for one in house_command(data, "tables")] == [code]
    assert [one["name"] for one in house_command(data, "people")] == ["Marie"]
    torn = tmp_path / "torn.sqlite3"
    torn.write_bytes(Path(rotated["made"]).read_bytes()[:5000])
    assert "is no backup" in house_command(data, "restore", str(torn))
    assert [one["code"] for one in house_command(data, "tables")] == [code]
