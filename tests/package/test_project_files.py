"""The files that other programs read: they agree with the project and name what is there."""

import json
import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())
PYTHONS: Final = ["3.11", "3.12", "3.13", "3.14"]
WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read(path: Path) -> Any:
    return import_module("yaml").safe_load(path.read_text())


def commands(workflow: Any) -> str:
    return "\n".join(step.get("run", "") for job in workflow["jobs"].values() for step in job["steps"])


def test_the_same_pythons_are_promised_tested_and_built() -> None:
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    jobs = read(ROOT / ".github" / "workflows" / "test.yml")["jobs"]
    built = re.findall(r"cp3(\d+)-", PROJECT["tool"]["cibuildwheel"]["build"])
    assert promised == PYTHONS
    assert jobs["linux"]["strategy"]["matrix"]["python"] == PYTHONS
    assert jobs["macos"]["strategy"]["matrix"]["python"] == PYTHONS
    assert [f"3.{minor}" for minor in built] == PYTHONS


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_names_targets_and_files_that_exist(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    said = commands(read(path))
    targets = " ".join(re.findall(r"make ((?:[a-z]+ ?)+)", said)).split()
    files = re.findall(r"(?:tests/\S+|web/\S+\.py|requirements\S+\.lock)", said)
    assert targets
    assert [target for target in targets if f"\n{target}:" not in makefile] == []
    assert [file for file in files if not (ROOT / file).exists()] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    used = re.findall(r"uses: (.*)", path.read_text())
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []


def test_images_are_pinned_by_digest_or_by_a_bot() -> None:
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Containerfile").read_text(), re.MULTILINE)
    assert [base for base in bases if not re.fullmatch(r"[\w:.-]+@sha256:[0-9a-f]{64}", base)] == []
    bot = json.loads((ROOT / "renovate.json").read_text())
    assert {"docker:pinDigests", "helpers:pinGitHubActionDigests"} <= set(bot["extends"])
    assert set(bot["enabledManagers"]) == {"github-actions", "dockerfile", "docker-compose"}


def test_a_release_is_attested() -> None:
    job = read(ROOT / ".github" / "workflows" / "release.yml")["jobs"]["provenance"]
    assert set(job["needs"]) == {"wheels", "source"}
    assert {"id-token": "write", "attestations": "write"}.items() <= job["permissions"].items()
    assert any(step.get("uses", "").startswith("actions/attest-build-provenance@") for step in job["steps"])


def test_the_container_is_built_from_files_that_exist() -> None:
    lines = (ROOT / "Containerfile").read_text().splitlines()
    copied = [
        name
        for line in lines
        if line.startswith("COPY ") and "--from" not in line
        for name in line.split()[1:-1]
    ]
    let_in = [
        line[1:] for line in (ROOT / ".containerignore").read_text().splitlines() if line.startswith("!")
    ]
    assert len(copied) == 11
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert [name for name in copied if not any(Path(name).match(pattern) for pattern in let_in)] == []
    assert all("--require-hashes" in line for line in lines if "--requirement" in line)


def test_the_house_in_a_container_is_set_up_by_settings_that_exist() -> None:
    server = (ROOT / "docs" / "server.md").read_text()
    said = (ROOT / "Containerfile").read_text() + (ROOT / "compose.yaml").read_text()
    assert [name for name in re.findall(r"HEXDECK_[A-Z_]+", said) if f"`{name}`" not in server] == []
    assert read(ROOT / "compose.yaml")["services"]["house"]["build"]["dockerfile"] == "Containerfile"


def test_hooks_run_the_tools_of_make_check() -> None:
    [local] = read(ROOT / ".pre-commit-config.yaml")["repos"]
    makefile = (ROOT / "Makefile").read_text().replace("$(BIN)", ".venv/bin").replace(" --check", "")
    [parts] = re.findall(r"^CHECKS := (.*)$", makefile, re.MULTILINE)
    check = "".join(makefile.split(f"\n{part}:")[1].split("\n\n")[0] for part in parts.split())
    for hook in local["hooks"]:
        assert hook["entry"].partition(" --")[0] in check


def test_the_quick_tests_are_there() -> None:
    [[file, name]] = re.findall(
        r"^QUICK_GAME := (\S+)::(\w+)$", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    assert f"\ndef {name}(" in (ROOT / file).read_text()


def test_every_test_is_run_by_a_command_and_ci_gives_all_of_them() -> None:
    """What `make test` does not look at with coverage or leaves out is there, and `make thorough` runs it."""
    makefile = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    covering, thorough = (
        re.findall(rf"^{name} := (.*)$", makefile, re.MULTILINE)[0].split()
        for name in ("COVERING", "THOROUGH")
    )
    assert [path for path in covering + thorough if not (ROOT / path).exists()] == []
    assert "$(PYTEST) $(addprefix --ignore=,$(COVERING) $(THOROUGH))\n" in makefile
    assert "pytest -rs $(COVERING) --cov" in makefile
    assert "$(PYTEST) $(THOROUGH)\n" in makefile
    for ci in (".ci/run", ".github/workflows/test.yml"):
        said = (ROOT / ci).read_text()
        assert set(re.findall(r"make (test|thorough)\b", said)) == {"test", "thorough"}, ci
