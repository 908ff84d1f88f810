"""Bots of one's own: each plays one seat, in a process of its own, and sees only what the seat sees."""
