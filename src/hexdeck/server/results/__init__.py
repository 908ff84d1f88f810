"""What finished games come to: ratings, statistics, past games."""
