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
from semafor.model.cards import CARDS, COLOUR_COUNT, COLOURS, KINDS
from semafor.model.numbers.moves import (
    DRAW_DECK,
    DRAW_FERRY_CARD,
    DRAW_SHOWN,
    DRAW_TICKETS,
    KEEP,
    MAX_DRAWN,
    PASS,
    PAY_COLOUR,
    PAY_COLOURED,
    PAY_FERRY_CARDS,
    PAY_LOCOMOTIVES,
    ROUTES,
    WITHDRAW,
)
from semafor.rules.payment import is_plain


class MoveSpace:
    """All moves of a board with their numbers."""

    def __init__(self, board: Board) -> None:
        """Lists the moves that the board's rules can offer, in the order of the moves."""
        self.board = board
        self.moves = _possible_moves(board)
        self.number = {move: number for number, move in enumerate(self.moves)}

    @property
    def size(self) -> int:
        """How many moves there are."""
        return len(self.moves)

    def mask(self, legal: list[int]) -> list[bool]:
        """Which of the numbered moves are legal, from the moves of a game."""
        allowed = [False] * self.size
        for move in legal:
            allowed[self.number[move]] = True
        return allowed

    def name(self, number: int) -> str:
        """A move in a few words."""
        move = self.moves[number]
        if move >= ROUTES:
            return f"claim {self.board.route_id(move - ROUTES)}"
        if move >= PAY_COLOURED:
            return f"pay {move - PAY_COLOURED} coloured cards"
        if move >= PAY_LOCOMOTIVES:
            return f"pay {move - PAY_LOCOMOTIVES} locomotives"
        if move >= PAY_COLOUR:
            return f"pay {COLOURS[move - PAY_COLOUR]}"
        if move >= PAY_FERRY_CARDS:
            return f"pay {move - PAY_FERRY_CARDS} ferry cards"
        if move >= KEEP:
            slots = [str(slot + 1) for slot in range(MAX_DRAWN) if ((move - KEEP) >> slot) & 1]
            return f"keep {' '.join(slots)}"
        if DRAW_SHOWN <= move < DRAW_SHOWN + KINDS:
            return f"draw {CARDS[move - DRAW_SHOWN]}"
        names = {
            PASS: "pass",
            DRAW_DECK: "draw deck",
            DRAW_TICKETS: "draw tickets",
            DRAW_FERRY_CARD: "draw ferry card",
            WITHDRAW: "withdraw",
        }
        return names[move]


def _possible_moves(board: Board) -> list[int]:
    moves = [PASS, DRAW_DECK, *[DRAW_SHOWN + kind for kind in range(KINDS)]]
    locomotives = max(shape.locomotives for shapes in board.shapes for shape in shapes)
    if board.tickets_drawn > 0:
        moves.append(DRAW_TICKETS)
    if board.ferry_pile > 0:
        moves.append(DRAW_FERRY_CARD)
        moves.extend([PAY_FERRY_CARDS + count for count in range(int(board.ferry_hand_limit) + 1)])
    if board.tunnel_cards > 0:
        moves.append(WITHDRAW)
        locomotives = max(locomotives, int(board.tunnel_cards))
    drawn = max(int(board.tickets_dealt), int(board.tickets_drawn))
    moves.extend([KEEP + chosen for chosen in range(1, 1 << drawn)])
    moves.extend([PAY_COLOUR + colour for colour in range(COLOUR_COUNT)])
    moves.extend([PAY_LOCOMOTIVES + count for count in range(locomotives + 1)])
    totals = {shape.same + shape.loose for shapes in board.shapes if not is_plain(shapes) for shape in shapes}
    moves.extend([PAY_COLOURED + total for total in totals])
    moves.extend([ROUTES + route for route in range(int(board.route_count))])
    return sorted(moves)
