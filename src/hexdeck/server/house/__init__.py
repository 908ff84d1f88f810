"""All rooms together: opening and closing, and what happens by itself."""
