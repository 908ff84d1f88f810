"""The results of finished games: ratings, statistics, past games."""
