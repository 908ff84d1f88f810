"""A training whose numbers grow without end stops before anything of that is kept."""

from collections.abc import Iterable
from math import isfinite

from torch import nn

from training.recipe import RecipeRefused


def check_finite(lesson: int, marks: Iterable[float], *networks: nn.Module) -> None:
    """RecipeRefused where a lesson has come to what is no number, or fits no network that plays."""
    if not (all(map(isfinite, marks)) and are_finite(*networks)):
        raise RecipeRefused(
            f"lesson {lesson} came to numbers without end: the last checkpoint stands as it was; "
            "go on from it by a recipe with a lower rate and last_rate"
        )


def are_finite(*networks: nn.Module) -> bool:
    """Also in the half precision that is shipped."""
    return all(bool(part.half().isfinite().all()) for each in networks for part in each.parameters())
