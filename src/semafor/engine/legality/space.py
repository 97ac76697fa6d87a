"""The fixed action space of a board: every move that can ever be legal on it, numbered from 0.

    >>> from semafor.engine.boards import load_board
    >>> space = MoveSpace(load_board("usa"))
    >>> space.size
    142
    >>> space.name(1), space.name(141)
    ('draw deck', 'claim seattle:vancouver:grey:2')

A learner sees these numbers; `moves` of a game and the numbers convert through `number` and `moves[number]`.
"""

from semafor.model.board import Board
from semafor.model.hooks import Rule


class MoveSpace:
    """All moves of a board with their numbers."""

    def __init__(self, board: Board) -> None:
        """List the moves that the board's rules can offer, in order."""
        self.board = board
        self._rules: dict[int, Rule] = {}
        for rule in board.rules:
            for move in rule.possible_moves(board):
                self._rules.setdefault(move, rule)
        self.moves = sorted(self._rules)
        self.number = {move: number for number, move in enumerate(self.moves)}

    @property
    def size(self) -> int:
        """The number of moves."""
        return len(self.moves)

    def mask(self, legal: list[int]) -> list[bool]:
        """Return which of the numbered moves are legal, from the moves of a game."""
        allowed = [False] * self.size
        for move in legal:
            allowed[self.number[move]] = True
        return allowed

    def name(self, number: int) -> str:
        """Return a short description of a move."""
        move = self.moves[number]
        return self._rules[move].move_name(self.board, move)
