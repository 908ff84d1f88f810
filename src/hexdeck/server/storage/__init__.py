"""Everything that must survive: what is asked of a store, and SQLite as the first that answers."""
