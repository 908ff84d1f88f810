"""The foundations of the server: settings, logs, limits, refusals, messages."""
