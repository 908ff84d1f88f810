"""A browser that knows forms, links and text, and nothing else."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Self

import httpx

from server.house_process import TLS

VOID = {"meta", "link", "input", "img", "br"}


@dataclass
class Form:
    action: str
    fields: dict[str, str] = field(default_factory=dict)  # as they are filled in when the page is opened
    choices: dict[str, list[str]] = field(default_factory=dict)  # what a select offers
    boxes: set[str] = field(default_factory=set)  # that are not ticked
    buttons: list[tuple[str, str, str]] = field(default_factory=list)  # label, name, value

    def has(self, value: str) -> bool:
        """There is a button with this value."""
        return any(value == of_button for _, _, of_button in self.buttons)


class Page(HTMLParser):
    def __init__(self, response: httpx.Response) -> None:
        super().__init__()
        self.status = response.status_code
        self.path = response.url.path
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}  # by their text
        self.heading = ""
        self.alert = ""
        self.language = ""
        self.text = ""
        self._inside: list[tuple[str, dict[str, str]]] = []
        self._words = ""
        self.feed(response.text)
        assert self._inside == [], "every element is closed"

    def form(self, do: str, button: str = "") -> Form:
        """The form with this hidden `do`, or this end of its action, and a button with this value."""
        return next(
            form
            for form in self.forms
            if (form.fields.get("do") == do or form.action.endswith(do)) and (not button or form.has(button))
        )

    @property
    def typed_choice(self) -> Form:
        """Where a choice can be typed."""
        return next(form for form in self.forms if form.fields.get("do") == "act" and "choice" in form.fields)

    def has(self, do: str) -> bool:
        return any(form.fields.get("do") == do for form in self.forms)

    @property
    def choices(self) -> list[str]:
        """The labels of the buttons of what can be played."""
        forms = [form for form in self.forms if form.fields.get("do") == "act"]
        return [label for form in forms for label, name, _ in form.buttons if name == "choice"]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._inside.append((tag, has))
        self._words = "" if tag in ("a", "button", "h1", "p") else self._words
        if tag == "html":
            self.language = has["lang"]
        if tag == "form":
            assert not any(name == "form" for name, _ in self._inside[:-1]), "no form stands in another"
            self.forms.append(Form(has["action"]))
        if tag == "input":
            self._input(has)
        if tag == "select":
            self.forms[-1].choices[has["name"]] = []
        if tag == "option":
            self._words = ""

    def _input(self, has: dict[str, str]) -> None:
        form = self.forms[-1]
        if has.get("type") == "checkbox" and "checked" not in has:
            form.boxes.add(has["name"])
        else:
            form.fields[has["name"]] = has.get("value", "on" if has.get("type") == "checkbox" else "")

    def handle_endtag(self, tag: str) -> None:
        opened, has = self._inside.pop()
        assert opened == tag, f"</{tag}> closes <{opened}>"
        words = self._words.strip()
        if tag == "a":
            self.links[words] = has["href"]
        if tag == "button":
            self.forms[-1].buttons.append((words, has.get("name", ""), has.get("value", "")))
        if tag == "h1":
            self.heading = words
        if tag == "p" and has.get("role") == "alert":
            self.alert = words
        if tag == "option":
            self._option(has.get("value", words), is_selected="selected" in has)

    def _option(self, value: str, *, is_selected: bool) -> None:
        name = next(has["name"] for tag, has in reversed(self._inside) if tag == "select")
        form = self.forms[-1]
        form.choices[name].append(value)
        if is_selected or name not in form.fields:
            form.fields[name] = value

    def handle_data(self, data: str) -> None:
        self._words += data
        self.text += data


class TextBrowser:
    """One person; use it as a context manager."""

    def __init__(self, url: str, language: str = "en") -> None:
        headers = {"accept-language": f"{language}, en;q=0.5", "origin": url}
        self._client = httpx.Client(
            base_url=url, headers=headers, follow_redirects=True, timeout=20, verify=TLS
        )
        self.read: set[str] = set()  # every line of every page

    def __enter__(self) -> Self:
        self._client.__enter__()
        self.page = self.open("/plain")
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def open(self, path: str) -> Page:
        return self._shown(self._client.get(path))

    def raw(self, method: str, path: str, **more: str) -> httpx.Response:
        return self._client.request(method, path, data=more or None)

    def press(self, form: Form, button: str = "", /, **filled: str) -> Page:
        """Send a form as a browser would: its fields, what was filled in, and the button by its value."""
        for name, value in filled.items():
            known = form.choices.get(name)
            assert known is None or value in known, f"{name} cannot be {value}: {known}"
            assert known is not None or name in form.fields or name in form.boxes, f"there is no field {name}"
        assert not button or form.has(button), f"there is no button {button}: {form.buttons}"
        pressed = {name: value for _, name, value in form.buttons if name and value == button}
        return self._shown(self._client.post(form.action, data={**form.fields, **filled, **pressed}))

    def _shown(self, response: httpx.Response) -> Page:
        self.page = Page(response)
        self.read.update(self.page.text.splitlines())
        return self.page

    def new_table(self, game: str, button: str, **filled: str) -> str:
        """The code of a table made on the home page."""
        form = next(form for form in self.open("/plain").forms if form.fields.get("game") == game)
        return self.press(form, button, **filled).path.split("/")[2]
