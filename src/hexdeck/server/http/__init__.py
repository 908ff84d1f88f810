"""Every way into the house: sockets, streams, the JSON API, pages without script, and what guards them."""
