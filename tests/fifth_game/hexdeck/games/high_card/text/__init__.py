"""What people read of High Card."""
