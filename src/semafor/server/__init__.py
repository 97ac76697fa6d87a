"""The game server: tables that people join by a link, stored in a database, with a separate view for each seat."""
