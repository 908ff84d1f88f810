"""The same work on the GPU again and again without the interpreter: recorded once, then replayed."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Generic, TypeVar

import torch

Result = TypeVar("Result")
WARM_UPS = 3


class Replayed(Generic[Result]):
    """A function of one dataclass of tensors, all on one device and always of the same shapes.

    On the processor it is just called.  On the GPU its argument is copied to where the recording reads it;
    what it returns is overwritten by the next call.
    """

    def __init__(self, function: Callable[[Any], Result]) -> None:
        self._function = function
        self._graph: torch.cuda.CUDAGraph | None = None
        self._argument: Any = None
        self._shapes: list[torch.Size] = []
        self._result: Result

    def __call__(self, argument: Any) -> Result:
        tensors = [getattr(argument, each.name) for each in fields(argument)]
        if not tensors or not tensors[0].is_cuda:
            return self._function(argument)
        shapes = [each.shape for each in tensors]
        if self._graph is None or shapes != self._shapes:
            self._shapes = shapes
            self._argument = type(argument)(*(each.clone() for each in tensors))
            return self._record()
        for kept, new in zip(fields(argument), tensors, strict=True):
            place = getattr(self._argument, kept.name)
            if place.data_ptr() != new.data_ptr():
                place.copy_(new)
        self._graph.replay()
        return self._result

    def _record(self) -> Result:
        """The first call: some rounds that warm up libraries and count as well, then the recording."""
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(WARM_UPS):
                warm = self._function(self._argument)
        torch.cuda.current_stream().wait_stream(aside)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._result = self._function(self._argument)
        return warm
