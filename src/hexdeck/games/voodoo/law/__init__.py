"""The rules of Voodoo: the standard library and `core`, nothing else."""
