"""The commands: serve, worker, house."""
