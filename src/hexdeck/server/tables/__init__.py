"""One table in memory: commands, commit, broadcast, presence, clocks."""
