#!/usr/bin/env python3
"""A bot as a program of its own, in Python without any library: docs/bot_protocol.md.

hexdeck arena voodoo_prince club program:examples/bot.py
"""

import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def choose(message):
    """The action with the smallest number in its name, whatever the game."""
    numbers = [sum(map(int, filter(str.isdigit, name))) for name in message["actions"]]
    return message["actions"][numbers.index(min(numbers))]


for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello":
            say(type="hello", protocol=1)
        case "game":
            rng = random.Random(message["seed"])
            say(type="ready", interrupts=True)
        case "choose":
            say(type="action", question=message["question"], action=choose(message))
        case "interrupt":
            speaks_up = rng.random() < 0.02
            action = rng.choice(message["actions"]) if speaks_up else None
            say(type="action", question=message["question"], action=action)
        case "quit":
            break
