"""One table in memory: what is decided at it, what is stored of it, and who is told what."""
