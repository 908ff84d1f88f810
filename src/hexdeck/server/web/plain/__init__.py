"""Pages without script."""
