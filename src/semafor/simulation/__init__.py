"""Games between bots in bulk: the referee, the arena, and jobs for processes.

It may import bots and the engine; it does not know tables, people or environments.
"""
