"""Helpers for tests that play: exact situations, and what is refused in them."""

import pytest

import semafor
from semafor import SPECTATOR, Action, Claim, Event, Game, IllegalAction, Refusal
from semafor.model.cards import named_cards

Seat = dict[str, object]
"""What a position says about a seat; everything may be left out."""


def situation(board: str, *seats: Seat, seed: int = 1, **fields: object) -> Game:
    """Return a game in an exact situation: `situation("usa", {"hand": {"red": 2}}, {}, deck=[])`."""
    return semafor.load_position({"board": board, "seats": list(seats), **fields}, seed=seed)


def listed(game: Game, seat: int, limit: int | None = None) -> list[Action]:
    """Return the legal actions of a seat; of one that does not exist, none."""
    if not SPECTATOR <= seat < game.players:
        with pytest.raises(semafor.GameError):
            game.legal_actions(seat)
        return []
    return game.legal_actions(seat, limit)


def refused(game: Game, seat: int, action: Action) -> Refusal:
    """Return why an action is refused; check that `apply` refuses it, too, and changes nothing."""
    refusal = game.why_not(seat, action)
    assert refusal is not None, f"{action} is allowed"
    assert action not in listed(game, seat)
    before = game.position()
    with pytest.raises(IllegalAction) as caught:
        game.apply(seat, action)
    assert caught.value.refusal == refusal
    assert game.position() == before
    assert refusal.code
    assert refusal.message
    return refusal


def allowed(game: Game, seat: int, action: Action) -> bool:
    """Return whether an action is legal; check that the list of legal actions agrees."""
    legal = game.why_not(seat, action) is None
    assert (action in listed(game, seat)) == legal
    return legal


def event(events: list[Event], type: str) -> Event:
    """Return the one event of a type."""
    [found] = [event for event in events if event.type == type]
    return found


def types(events: list[Event]) -> list[str]:
    """Return the types of events, in order."""
    return [event.type for event in events]


def hand(game: Game, seat: int) -> dict[str, int]:
    """Return the cards in a seat's hand."""
    held = game.observe(seat).to_json()["hand"]
    assert isinstance(held, dict)
    return held


def payments(game: Game, route: str, seat: int | None = None) -> list[tuple[dict[str, int], int]]:
    """Return every payment (cards and ferry cards) listed as legal for a route."""
    return [
        (named_cards(action.counts), action.ferry_cards)
        for action in game.legal_actions(seat)
        if isinstance(action, Claim) and action.route == route
    ]


def discards(game: Game) -> dict[str, int]:
    """Return the discards."""
    found = game.position()["discards"]
    assert isinstance(found, dict)
    return found


def deck(game: Game) -> list[str]:
    """Return the deck of train cards, top first."""
    found = game.position()["deck"]
    assert isinstance(found, list)
    return found


def display(game: Game) -> list[str | None]:
    """Return the displayed cards by slot, None where one is empty."""
    found = game.position()["display"]
    assert isinstance(found, list)
    return found


def ticket_deck(game: Game) -> list[str]:
    """Return the ticket deck, top first."""
    found = game.position()["ticket_deck"]
    assert isinstance(found, list)
    return found


def dealt(game: Game, seat: int) -> list[str]:
    """Return the tickets that a seat chooses from."""
    tickets = game.observe(seat).to_json()["drawn"]
    assert isinstance(tickets, list)
    return tickets


def empty_seats(count: int) -> list[Seat]:
    """Return seats that have nothing."""
    return [{} for _ in range(count)]


def started(board: str, players: int, seed: int = 1, first: int | None = None) -> Game:
    """Return a new game in which everybody has kept all starting tickets, at the first turn."""
    game = semafor.new_game(semafor.load_board(board), players, seed, first)
    for seat in game.pending.seats:
        game.apply(seat, game.legal_actions(seat)[-1])
    return game


def routes(game: Game, seat: int) -> list[str]:
    """Return the routes that a seat has claimed."""
    seats = game.observe(semafor.SPECTATOR).to_json()["seats"]
    assert isinstance(seats, list)
    found = seats[seat]["routes"]
    assert isinstance(found, list)
    return found
