"""Vampire Queen for bots and the coach: heuristic, features, reasons, counts, themes."""
