"""The other processes of the same server."""
