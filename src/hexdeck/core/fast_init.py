"""Frozen dataclasses that are made in a third of the time."""

from dataclasses import fields
from typing import Any, TypeVar

T = TypeVar("T")


def fast_init(kind: type[T]) -> type[T]:
    """For a dataclass that is frozen, has slots and no defaults: its slots are filled directly.

    A frozen dataclass sets each field by a call that goes round its own lock.  A view has two dozen fields,
    and after every move each seat gets one.
    """
    made: Any = kind
    names = [field.name for field in fields(made)]
    fill = {f"fill_{name}": getattr(made, name).__set__ for name in names}
    body = "; ".join(f"fill_{name}(self, {name})" for name in names)
    scope: dict[str, Any] = {}
    exec(f"def __init__(self, {', '.join(names)}): {body}", fill, scope)
    scope["__init__"].__annotations__ = made.__init__.__annotations__
    made.__init__ = scope["__init__"]
    return kind
