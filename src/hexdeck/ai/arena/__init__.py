"""Many games at once: what they come to."""
