"""The game server: tables that people join by a link, kept in a database, seen by each seat with its own eyes."""
