"""A page without a server: what makes a home of tables of a browser's tab.

Here live its store (IndexedDB), its workers (another web worker), its connections (screens, and pages of guests) and
how its Python is packed. It may import `semafor.home` and what is below, and nothing that a browser has not.
"""
