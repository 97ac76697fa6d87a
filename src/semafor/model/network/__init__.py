"""What is connected, and the longest path: graphs of numbers that know no rules."""
