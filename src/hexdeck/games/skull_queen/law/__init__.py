"""The rules of Skull Queen: the standard library and `core`, nothing else."""
