"""Looking after the database: backups, health, and deleting what is old."""
