"""What setup.py needs besides setuptools and mypyc."""
