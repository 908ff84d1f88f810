"""Positions for people: one choice is clearly best, and many would choose another."""
