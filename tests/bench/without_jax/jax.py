"""Stands before the real one, for a machine that has none."""

raise ModuleNotFoundError("No module named 'jax'", name="jax")
