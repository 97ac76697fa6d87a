"""The game server: what only a server adds to a home of tables.

Here live HTTP and sockets, the database, processes that think, limits, guests and contests. Imports go down as the
contract in `pyproject.toml` says: `http` above `contest`, above `hub`, above `store`.
"""
