"""How the processes of one house hear of each other's changes."""
