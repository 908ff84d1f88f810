"""Bots that play in the house: processes of their own, and lessons."""
