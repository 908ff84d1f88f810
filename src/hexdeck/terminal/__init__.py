"""The terminal: a game in plain lines, for people, pipes and screen readers."""
