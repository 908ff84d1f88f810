"""A program that writes down all it is told, and takes the first action."""

import json
import sys

with open(sys.argv[1], "a") as notes:
    for line in sys.stdin:
        notes.write(line)
        notes.flush()
        message = json.loads(line)
        answers = {
            "hello": {"type": "hello", "protocol": 1},
            "game": {"type": "ready", "interrupts": True},
            "choose": {"type": "action", "question": message.get("question")},
            "interrupt": {"type": "action", "question": message.get("question"), "action": None},
        }
        answer = answers.get(message["type"])
        if message["type"] == "choose":
            answers["choose"]["action"] = message["actions"][0]
        if answer:
            print(json.dumps(answer), flush=True)
