"""The command line: a module for each command, a folder for a large one.

A command reads what was typed, calls what does the work, and prints. It may import everything; only `serve`, `play` and
`db` import the server, so that the others start fast.
"""
