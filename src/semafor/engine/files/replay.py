"""Replaying a record.

>>> from semafor.model.chance import Chance
>>> game = Game.new(load_board("toy"), players=2, seed=5)
>>> decisions = game.play_out(Chance.seeded(1))
>>> again = replay(Record.from_json(game.record().to_json()))
>>> again.score().to_json() == game.score().to_json()
True
"""

from collections.abc import Iterator

from semafor.engine.boards import load_board
from semafor.engine.files.records import RULES_VERSION, Record, RecordError
from semafor.engine.game import Game
from semafor.engine.values.moments import Moment
from semafor.model.board import Board
from semafor.model.reading import Problem
from semafor.model.refusal import IllegalAction


def replay(made: Record, board: Board | None = None) -> Game:
    """Replay a record, on the board it names or on the given one; raise RecordError if it does not replay."""
    if board is None:
        board = load_board(made.board)
    problems: list[Problem] = []
    if made.digest != board.spec.digest:
        message = f"was played on another revision of the board {board.id}: {made.digest}, not {board.spec.digest}"
        problems.append(Problem("digest", message))
    if made.rules != RULES_VERSION:
        message = f"was played by version {made.rules} of the rules; this is version {RULES_VERSION}"
        problems.append(Problem("rules", message))
    if problems:
        raise RecordError(problems)
    game = _beginning(made, board)
    for number, step in enumerate(made.steps):
        try:
            game.apply(step.seat, step.action)
        except IllegalAction as error:
            raise RecordError([Problem(f"actions[{number}]", str(error))]) from error
    return game


def walk(made: Record | Game, board: Board | None = None) -> Iterator[Moment]:
    """Yield every decision of a record or a game, from the deal on, each with a game of its own.

    >>> from semafor.model.chance import Chance
    >>> game = Game.new("toy", players=2, seed=5)
    >>> decisions = game.play_out(Chance.seeded(1))
    >>> [moment.seat for moment in walk(game)][:2]
    [0, 1]
    """
    if isinstance(made, Game):
        board, made = made.board, made.record()
    game = replay(made.until(0), board)
    for step in made.steps:
        before = game.clone()
        yield Moment(before, step.seat, step.action, game.apply(step.seat, step.action))


def _beginning(made: Record, board: Board) -> Game:
    if made.position is not None:
        return Game.from_position(made.position, None, board)
    seed = made.seed if made.seed is not None else 0
    return Game.new(board, made.players, seed, made.first)
