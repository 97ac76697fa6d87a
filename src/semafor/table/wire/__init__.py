"""Every message, defined once: what clients send, what they get, and the TypeScript generated from it."""
