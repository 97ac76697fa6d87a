"""Where games are played: in processes of this machine, or on a cluster."""
