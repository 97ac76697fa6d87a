"""Legal moves, reasons for refusals, and payments."""
