"""Texts of the terminal: catalogues, languages, and matching of what people type."""
