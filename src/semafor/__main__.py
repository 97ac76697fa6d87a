"""`python -m semafor` is the command `semafor`."""

from semafor.cli.main import main

main()
