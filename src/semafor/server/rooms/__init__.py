"""The server keeps tables: in memory, written to the database, shown to listeners."""
