"""What players and advisers that are programs know of Vampire Queen."""
