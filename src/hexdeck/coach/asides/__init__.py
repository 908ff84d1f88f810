"""What can be done beside one's turn or out of it and should not be missed, game by game."""
