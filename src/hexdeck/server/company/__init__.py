"""The other processes of the same house."""
