"""Everything that must survive, in SQLite or PostgreSQL."""
