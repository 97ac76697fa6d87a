"""Every message, defined once: what clients send, what they get, and the TypeScript made from it."""
