"""Contests, and counting games for the ladder and the sealed deals."""
