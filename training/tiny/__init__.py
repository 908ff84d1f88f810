"""Voodoo Prince in small: two colours, small enough to be solved exactly."""
