"""The compiled part of the environments: observations as numbers, many games at once, chance as a player.

It may import bots and the engine, and no framework.
"""
