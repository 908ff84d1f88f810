"""Which puzzles somebody has solved in the terminal."""

from pathlib import Path

from platformdirs import user_data_path


def solved_file(game: str) -> Path:
    return user_data_path("hexdeck", appauthor=False) / "puzzles" / f"{game}.txt"


def solved(game: str) -> set[str]:
    """Their ids."""
    try:
        return set(solved_file(game).read_text(encoding="utf-8").split())
    except FileNotFoundError:
        return set()


def keep_solved(game: str, puzzle: str) -> None:
    path = solved_file(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{puzzle}\n")
