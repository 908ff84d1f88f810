"""What players and advisers that are programs know of Skull Queen."""
