"""Benchmarks; in the repository, not in the installed package."""
