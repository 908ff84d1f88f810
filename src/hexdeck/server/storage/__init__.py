"""Everything that must survive: what is asked of a store, and SQLite and PostgreSQL, which answer."""
