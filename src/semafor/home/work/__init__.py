"""Slow work of a home, and who does it: jobs for workers, work that several clients wait for, and what is kept of it.

Here lives what takes longer than a step of the event loop may: analyses, pars, board files, jobs on files. It knows
tables, stores and jobs, and neither rooms nor who is connected.
"""
