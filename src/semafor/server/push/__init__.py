"""Web Push: tells players that it is their turn when their page is closed."""
