"""Comparing people who played the same deals: par, checked results, ratings, and the standings of contests.

Plain functions of records and results. It may import tables and simulation; databases and clocks are the server's.
"""
