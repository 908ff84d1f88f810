"""What an environment says where something that it needs is not installed."""


def missing(error: ModuleNotFoundError, package: str = "hexdeck[rl]") -> ModuleNotFoundError:
    """What was not found, and how to get it; a module of our own stays what it is."""
    name = error.name or ""
    if name.startswith("hexdeck"):
        return error
    return ModuleNotFoundError(f"{name} is not installed: get it with pip install '{package}'", name=name)
