"""The rules of Voodoo Prince: the standard library and `core`, nothing else."""
