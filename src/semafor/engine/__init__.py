"""The game loop: load, apply, observe, determinise, replay.

Here lives the API that everything above uses (`game`, `observation`, `kernel`). It may import rules and the model.
"""
