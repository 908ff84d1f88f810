"""Where a training runs."""

import os

import torch


def best_device() -> torch.device:
    """The GPU, else the processor.

    Half of its cores learn: at every step threads wait for each other, and beside anything else that runs, as
    many of them as cores are slower than one.
    """
    if torch.cuda.is_available():
        return torch.device("cuda")
    torch.set_num_threads(max(1, len(os.sched_getaffinity(0)) // 2))
    return torch.device("cpu")
