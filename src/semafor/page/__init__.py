"""A home for tables in a browser: the same table, without a server."""
