"""The examples of docs/rl.md are true."""

from doctest import DocTestParser, DocTestRunner
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "rl.md"


def test_every_example_gives_what_the_page_says() -> None:
    text = PAGE.read_text().replace("```python", "").replace("```", "")
    tried = DocTestRunner().run(DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0))
    assert tried.attempted >= 8
    assert tried.failed == 0
