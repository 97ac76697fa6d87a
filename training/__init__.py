"""Training of the learned player. Needs PyTorch; playing does not."""
