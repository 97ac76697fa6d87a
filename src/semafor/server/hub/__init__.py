"""What a server adds to the home of its tables: the lobby, limits of addresses, other processes, push messages."""
