"""How the learned player is trained. Needs PyTorch; playing does not."""
