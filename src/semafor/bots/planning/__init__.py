"""Planning for scripted players: paths, prices, wishes, awards, beliefs."""
