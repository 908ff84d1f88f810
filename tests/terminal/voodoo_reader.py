"""What a player of Voodoo reads at the terminal in a scene of the rulebook."""

from hexdeck.games.voodoo import GAME
from hexdeck.games.voodoo.law.view import View
from hexdeck.games.voodoo.text.screen import GameScreen
from hexdeck.locale import language
from rulebook.voodoo_scene import Scene


def screen(scene: Scene) -> GameScreen:
    return GameScreen(scene.names, language("en"))


def seen_by(scene: Scene, name: str) -> View:
    return GAME.view(scene.state, scene.seat(name))


def table(scene: Scene, name: str) -> list[str]:
    return [line.plain for line in screen(scene).table(seen_by(scene, name))]


def choices(scene: Scene, name: str) -> list[str]:
    return [line.plain for line in screen(scene).choices(seen_by(scene, name))]


def said(scene: Scene, name: str, text: str) -> str | None:
    action = screen(scene).said(seen_by(scene, name), text)
    return None if action is None else GAME.action_name(action)


def pauses(scene: Scene, name: str) -> bool:
    """Whether `name` is asked after what happened last."""
    events = GAME.events(scene.state, scene.seat(name))
    return screen(scene).pauses(seen_by(scene, name), events)
