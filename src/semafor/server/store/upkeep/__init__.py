"""Looking after the database: its lock, its health, backups, and deleting what is old."""
