"""PyTorch on one core: as many threads as cores wait for each other where other tests run beside them."""

try:
    import torch
except ImportError:  # then these tests are skipped
    pass
else:
    torch.set_num_threads(1)
