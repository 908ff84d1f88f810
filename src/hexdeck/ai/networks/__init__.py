"""Networks that have learnt a game: read from files, asked in C or in Python."""
