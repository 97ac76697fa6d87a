"""What scripted players plan with: ways, prices, wishes, awards, beliefs."""
