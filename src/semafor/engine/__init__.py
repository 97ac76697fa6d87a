"""The game loop: load, apply, observe, determinise, replay."""
