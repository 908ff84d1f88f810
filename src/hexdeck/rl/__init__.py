"""Environments for learning: many games at once, and what PettingZoo, Gymnasium and OpenSpiel expect.

`pip install hexdeck[rl]` brings what they need.  docs/rl.md tells what is seen, done and paid.
"""

from hexdeck.rl.missing import missing

try:
    from hexdeck.rl.vector_env import VectorEnv
except ModuleNotFoundError as error:
    raise missing(error) from None

__all__ = ["VectorEnv"]
