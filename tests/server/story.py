"""What one client hears, checked as it comes: no step twice, none left out."""

import json
from typing import Any


class Story:
    def __init__(self) -> None:
        self.version: int | None = None
        self.heard: list[dict[str, Any]] = []
        self.gaps: list[str] = []  # where the story does not hang together

    def hear(self, raw: bytes) -> None:
        message = json.loads(raw)
        self.heard.append(message)
        if message["type"] == "step":
            if message["version"] != (self.version or 0) + 1:
                self.gaps.append(f"step {message['version']} after {self.version}")
            self.version = message["version"]
        elif message["type"] == "snapshot":
            if message["version"] < (self.version or 0):
                self.gaps.append(f"snapshot {message['version']} after {self.version}")
            self.version = message["version"]

    def count(self, kind: str) -> int:
        return len(self.all(kind))

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["type"] == kind]
