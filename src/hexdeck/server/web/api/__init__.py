"""The JSON API, subject by subject."""
