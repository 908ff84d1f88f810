"""Positions in which one choice is plainly right: how they are found, proved and kept, and who sees it."""
