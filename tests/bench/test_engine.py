"""hexdeck bench engine: its reference plays by the rules, and it says what it promises."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import hexdeck.cli
from bench import c_reference
from bench.musts import ratios, verdicts
from bench.plot import svg
from bench.stopwatch import QUICK, best_rates
from hexdeck.cli import REFUSED, main
from hexdeck.core.registry import GAMES
from hexdeck.kernel import kernel_of

RULES = Path(__file__).parents[2] / "docs" / "rules" / "voodoo_prince.md"
PROMISED = ("kernel_vs_openspiel_cpp", "kernel_vs_c", "python_vs_openspiel_python", "ismcts_vs_openspiel_cpp")
FIGURES = {
    "c_reference": 40e6,
    "kernel.voodoo_prince.4": 24e6,
    "python.voodoo_prince.4": 4e6,
    "ismcts.opening": 300e3,
    "ismcts.middle": 250e3,
    "openspiel.cpp.hearts": 6e6,
    "openspiel.cpp.spades": 8e6,
    "openspiel.python.hearts": 0.5e6,
    "openspiel.python_own_deal.spades": 1e6,
    "openspiel.ismcts.opening.fresh_worlds": 30e3,
    "openspiel.ismcts.middle.fresh_worlds": 50e3,
    "openspiel.ismcts.middle.ten_worlds": 70e3,
    "apply.voodoo_prince.5": 9e6,
    "apply_unchecked.voodoo_prince.5": 10e6,
    "batch.voodoo.6": 19e6,
    "batch_unchecked.voodoo.6": 20e6,
}

needs_a_kernel = pytest.mark.skipif(kernel_of("voodoo_prince") is None, reason="the kernel is not compiled")


def test_the_c_reference_plays_by_the_rules(tmp_path: Path) -> None:
    """The page rounds to a tenth, and 0.3 seconds are games enough for a mean within 0.01 of the true one."""
    try:
        program = c_reference.compiled(tmp_path)
    except c_reference.NoCompiler as error:
        pytest.skip(str(error))

    means = c_reference.playout(program, 0.3)["points_by_order_of_leaving"]

    assert means == pytest.approx([2.6, 5.3, 7.5, 1.3], abs=0.06)
    assert "2.6, 5.3, 7.5, 1.3 with four" in RULES.read_text()


def test_without_a_compiler_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(c_reference.NoCompiler, match="install gcc or clang"):
        c_reference.compiled(tmp_path)


def test_ratios_take_the_strongest_opponent_and_the_harder_position() -> None:
    assert ratios(FIGURES) == {
        "kernel_vs_openspiel_cpp": 4.0,
        "kernel_vs_c": 0.6,
        "python_vs_openspiel_python": 4.0,
        "ismcts_vs_openspiel_cpp": 5.0,
        "checked_vs_unchecked": 0.9,
    }


def test_what_was_not_measured_is_neither_met_nor_failed() -> None:
    reached = ratios({"kernel.voodoo_prince.4": 24e6}) | {"million_states_mb": 501.0}
    assert [verdict["met"] for verdict in verdicts(reached)] == [None, None, None, None, None, False]


@needs_a_kernel
def test_json_has_all_ratios_and_figures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("pyspiel")
    report = measured(capsys, monkeypatch, "--plot", str(tmp_path / "engine.svg"))
    assert all(report[key] > 0 for key in PROMISED)
    assert report["figures"]["openspiel.cpp.hearts"] > 0
    assert report["notes"] == []
    assert (tmp_path / "engine.svg").read_text().startswith("<svg")


@needs_a_kernel
def test_without_openspiel_ours_is_measured_still(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    report = measured(capsys, monkeypatch)
    assert [report[key] is None for key in PROMISED] == [True, False, True, True]
    assert report["figures"]["kernel.voodoo_prince.4"] > 0
    assert report["figures"]["look.voodoo_prince.4"] > report["figures"]["net.voodoo_prince.4"] / 2 > 0
    assert [note for note in report["notes"] if "make bench installs it" in note]


@needs_a_kernel
@pytest.mark.parametrize("game", GAMES)
def test_looks_and_choices_of_networks_are_measured(game: str) -> None:
    """A look is part of what `net-alone` does, and `net` does no less; a busy neighbour may double either."""
    kernels = pytest.importorskip("bench.kernels")
    [case] = [case for case in kernels.cases_with_networks() if case.game.name == game]
    rates = best_rates(kernels.networks(case), QUICK)
    look, alone, helped = (rates[f"{loop}.{game}.4"] for loop in ("look", "net-alone", "net"))
    assert list(rates) == [f"{loop}.{game}.4" for loop in ("look", "net-alone", "net")]
    assert look > alone / 2 > helped / 4 > 0


def measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str
) -> dict[str, Any]:
    """What is printed for four players of Voodoo Prince alone; the other cases only take time."""
    kernels = pytest.importorskip("bench.kernels")
    prince = [case for case in kernels.cases() if (case.game.name, case.players) == ("voodoo_prince", 4)]
    monkeypatch.setattr(kernels, "cases", lambda: iter(prince))
    monkeypatch.delitem(sys.modules, "bench.openspiel", raising=False)
    assert main(["bench", "engine", "--quick", "--json", *arguments]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_the_plot_has_a_bar_and_a_label_for_every_figure_it_knows() -> None:
    drawn = svg(FIGURES)
    assert drawn.count('rx="2"') == 11
    assert "24 M" in drawn
    assert not re.search(r"hexdeck law", drawn)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["engine", "--plot", "engine.png"], "let it end in .svg"),
        (["engine", "--plot", "no_such_folder/engine.svg"], "make it first"),
    ],
)
def test_a_plot_that_cannot_be_saved_is_refused_at_once(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    assert main(["bench", *arguments]) == REFUSED
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["law"], ["engine", "--fast"], ["engine", "voodoo"]])
def test_unknown_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", *arguments])
    assert stopped.value.code == REFUSED


def test_an_installed_package_says_where_the_benchmarks_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(hexdeck.cli, "__file__", str(tmp_path / "lib" / "hexdeck" / "cli.py"))
    assert main(["bench", "engine"]) == REFUSED
    assert "get the repository and run make bench" in capsys.readouterr().err
