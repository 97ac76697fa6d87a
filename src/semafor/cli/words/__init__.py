"""Texts of the terminal: catalogues, languages, and matching of what people type.

The texts are in `semafor/words/*.toml`; no command writes a sentence of its own.
"""
