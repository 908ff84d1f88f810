"""Players and advisers that are programs, and what measures them."""
