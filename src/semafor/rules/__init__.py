"""The rules of the game, one file per rule; their order is in `catalogue`.

A rule may import the model and rules that it builds on (`turns`, `claiming`); what others add comes through hooks.
"""
