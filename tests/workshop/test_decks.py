"""Suggested decks come close to published ones, and keep what is to be kept."""

from collections import Counter

import pytest

from semafor.engine.boards import load_board, unfinished_board
from semafor.engine.loading import board_text
from semafor.home.work.workshop_jobs import SuggestDeck
from semafor.table.wire.problems import Refused
from semafor.table.wire.workshop_messages import DeckWanted
from semafor.workshop.decks import Ways, deck_message, suggest
from semafor.workshop.forms import rule_forms_message


@pytest.mark.parametrize(("board", "by_rule"), [("nordic-countries", 46), ("italy", 56), ("usa", 28)])
def test_the_rule_gives_the_points_of_published_tickets(board: str, by_rule: int) -> None:
    spec = load_board(board).spec
    ways = Ways(spec)
    assert sum(ways.worth(one.a, one.b) == one.points for one in spec.tickets) == by_rule


@pytest.mark.parametrize("board", ["usa", "nordic-countries", "italy", "northern-lights"])
def test_a_suggested_deck_is_like_a_published_one(board: str) -> None:
    deck = deck_message(load_board(board).spec, DeckWanted(board_text(board), seed=3))
    assert deck.unnamed == []
    assert deck.most_named <= 5
    assert deck.alike <= 2
    assert max(abs(share - target) for share, target in zip(deck.shares, deck.targets, strict=True)) < 0.12
    assert deck.unused < 0.3


def test_kept_tickets_stay_with_their_points_and_others_come_from_the_seed() -> None:
    spec = load_board("usa").spec
    wanted = DeckWanted(board_text("usa"), seed=1, kept=[0, 5], count=30)
    deck = deck_message(spec, wanted)
    assert len(deck.tickets) == 30
    for one, at in zip(deck.tickets, (0, 5), strict=False):
        old = spec.tickets[at]
        assert set(one.between) == {old.a, old.b}
        assert one.kept
        assert one.by_rule + one.adjustment == old.points
    assert Counter(one.between for one in deck.tickets).most_common(1)[0][1] == 1
    assert suggest(spec, 1) != suggest(spec, 2)


def test_a_board_without_tickets_or_routes_gets_what_it_can() -> None:
    text = board_text("toy")
    start, end = text.index("tickets = ["), text.index("]\n\n# Values")
    bare = text[:start] + "tickets = [" + text[end:]
    assert len(suggest(unfinished_board(bare), 1)) > 5
    assert suggest(unfinished_board("cities = [{ id = 'a' }]"), 1) == []


def test_every_rule_is_a_form_with_names_and_presets_fit_the_forms() -> None:
    forms = rule_forms_message()
    by_slug = {form.slug: {field.key: field for field in form.fields} for form in forms.rules}
    for form in forms.rules:
        assert set(form.names) == {"en", "pl"}
        assert all(set(field.names) == {"en", "pl"} for field in form.fields)
        assert all(set(option.names) == {"en", "pl"} for field in form.fields for option in field.options)
    for rules in forms.presets.values():
        for slug, parameters in rules.items():
            assert set(parameters) - {"cites"} <= set(by_slug[slug])
            assert {key for key, field in by_slug[slug].items() if field.required} <= set(parameters)


def test_no_deck_is_suggested_for_more_cities_than_a_board_may_have() -> None:
    """The pairs of 2,500 took 790 MB."""
    cities = ",".join(f'{{ id = "c{number}", name = "c", lat = 1.0, lon = 1.0 }}' for number in range(121))
    text = f'format = 1\nid = "x"\nname = {{ en = "x" }}\ncities = [{cities}]\n'
    with pytest.raises(Refused, match="at most 120 cities"):
        SuggestDeck(DeckWanted(text)).run()
