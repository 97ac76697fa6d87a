"""Actions as values."""

import pytest

from semafor import Claim, DrawCard, PayTunnel

UNKNOWN = r"unknown card 'mauve'; the cards are purple, .*, locomotive"


def test_a_card_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(ValueError, match=UNKNOWN):
        DrawCard("mauve")
    with pytest.raises(ValueError, match=UNKNOWN):
        Claim("a:b:red", {"mauve": 1})
    with pytest.raises(ValueError, match=UNKNOWN):
        PayTunnel({"mauve": 1})


def test_actions_that_say_the_same_are_equal_and_count_as_one() -> None:
    actions = {Claim("a:b:red", {"red": 2}), Claim("a:b:red", {"red": 2}, 0), Claim("a:b:red", {"red": 1})}
    assert len(actions) == 2
    assert DrawCard("red") != DrawCard()
