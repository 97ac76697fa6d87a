"""Where games are played: in processes of this machine, where a server's bots think, too, or on a cluster."""
