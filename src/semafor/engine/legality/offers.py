"""The legal moves, as bit masks: the only place that decides what is legal.

`legal_actions` and `why_not` of the API, the machine-facing moves and random play all ask here.
"""

from librt.vecs import vec
from mypy_extensions import i64

from semafor.model.bits import WORD, lowest, nth, ones
from semafor.model.board import Board
from semafor.model.numbers.layout import TAKE_TURN
from semafor.model.numbers.moves import PASS, WORDS_BEFORE_ROUTES
from semafor.model.state import State
from semafor.rules.claiming import claimable
from semafor.rules.shapes import Purse


def actor(state: State) -> i64:
    """Return the seat that decides next; of several choosing starting tickets, the lowest; -1 when the game is over."""
    if (state.board.own_deciders >> state.pending) & 1 == 0:
        return state.seat
    seats = state.board.decisions[state.pending].deciders(state)
    if seats == 0:
        return -1
    return lowest(seats)


class Offers:
    """The legal moves of one seat in one state. Make one and reuse it."""

    words: vec[i64]
    purse: Purse
    count: i64
    used: i64

    def __init__(self, board: Board) -> None:
        """Allocate masks for the board's moves."""
        self.purse = Purse()
        self.count = 0
        # How many words, from the first on, are in use: most decisions need only one, and the others are skipped.
        self.used = 0
        self.words = vec[i64]([0] * (WORDS_BEFORE_ROUTES + board.route_words))

    def fill(self, state: State, seat: i64) -> None:
        """Compute the legal moves of a seat that must decide."""
        words = self.words
        for word in range(self.used):
            words[word] = 0
        if state.pending == TAKE_TURN:
            self.used = len(words)
            self._fill_turn(state, seat)
        else:
            self.used = state.board.decisions[state.pending].answers(state, seat, words)
        self._count()

    def _fill_turn(self, state: State, seat: i64) -> None:
        """Collect every rule's offers for a turn, and the routes; if there are none, passing (R-4)."""
        moves: i64 = 0
        for rule in state.board.turn_rules:
            moves |= rule.offers(state, seat)
        claimable(state, seat, self.purse, self.words, WORDS_BEFORE_ROUTES)
        if moves == 0:
            words = self.words
            for word in range(WORDS_BEFORE_ROUTES, len(words)):
                if words[word] != 0:
                    return
            moves = 1 << PASS
        self.words[0] = moves

    def _count(self) -> None:
        words = self.words
        count: i64 = 0
        for at in range(self.used):
            if words[at] != 0:  # many words are empty, and counting bits takes longer than this check
                count += ones(words[at])
        self.count = count

    def has(self, move: i64) -> bool:
        """Return whether a move is legal."""
        word = move // WORD
        return 0 <= word < i64(len(self.words)) and (self.words[word] >> (move % WORD)) & 1 == 1

    def pick(self, n: i64) -> i64:
        """Return the n-th legal move in their order, counted from 0."""
        words = self.words
        for at in range(self.used):
            word = words[at]
            if word != 0:
                here = ones(word)
                if n < here:
                    return at * WORD + nth(word, n)
                n -= here
        raise IndexError("there are not so many legal moves")

    def moves(self) -> list[int]:
        """Return all legal moves in their order."""
        return [int(self.pick(n)) for n in range(self.count)]
