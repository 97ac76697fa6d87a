"""The arena's page."""
