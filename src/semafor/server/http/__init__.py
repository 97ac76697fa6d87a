"""HTTP and WebSocket: requests, sockets, the client's files, and access control."""
