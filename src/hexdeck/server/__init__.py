"""Tables over a network: HTTP, WebSockets, and a store that loses nothing."""
