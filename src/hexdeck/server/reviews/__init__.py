"""What the coach finds in finished games."""
