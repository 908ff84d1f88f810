"""What each choice is worth to somebody who knows no more than the seat, and why."""
