"""What all rooms of the server stand on: settings, logs, limits, refusals, messages."""
