"""What is connected, and the longest path."""
