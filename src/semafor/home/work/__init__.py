"""A home's slow work: jobs for workers, work shared by several clients, and cached results.

Whatever would block the event loop is here: analyses, pars, board files, jobs on files. It knows tables, stores and
jobs, but neither rooms nor connections.
"""
