"""Tables and the meaning of their messages, as plain synchronous code.

Here lives what a request means (`requests`), what is stored of it (`log`, `stored`) and what everybody sees of it
(`views`). It may import bots' levels and the engine; it does no input or output and asks no clock.
"""
