"""Contests with their store, and counting games for the ladder and the sealed deals.

It may import the hub and what is below; what a contest means is in `semafor.contest`.
"""
