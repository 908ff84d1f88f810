"""The rules in C, a second writing of them, and their wrapper for Python."""
