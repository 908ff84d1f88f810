"""What keeps a house going: settings, logs, metrics, limits, its keeper's tools."""
