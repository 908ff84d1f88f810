"""Tournaments of an evening: many tables, the same cards, and standings.  See docs/tournaments.md."""
