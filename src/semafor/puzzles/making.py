"""Making puzzles: strong bots play, and positions are kept in which one action proves to be much better than the rest.

A small search looks through the positions, and most are dropped: it sees no lead, or every bot without a search finds
the action. Then every legal action is tried in worlds that had no part in the choice, and a larger search must come to
the same action.

Game number n follows from the board and n, so the same command makes the same puzzles, and goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from semafor import RULES_VERSION, Board, Chance, Game, Observation, load_position
from semafor.bots.reasons import Reason
from semafor.bots.registry import make_bot
from semafor.puzzles.collection import FINDERS, FORMAT, METHOD, Collection, Option, Puzzle, Source, id_of, key_of
from semafor.puzzles.trials import Trial, Trials, lead

PLAYERS: Final = 2
PLAYER: Final = "planner"
"""Plays the games."""
LATE: Final = (0.3, 0.17, 0.17, 0.17)
"""A game is looked at from when somebody has no more than this share of the trains left; four games take turns."""
GLANCE: Final = "search:playouts=96,net=0"
"""Looks for positions in which one action leads."""
GLANCED: Final = 3
"""By how many hundredths."""
SEARCH: Final = "search:playouts=1000,net=0"
"""Must come to the same action."""
LEAD: Final = 5.0
"""By how many points the best action must be better than any other, in the mean."""
CLEARLY: Final = 3.0
"""By how many standard errors more than half of that."""
ROUNDS: Final = (12, 36, 100, 300)
"""Games for every action in a proof; after each round only those go on that are not proven to be much worse."""
_ASKED: Final = frozenset({"take_turn", "keep_tickets"})
"""What a puzzle may ask."""
_LUCK: Final = 0.1
"""By how much more an action with a smaller margin may win, of few games, and still not be taken for better."""
_FEWEST_ANSWERS: Final = 3
_SECONDS: Final = 60.0


class Found(Struct, frozen=True):
    """What one game gave: a line of the file of progress."""

    game: int
    puzzles: list[Puzzle]


def seek(board: Board, number: int) -> Found:
    """Play game number `number`, and return its puzzles."""
    seed = f"semafor puzzles {METHOD}:{board.id}:{number}"
    game = Game.new(board, PLAYERS, seed)
    players = [make_bot(PLAYER, board) for _ in range(PLAYERS)]
    chances = [Chance.seeded(f"{seed}:{seat}") for seat in range(PLAYERS)]
    kept: list[Puzzle] = []
    step = 0
    while not game.over:
        step += 1
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        if game.pending.name in _ASKED and trains_left(seen) <= LATE[number % len(LATE)]:
            puzzle = examine(seen, Source(seed, PLAYER, step))
            if puzzle is not None and not any(_alike(board, puzzle, other) for other in kept):
                kept.append(puzzle)
        game.apply(seat, players[seat].choose(seen, seen.legal_actions(), chances[seat], _SECONDS))
    return Found(number, kept)


def trains_left(seen: Observation) -> float:
    """Return the share of the trains that the player with the fewest has left."""
    seats: Any = seen.to_json()["seats"]
    return min(int(seat["trains"]) for seat in seats) / int(seen.board.trains)


def examine(seen: Observation, source: Source) -> Puzzle | None:
    """Return the puzzle of a position, if it is one."""
    seed = f"{source.seed}:{source.step}"
    board, seat = seen.board, int(seen.seat)
    position = position_of(seen, seed)
    # From here on there is nothing but what the puzzle has.
    seen = load_position(position, None, board).observe(seat)
    solution, why = _choice(GLANCE, seen, seed)
    if why is None or why.by < GLANCED:
        return None
    found = [spec for spec in FINDERS if _choice(spec, seen, seed)[0] == solution]
    if found == list(FINDERS):
        return None
    options = prove(seen, f"{seed}:proof")
    if options is None or key_of(board, options[0].action) != solution:
        return None
    searched, why = _choice(SEARCH, seen, f"{seed}:search")
    if searched != solution or why is None:
        return None
    return Puzzle(id_of(position), seat, position, source, f"{seed}:proof", options, {"code": why.code}, found)


def answer(puzzle: Puzzle, board: Board, spec: str) -> Option:
    """Return the option of a puzzle that a bot chooses: every bot in the same luck."""
    seen = puzzle.game(board).observe(puzzle.seat)
    wanted, _ = _choice(spec, seen, f"{puzzle.seed}:answer")
    return next(option for option in puzzle.options if key_of(board, option.action) == wanted)


def _choice(spec: str, seen: Observation, seed: str) -> tuple[str, Reason | None]:
    """Return what a bot that sits down in a position answers, and why."""
    bot = make_bot(spec, seen.board)
    action = bot.choose(seen, seen.legal_actions(), Chance.seeded(seed), _SECONDS)
    return key_of(seen.board, action.to_json()), bot.explain()


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


def prove(seen: Observation, seed: str) -> list[Option] | None:
    """Return how every action does, the best first; None if no action is proven to be much better than the others."""
    trials = Trials(seen, seed)
    if len({trial.key for trial in trials.all}) < _FEWEST_ANSWERS:
        return None
    left = trials.all
    for games in ROUNDS:
        trials.run(left, games)
        best, second, *_ = ranked = trials.ranked()
        if not all(_may_lead(best, trial) for trial in ranked[1:]):
            return None
        left = [trial for trial in trials.all if trial in (best, second) or not _proven(best, trial)]
    options = trials.options()
    return (
        options if all(is_clear(option) and option.wins <= options[0].wins + _LUCK for option in options[1:]) else None
    )


def _may_lead(best: Trial, other: Trial) -> bool:
    """Return whether more games could still show the lead that is asked for."""
    mean, error = lead(best, other)
    return mean + error > LEAD


def _proven(best: Trial, other: Trial) -> bool:
    """Return whether an action is much worse, and likely to stay so."""
    mean, error = lead(best, other)
    return mean - error >= LEAD and mean - (CLEARLY + 0.5) * error > LEAD / 2


def is_clear(option: Option) -> bool:
    """Return whether an action is proven to be much worse than the best."""
    return option.behind >= LEAD and option.behind - CLEARLY * option.error > LEAD / 2


def progress(file: Path) -> list[Found]:
    """Return what earlier runs have found."""
    if not file.is_file():
        return []
    decoder = msgspec.json.Decoder(Found)
    # A line that was cut off when the program was stopped is worked out again.
    return [decoder.decode(line) for line in file.read_bytes().split(b"\n")[:-1]]


def make(board: Board, count: int, games: int, file: Path, told: Callable[[Found, int], None]) -> Collection:
    """Play so many games, and keep so many of their puzzles; progress is kept in a file."""
    found = progress(file)[:games]
    file.parent.mkdir(parents=True, exist_ok=True)
    while len(found) < games:
        found.append(seek(board, len(found)))
        file.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in found))
        told(found[-1], sum(len(one.puzzles) for one in found))
    return Collection(FORMAT, METHOD, board.id, board.spec.digest, RULES_VERSION, choose(found, count))


def choose(found: list[Found], count: int) -> list[Puzzle]:
    """Return the puzzles to keep, from easy to hard; those of the last round, which anybody can count, only fill up."""
    kept = sorted(_in_turn(found), key=lambda puzzle: puzzle.position.get("turns_left") is not None)[:count]
    return sorted(kept, key=lambda puzzle: (puzzle.level, -puzzle.lead))


def _in_turn(found: list[Found]) -> Iterator[Puzzle]:
    """Yield the first puzzle of every game, then the second, and so on: they are to differ."""
    for nth in range(max((len(one.puzzles) for one in found), default=0)):
        yield from (one.puzzles[nth] for one in found if nth < len(one.puzzles))
