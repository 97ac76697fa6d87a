"""What is legal, why something is not, and every payment for it."""
