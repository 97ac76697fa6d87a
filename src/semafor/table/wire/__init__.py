"""Every message, defined once: what clients send, what they get, and the TypeScript generated from it.

Structs, and how they are read; it imports the engine's JSON types and nothing of tables.
"""
