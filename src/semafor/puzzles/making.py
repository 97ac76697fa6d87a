"""Making puzzles: strong bots play, and positions are kept in which one action proves to be much better than the rest.

Small searches look through the positions, and most are dropped: they see no lead, or every bot without a search finds
the action. Then every legal action is tried in worlds that had no part in the choice (see `proving`).

Game number n follows from the board, n and the bots, so the same command makes the same puzzles, and goes on where it
stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from itertools import zip_longest
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from semafor import RULES_VERSION, Board, Chance, Game, Observation, load_position
from semafor.bots.registry import make_bot
from semafor.puzzles.collection import FINDERS, FORMAT, METHOD, Collection, Puzzle, Source, id_of, key_of, third_of
from semafor.puzzles.judges import EVERYBODY, PLAYERS, has_net
from semafor.puzzles.proving import Prover

GLANCES: Final = (
    ("net", 70),
    ("search:playouts=24", 2),
    ("search:playouts=96,net=0", 1),
)
"""Bots that look for positions in which one action leads, the quickest first, and by how many hundredths it must."""
_SURE_OF_CARDS: Final = 90
"""Which card to draw seldom matters much: by how many hundredths the first of these bots must prefer it."""
_TICKETS: Final = "keep_tickets"
_ASKED: Final = frozenset({"take_turn", _TICKETS})
"""What a puzzle may ask."""
_LAST_THIRD: Final = 2
_SECONDS: Final = 60.0


class Found(Struct, frozen=True):
    """What one game gave: a line of the file of progress."""

    game: int
    puzzles: list[Puzzle]


def seek(prover: Prover, number: int) -> Found:
    """Play game number `number`, and return its puzzles."""
    board = prover.board
    seed = f"semafor puzzles {METHOD}:{board.id}:{number}"
    game = Game.new(board, PLAYERS, seed)
    player = "net" if has_net(board) else "planner"
    players = [make_bot(player, board) for _ in range(PLAYERS)]
    chances = [Chance.seeded(f"{seed}:{seat}") for seat in range(PLAYERS)]
    kept: list[Puzzle] = []
    step = 0
    while not game.over:
        step += 1
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        if game.pending.name in _ASKED and _promises(prover, seen):
            puzzle = examine(prover, seen, Source(seed, player, step))
            if puzzle is not None and not any(_alike(board, puzzle, other) for other in kept):
                kept.append(puzzle)
        game.apply(seat, players[seat].choose(seen, seen.legal, chances[seat], _SECONDS))
    return Found(number, kept)


def examine(prover: Prover, seen: Observation, source: Source) -> Puzzle | None:
    """Return the puzzle of a position, if it is one."""
    seed = f"{source.seed}:{source.step}"
    board, seat = seen.board, int(seen.seat)
    position = position_of(seen, seed)
    # From here on there is nothing but what the puzzle has.
    seen = load_position(position, None, board).observe(seat)
    solution = ""
    for glance, least in _glances(seen):
        taken, why = prover.choice(glance, seen, seed)
        if why is None or why.by < least or taken != (solution or taken):
            return None
        if glance == "net" and taken.startswith("draw") and why.by < _SURE_OF_CARDS:
            return None
        if not solution and prover.found(seen, taken, seed) == list(FINDERS):
            return None
        solution = taken
    proof = prover.prove(seen, seed)
    if proof is None or key_of(board, proof.options[0].action) != solution:
        return None
    return Puzzle(id_of(position), seat, position, source, seed, *proof)


def _promises(prover: Prover, seen: Observation) -> bool:
    """Return whether a decision is worth a closer look: a choice of tickets, or a turn near the end, that seems clear.

    Earlier turns hardly ever have one action that both searches find much better.
    """
    if seen.decision != _TICKETS and third_of(seen.board, [seat.trains for seat in seen.seats]) < _LAST_THIRD:
        return False
    first, least = _glances(seen)[0]
    if first != "net":
        return True
    why = prover.choice(first, seen, "")[1]
    return why is not None and why.by >= least


def _glances(seen: Observation) -> tuple[tuple[str, int], ...]:
    """Return the bots that look at a decision: in the last round it can be counted out, and nobody needs a network."""
    if not has_net(seen.board) or seen.turns_left is not None:
        return GLANCES[-1:]
    return GLANCES


def _alike(board: Board, one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles of one game ask the same."""
    return one.seat == other.seat and key_of(board, one.options[0].action) == key_of(board, other.options[0].action)


def position_of(seen: Observation, seed: str) -> dict[str, object]:
    """Return a position that looks the same to the observer, with everything hidden made up; decks are left out."""
    position = seen.determinise(Chance.seeded(seed)).position()
    # A deck that is left out is all the rest, shuffled; unless the seat knows where some tickets are.
    short = {name: part for name, part in position.items() if name not in ("deck", "random", "ticket_deck")}
    for made in (short, position):
        if load_position(made, None, seen.board).observe(int(seen.seat)) == seen:
            return made
    raise AssertionError("a position gives another observation than the one it was made from")


def progress(file: Path) -> list[Found]:
    """Return what earlier runs have found."""
    if not file.is_file():
        return []
    decoder = msgspec.json.Decoder(Found)
    # A line that was cut off when the program was stopped is worked out again.
    return [decoder.decode(line) for line in file.read_bytes().split(b"\n")[:-1]]


def make(board: Board, count: int, games: int, file: Path, told: Callable[[Found, int], None]) -> Collection:
    """Play so many games, and keep so many of their puzzles; progress is kept in a file."""
    prover = Prover(board)
    found = progress(file)[:games]
    file.parent.mkdir(parents=True, exist_ok=True)
    while len(found) < games:
        found.append(seek(prover, len(found)))
        file.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in found))
        told(found[-1], sum(len(one.puzzles) for one in found))
    return collection(board, choose(board, [puzzle for one in found for puzzle in one.puzzles], count))


def collection(board: Board, puzzles: list[Puzzle]) -> Collection:
    """Return puzzles as a file of today's versions."""
    return Collection(FORMAT, METHOD, board.id, board.spec.digest, RULES_VERSION, puzzles)


def checked(prover: Prover, puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle with the proof of its own judges as they are today; None if they don't prove it."""
    return renewed(prover, puzzle, {witness.bot for witness in puzzle.by})


def renewed(prover: Prover, puzzle: Puzzle, by: Container[str] = EVERYBODY) -> Puzzle | None:
    """Return a puzzle with the proof of today's judges of these names; None if they don't prove it."""
    proof = prover.again(puzzle, by)
    if proof is None or key_of(prover.board, proof.options[0].action) != key_of(prover.board, puzzle.options[0].action):
        return None
    return msgspec.structs.replace(puzzle, **proof._asdict())


def choose(board: Board, puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Return the puzzles to keep, from easy to hard.

    Kinds of actions and thirds of the game take turns, so that the rare ones are all kept. Of each the first are those
    that most judges have proven and that lead most; those of the last round, which anybody can count, only fill up.
    """
    cells: dict[tuple[int, str], list[Puzzle]] = {}

    def place(puzzle: Puzzle) -> tuple[bool, int, float]:
        return puzzle.position.get("turns_left") is not None, -len(puzzle.by), -puzzle.lead

    for puzzle in sorted(puzzles, key=place):
        cells.setdefault((puzzle.phase(board), puzzle.kind), []).append(puzzle)
    in_turn = [puzzle for row in zip_longest(*cells.values()) for puzzle in row if puzzle is not None]
    return sorted(in_turn[:count], key=lambda puzzle: (puzzle.level, -puzzle.lead))
