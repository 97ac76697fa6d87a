"""A page without a server as a home of tables: a worker's port, IndexedDB, and a second worker for the bots."""
