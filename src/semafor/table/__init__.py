"""What a table is and what every message means, as plain synchronous code."""
