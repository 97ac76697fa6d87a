"""Rooms: tables in the server's memory, written to the database and shown to listeners."""
