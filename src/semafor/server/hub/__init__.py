"""What a server adds to the home of its tables: the lobby, limits of addresses, other processes, push messages.

`Hub` is the home's `Host`. It may import stores, workers, guests and push, not HTTP.
"""
