"""The requests that a home answers: for each its path, what it takes and gives, what it costs, and the handler.

From this one table come a server's REST routes and their description (`describe`), what a page answers, and the
TypeScript client (`semafor.home.endpoints.typescript`). A server adds its own (`semafor.server.http`).
"""

from __future__ import annotations

from semafor.home.endpoints.days import DAYS
from semafor.home.endpoints.endpoint import Endpoint
from semafor.home.endpoints.finished import FINISHED
from semafor.home.endpoints.games import GAMES
from semafor.home.endpoints.puzzles import PUZZLES
from semafor.home.endpoints.workshop import WORKSHOP

ENDPOINTS: tuple[Endpoint, ...] = tuple(one for part in (GAMES, FINISHED, DAYS, PUZZLES, WORKSHOP) for one in part.all)
"""What every home answers."""
