"""HTTP and WebSocket: requests, sockets, the pages of the client, and who may talk to the server."""
