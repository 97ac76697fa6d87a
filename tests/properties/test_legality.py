"""The listed actions are exactly the legal ones; a refusal explains itself and changes nothing."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

import semafor
from semafor import Action, Claim, DrawFerryCard, Game, IllegalAction, KeepTickets, Refusal
from tests.games import listed as actions_of
from tests.play import TABLES, a_game_of_each_style, new_game, play_on, random_action
from tests.properties.wrong_actions import candidates, key

TOO_MANY = 2000
"""Skip decisions with more legal actions than this (a few on the Nordic ferries)."""


def ask_about_everything(game: Game, rng: Random, count: int) -> Iterator[Refusal]:
    """Compare the list of legal actions with what the engine allows, for every seat; yield the refusals."""
    seats = game.pending.seats
    for seat in range(-1, game.players + 1):
        legal = actions_of(game, seat, TOO_MANY)
        if len(legal) == TOO_MANY:
            continue
        assert bool(legal) == (seat in seats)
        listed = {key(action) for action in legal}
        assert len(listed) == len(legal)
        hands_of = min(max(seat, 0), game.players - 1)
        for action in legal if len(legal) <= count else rng.sample(legal, count):
            assert game.why_not(seat, action) is None, (seat, action)
        for action in candidates(game, hands_of, legal, rng, count):
            refusal = game.why_not(seat, action)
            if isinstance(action, KeepTickets) and (
                action.order is not None or len(action.tickets) > len(set(action.tickets))
            ):
                # The list leaves these out: a custom order may be legal, a duplicate ticket is not.
                assert refusal is not None or key(action) in listed
            else:
                assert (refusal is None) == (key(action) in listed), (seat, action, refusal)
            if refusal is not None:
                yield refusal
                if rng.random() < 0.03:
                    assert_apply_refuses(game, seat, action, refusal)


def assert_apply_refuses(game: Game, seat: int, action: Action, refusal: Refusal) -> None:
    """Check that `apply` refuses with the same message and changes nothing."""
    before = game.position()
    events = len(game.record().steps)
    with pytest.raises(IllegalAction) as caught:
        game.apply(seat, action)
    assert caught.value.refusal == refusal
    assert game.position() == before
    assert len(game.record().steps) == events


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_legal_actions_are_exactly_those_allowed(name: str, players: int) -> None:
    for game, rng, style in a_game_of_each_style(name, players, 400):
        asked = 0
        for number, _ in enumerate(play_on(game, rng, style)):
            if number % 15 == 0 or game.pending.name in ("pay_tunnel", "over"):
                before = game.position()
                for refusal in ask_about_everything(game, rng, 5):
                    assert refusal.code
                    assert len(refusal.message) > 10
                    asked += 1
                assert game.position() == before
        assert asked > 100


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_while_a_payment_is_put_together_no_action_is_allowed(name: str, players: int) -> None:
    rng = Random(1)
    seen = 0
    for seed in range(20):
        game = new_game(name, players, seed)
        while not game.over and seen < 20:
            if game.state.is_paying():
                seen += 1
                assert game.legal_actions() == []
                [seat] = game.pending.seats
                for action in candidates(game, seat, [], rng, 3):
                    refusal = game.why_not(seat, action)
                    assert refusal is not None
                    assert refusal.code == "payment_in_progress"
            game.play(rng.choice(game.moves()))
    assert seen == 20


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_list_is_stable_and_its_limit_cuts_it_short(name: str, players: int) -> None:
    rng = Random(2)
    game = new_game(name, players, 2)
    for _ in play_on(game, rng, limit=60):
        legal = game.legal_actions(limit=300)
        assert legal == game.legal_actions(limit=300)
        assert game.legal_actions(limit=5) == legal[:5]


# Every refusal code


@cache
def codes_in_the_source() -> frozenset[str]:
    """Return every refusal code that the package can give, as its source spells them."""
    root = Path(semafor.__file__).parent
    texts = [path.read_text(encoding="utf-8") for part in ("engine", "rules") for path in (root / part).rglob("*.py")]
    found = {code for text in texts for code in re.findall(r'Refusal\(\s*"(\w+)"', text)}
    assert len(found) > 30
    return frozenset(found)


def refusals_all_along(game: Game, rng: Random, style: str) -> Iterator[Refusal]:
    """Yield the refusals over the course of one game, by moves and by actions."""
    with pytest.raises(IllegalAction) as caught:
        game.play(-1)
    yield caught.value.refusal
    for number, _ in enumerate(play_on(game, rng, style)):
        if number % 7 == 0 or game.over:
            yield from ask_about_everything(game, rng, 5)
    with pytest.raises(IllegalAction) as caught:
        game.play(0)
    yield caught.value.refusal


def refusals_without_ferry_cards() -> Iterator[Refusal]:
    """Yield the refusals when the pile of ferry cards is empty before every hand is full.

    The ten cards of the game are enough to fill five hands, so this takes a made-up position.
    """
    game = semafor.load_position({"board": "italy", "seats": [{}, {}], "ferry_pile": 0}, seed=1)
    refusal = game.why_not(0, DrawFerryCard())
    assert refusal is not None
    yield refusal


def refusals_while_paying(name: str) -> Iterator[Refusal]:
    """Yield the refusals in the middle of a payment."""
    game = new_game(name, 2, 3)
    rng = Random(3)
    while not game.state.is_paying():
        game.play(rng.choice(game.moves()))
    seat, action = game.pending.seats[0], Claim("nowhere:somewhere:grey", {})
    refusal = game.why_not(seat, action)
    assert refusal is not None
    yield refusal


def test_every_refusal_code_occurs_in_play() -> None:
    """Hoarders exhaust every pile and collectors draw the last ticket, so every code comes up."""
    missing = set(codes_in_the_source())
    for refusal in (*refusals_while_paying("usa"), *refusals_without_ferry_cards()):
        missing.discard(refusal.code)
    for seed in (500, 600, 700):
        for name in ("toy", "italy", "nordic-countries", "northern-lights", "usa"):
            for game, rng, style in a_game_of_each_style(name, 3, seed):
                for refusal in refusals_all_along(game, rng, style):
                    missing.discard(refusal.code)
                if not missing:
                    return
    assert missing == set()


def test_what_random_play_chooses_is_always_listed() -> None:
    """The test styles choose by moves and payments; the list of actions must contain their choices."""
    for name, players in TABLES:
        for game, rng, style in a_game_of_each_style(name, players, 800):
            for _ in range(25):
                seat, action = random_action(game, rng, style)
                assert key(action) in {key(listed) for listed in game.legal_actions(seat)}
                game.apply(seat, action)
