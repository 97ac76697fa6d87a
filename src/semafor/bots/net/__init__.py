"""The learned player: what its network sees, the network, and the weights that come with the package."""
