"""Nothing is lost and nothing appears: cards, trains, points, tickets and ferry cards after every action."""

from collections import Counter

import pytest

from tests.conservation import assert_conserved, assert_masks, assert_score
from tests.play import STYLES, TABLES, a_game_of_each_style, play_on, position_of


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_everything_is_conserved_after_every_action(name: str, players: int) -> None:
    ends: Counter[str] = Counter()
    for game, rng, style in a_game_of_each_style(name, players, 100):
        assert_conserved(game)
        assert_masks(game, position_of(game))
        for _, action, events in play_on(game, rng, style):
            assert_conserved(game)
            if action.type == "claim":
                assert_masks(game, position_of(game))
            ends.update([str(event.fields["reason"]) for event in events if event.type == "game_over"])
        assert game.over
        assert_score(game)
    assert ends.total() == len(STYLES)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_seat_changes_only_with_its_own_actions(name: str, players: int) -> None:
    for game, rng, style in a_game_of_each_style(name, players, 200):
        before = position_of(game)
        for seat, _, _ in play_on(game, rng, style, 120):
            after = position_of(game)
            if "opening" in before:
                # Choices take effect when the last seat has chosen.
                before = position_of(game)
                continue
            for other in range(players):
                if other != seat:
                    was, now = before["seats"][other], after["seats"][other]
                    # A ticket that somebody else draws is no longer where the seat last knew it to be.
                    assert set(now.pop("knows", [])) <= set(was.pop("knows", []))
                    assert now == was
            before = position_of(game)
