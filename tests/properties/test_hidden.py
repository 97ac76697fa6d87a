"""A seat sees only what it may know: worlds that differ only in the rest look and answer the same."""

from collections import Counter
from random import Random

import pytest

import semafor
from semafor import SPECTATOR, DrawCard, DrawTickets, Event, Game, KeepTickets
from semafor.model.event_types import PRIVATE_FIELDS
from tests.play import TABLES, Position, a_game_of_each_style, new_game, play_on, position_of
from tests.properties.scramble import scrambled
from tests.properties.wrong_actions import candidates

TURNED_UP = 12
"""No single action turns up more cards of the deck in these games."""


def load(position: Position) -> Game:
    """Load a typed position."""
    return semafor.load_position(position)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_seat_cannot_know_changes_nothing_for_it(name: str, players: int) -> None:
    exchanged = 0
    for game, rng, style in a_game_of_each_style(name, players, 1300):
        for number, _ in enumerate(play_on(game, rng, style)):
            if number >= players and number % 12 and not (game.over or game.pending.name == "pay_tunnel"):
                continue
            position = position_of(game)
            for seat in range(SPECTATOR, players):
                other = scrambled(position, seat, rng)
                exchanged += other["seats"] != position["seats"]
                assert_looks_the_same(game, load(other), seat, rng)
    assert exchanged > 50


def assert_looks_the_same(game: Game, other: Game, seat: int, rng: Random) -> None:
    """Check that the seat's observation, legal actions and refusals are the same in both worlds."""
    assert other.observe(seat) == game.observe(seat)
    assert other.observe(seat).to_json() == game.observe(seat).to_json()
    assert other.pending == game.pending
    legal = game.legal_actions(seat, 60)
    assert other.legal_actions(seat, 60) == legal
    for action in candidates(game, max(seat, 0), legal, rng, 2):
        assert other.why_not(seat, action) == game.why_not(seat, action)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_others_hold_does_not_show_in_the_events_of_an_action(name: str, players: int) -> None:
    """With the same deck and generator, an action leads to the same events, whatever the others hold."""
    compared = 0
    for game, rng, style in a_game_of_each_style(name, players, 1400):
        for number, _ in enumerate(play_on(game, rng, style)):
            if number % 3 or game.over or game.pending.name == "keep_tickets":
                continue
            seat = game.pending.seats[0]
            position = position_of(game)
            other = with_other_hands(position, seat, rng)
            legal = game.legal_actions(seat, 200)
            action = rng.choice(legal)
            here, there = game.clone(), load(other)
            assert here.apply(seat, action) == there.apply(seat, action)
            compared += other["seats"] != position["seats"]
    assert compared > 8


def with_other_hands(position: Position, seat: int, rng: Random) -> Position:
    """Return a position in which the others' secret cards come from the bottom of the deck, too deep to be drawn."""
    changed = position.copy()
    changed["seats"] = [entry.copy() for entry in position["seats"]]
    others = [number for number in range(len(position["seats"])) if number != seat]
    bottom = position["deck"][TURNED_UP:]
    secret = {
        at: Counter(position["seats"][at]["hand"]) - Counter(position["seats"][at].get("known", {})) for at in others
    }
    pool = [*bottom, *[card for cards in secret.values() for card in cards.elements()]]
    rng.shuffle(pool)
    for at, cards in secret.items():
        hand = Counter(position["seats"][at].get("known", {}))
        hand.update(pool.pop() for _ in range(cards.total()))
        changed["seats"][at]["hand"] = dict(hand)
    changed["deck"] = position["deck"][:TURNED_UP] + pool
    return changed


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_others_see_that_a_card_was_drawn_unseen_but_not_which(name: str, players: int) -> None:
    """Two decks that differ only in the top card give the others the same events, and the drawer different ones."""
    game = new_game(name, players, 1)
    for _ in play_on(game, Random(1), "even", players):
        pass
    position = position_of(game)
    [seat] = game.pending.seats
    deck = position["deck"]
    at = next(at for at, card in enumerate(deck) if card != deck[0])
    swapped = position.copy()
    swapped["deck"] = [deck[at], *deck[1:at], deck[0], *deck[at + 1 :]]
    here, there = load(position).apply(seat, DrawCard()), load(swapped).apply(seat, DrawCard())
    assert here != there
    for other in range(SPECTATOR, players):
        same = seen(here, other) == seen(there, other)
        assert same == (other != seat)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_others_see_how_many_tickets_were_drawn_and_kept_but_not_which(name: str, players: int) -> None:
    game = new_game(name, players, 2)
    for _ in play_on(game, Random(2), "even", players):
        pass
    [seat] = game.pending.seats
    position = position_of(game)
    other_world = position.copy()
    other_world["ticket_deck"] = position["ticket_deck"][::-1]
    views = []
    for world in (load(position), load(other_world)):
        drawn = world.apply(seat, DrawTickets())
        kept = world.apply(seat, world.legal_actions(seat)[0])
        views.append([seen(drawn + kept, other) for other in range(SPECTATOR, players)])
    for other in range(SPECTATOR, players):
        assert (views[0][other + 1] == views[1][other + 1]) == (other != seat)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_others_do_not_learn_a_starting_choice_before_all_have_chosen(name: str, players: int) -> None:
    """Whatever a seat chooses and however many it keeps, the others see the same until the last has chosen (U-5)."""
    game = new_game(name, players, 3)
    choices = [action for action in game.legal_actions(0) if isinstance(action, KeepTickets)]
    assert len({len(action.tickets) for action in choices}) > 1
    first = game.clone()
    events = first.apply(0, choices[0])
    for action in choices[1:]:
        other = game.clone()
        happened = other.apply(0, action)
        for seat in range(SPECTATOR, players):
            same = seen(happened, seat) == seen(events, seat)
            assert same == (seat != 0)
            assert (other.observe(seat) == first.observe(seat)) == (seat != 0)


def seen(events: list[Event], seat: int) -> list[dict[str, object]]:
    """Return events as a seat sees them."""
    return [event.seen_by(seat) for event in events]


SECRETS = {"card_drawn": {"card"}, "cards_dealt": {"cards"}, "bonus_cards_drawn": {"cards"}}
SECRETS |= {name: {"tickets"} for name in ("tickets_dealt", "tickets_drawn")}
SECRETS |= {name: {"kept", "given_back"} for name in ("tickets_chosen", "tickets_kept")}
"""What only one seat may see (U-3, U-5, U-7, U-22, L-8); everything else is public."""


def test_events_hide_exactly_what_is_secret() -> None:
    types: set[str] = set()
    for name, players in TABLES:
        for game, rng, style in a_game_of_each_style(name, players, 1500):
            happened = list(game.opening_events)
            for _, _, events in play_on(game, rng, style):
                happened += events
            for event in happened:
                types.add(event.type)
                for seat in range(SPECTATOR, players):
                    hidden = set(event.full()) - set(event.seen_by(seat))
                    assert hidden == (
                        set() if seat == event.seat else SECRETS.get(event.type, set()) & set(event.fields)
                    )
    assert types == set(PRIVATE_FIELDS)
