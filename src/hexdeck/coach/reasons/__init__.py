"""What is counted in each game to make advice understandable: a file for each."""
