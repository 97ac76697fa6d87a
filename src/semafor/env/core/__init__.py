"""The compiled part of the environments: observations as numbers, many games at once, chance as a player."""
