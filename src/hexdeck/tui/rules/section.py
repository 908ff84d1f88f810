"""A part of a game's rules, short enough to read at the table."""


class Section:
    def __init__(self, title: str, *text: str) -> None:
        self.title = title
        self.text = text
