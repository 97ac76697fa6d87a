"""What a server keeps for guests who want it: tables of the days' results, sealed deals, and a ladder."""
