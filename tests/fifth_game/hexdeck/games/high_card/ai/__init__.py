"""What bots know of High Card."""
