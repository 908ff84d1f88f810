"""Tables that show what no game in the tests comes to: views are changed on their way to a page."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute


def retell(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Change every view that `page` is sent from now on."""

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def send(message: str | bytes) -> None:
            told = json.loads(message)
            if view := told.get("view"):
                change(view)
            socket.send(json.dumps(told))

        server.on_message(send)

    page.route_web_socket(re.compile("^ws"), connect)
