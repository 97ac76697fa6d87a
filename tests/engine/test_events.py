"""Events as values."""

import pickle

import pytest

from semafor import CardDrawn, Cards, Chance, Claim, Event, RouteClaimed, builtin_ids, load_position, new_game
from semafor.model.event_types import EVENTS, PRIVATE_FIELDS

CLAIM = {"board": "usa", "seats": [{"hand": {"red": 3}}, {}]}


def test_a_claim_is_told_by_a_typed_value() -> None:
    [claimed] = load_position(CLAIM).apply(Claim("chicago:duluth:red", {"red": 3}))
    assert claimed == RouteClaimed(0, "chicago:duluth:red", Cards({"red": 3}), 0, 4)
    assert isinstance(claimed, RouteClaimed)
    assert claimed.cards["red"] == 3
    assert repr(claimed).startswith("RouteClaimed(seat=0, route='chicago:duluth:red', cards=Cards({'red': 3})")
    match claimed:
        case RouteClaimed(seat, route, cards):
            assert (seat, route, cards.total) == (0, "chicago:duluth:red", 3)


def test_a_private_field_is_none_for_the_others() -> None:
    drawn = CardDrawn(1, "red")
    assert drawn.as_seen_by(1) is drawn
    assert drawn.as_seen_by(0) == CardDrawn(1, None)
    assert drawn.seen_by(0) == {"type": "card_drawn", "seat": 1, "from": "deck"}


def test_there_is_a_class_for_every_type() -> None:
    assert {kind.type for kind in EVENTS} == set(PRIVATE_FIELDS)
    assert len({kind.type for kind in EVENTS}) == len(EVENTS)


@pytest.mark.parametrize("board", builtin_ids())
def test_events_of_games_are_hashed_pickled_and_compared(board: str) -> None:
    game = new_game(board, players=2, seed=1)
    game.play_out(Chance.seeded(1))
    events = game.events
    assert events[: len(game.opening_events)] == game.opening_events
    assert pickle.loads(pickle.dumps(events)) == events
    for event in events:
        assert hash(event) == hash(pickle.loads(pickle.dumps(event)))
        assert isinstance(event, Event)
