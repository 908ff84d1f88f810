"""The rules of Vampire Queen: the standard library and `core`, nothing else."""
