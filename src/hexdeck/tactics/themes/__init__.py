"""What good players know of each game, and how to see in a position that it is about that."""
