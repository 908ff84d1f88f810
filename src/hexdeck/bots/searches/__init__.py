"""Games in which search is only part of a player; in all others SearchBot is the whole of it."""
