"""Reviews of finished games by the coach."""
