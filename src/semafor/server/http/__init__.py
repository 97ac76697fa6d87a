"""HTTP and WebSocket: requests, sockets, the client's files, and guards against those who ask too much.

Only what a home cannot know: an endpoint that needs no server belongs into `semafor.home.endpoints`.
"""
