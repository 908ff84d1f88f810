"""Every way in over HTTP."""
