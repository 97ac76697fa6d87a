"""Observation arrays say what the engine's own observation says, and nothing that the seat can't know."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import semafor
from semafor import Game
from semafor.env.core.encoder import Encoder
from semafor.model.cards import CARDS
from semafor.model.numbers.layout import PAY_FERRY_CARDS_STEP
from semafor.model.numbers.moves import ROUTES
from tests.env.playing import layout_of, legal, observation
from tests.play import TABLES, a_game_of_each_style, board_named, new_game, play_on, position_of
from tests.properties.scramble import scrambled


def counts(cards: dict[str, int]) -> list[int]:
    """Return card counts in the order of the kinds."""
    return [cards.get(card, 0) for card in CARDS]


def marked(axis: list[str], ids: list[str]) -> list[int]:
    """Return an array with 1 at the named places."""
    return [int(entry in ids) for entry in axis]


def expected(game: Game, seat: int) -> dict[str, list[int]]:
    """Return the fields of an observation, computed from the engine's observation as JSON."""
    seen: dict[str, Any] = {**game.observe(seat).to_json()}
    axes = layout_of(game.board.id, game.players).axes
    order = [(seat + after) % game.players for after in range(game.players)]
    seats = [seen["seats"][at] for at in order]
    tunnel = seen.get("tunnel", {})
    display = [card for card in seen["display"] if card is not None]
    chosen = [int(other.get("chosen", False)) for other in seats]
    routes, tickets = axes["route"], axes["ticket"]
    drawn = seen.get("drawn", [])
    fields = {
        "to_act": [int(at in seen["to_act"]) for at in order],
        "first": [int(at == seen["first"]) for at in order],
        "clock": [seen["turns_left"] or 0, seen["passes"]],
        "piles": [seen["deck"], seen["ticket_deck"], seen["removed_tickets"], seen.get("ferry_pile", 0)],
        "display": [display.count(card) for card in CARDS],
        "discards": counts(seen["discards"]),
        "hand": counts(seen["hand"]),
        "seats": [
            number
            for other, has_chosen in zip(seats, chosen, strict=True)
            for number in (
                other["trains"],
                other["points"],
                other["hand"],
                other["tickets"],
                other["drawn"],
                other.get("ferry_cards", 0),
                has_chosen,
            )
        ],
        "known": [count for other in seats for count in counts(other["known"])],
        "routes": [mark for other in seats for mark in marked(routes, other["routes"])],
        "tickets": marked(tickets, seen["tickets"]),
        "drawn": [
            int(slot < len(drawn) and drawn[slot] == ticket) for slot in range(len(axes["slot"])) for ticket in tickets
        ],
        "keep_at_least": [seen.get("keep_at_least", 0)],
        "known_removed": marked(tickets, seen["known_removed"]),
        "known_deck": [0] * len(tickets),
        "paid_route": marked(routes, [tunnel["route"]] if tunnel else []),
        "paid": counts(tunnel.get("paid", {})),
        "payment": [0, 0, tunnel.get("extra", 0)],
        "revealed": counts(tunnel.get("revealed", {})),
    }
    for position, ticket in seen["known_ticket_deck"].items():
        fields["known_deck"][tickets.index(ticket)] = int(position) + 1
    if "goals" in seen:
        fields["goals"] = marked(axes["goal"], seen["goals"])
    return fields


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_field_says_what_the_engine_says(name: str, players: int) -> None:
    encoder = Encoder(board_named(name), players)
    layout = layout_of(name, players)
    for game, rng, style in a_game_of_each_style(name, players, 6100):
        for number, _ in enumerate(play_on(game, rng, style)):
            if number % 9 and not game.over and game.pending.name != "pay_tunnel":
                continue
            for seat in range(players):
                row = observation(encoder, game, seat)
                assert (row <= layout.largest).all()
                fields = {part.name: part.of(row).ravel().tolist() for part in layout.parts}
                decision = fields.pop("decision")
                open_routes = fields.pop("open")
                assert fields == expected(game, seat)
                assert sum(decision) == 1
                free = [
                    int(game.state.is_open(route) and not game.state.is_barred(seat, route))
                    for route in range(len(open_routes))
                ]
                assert open_routes == free


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_payment_is_seen_step_by_step_by_the_one_who_pays_and_by_nobody_else(name: str, players: int) -> None:
    encoder = Encoder(board_named(name), players)
    layout = layout_of(name, players)
    space = encoder.space
    steps = 0
    for seed in range(12):
        game = new_game(name, players, 6200 + seed)
        rng = Random(seed)
        while not game.over:
            before = [observation(encoder, game, seat) for seat in range(players)]
            move = rng.choice(game.moves())
            game.play(move)
            if not game.state.is_paying():
                continue
            steps += 1
            payer = game.pending.seats[0]
            for seat in range(players):
                after = observation(encoder, game, seat)
                assert np.array_equal(after, before[seat]) == (seat != payer)
            mine = observation(encoder, game, payer)
            decision = int(np.flatnonzero(layout["decision"].of(mine))[0])
            assert decision == game.state.pending >= PAY_FERRY_CARDS_STEP
            assert layout.axes["decision"][decision].endswith("of a payment")
            if move >= ROUTES:
                assert np.flatnonzero(layout["paid_route"].of(mine)).tolist() == [move - ROUTES]
            assert legal(space, game)
    assert steps > 20


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_seat_cannot_know_is_not_in_its_observation(name: str, players: int) -> None:
    """Worlds that differ only in what the seat can't know give the same array and the same mask."""
    encoder = Encoder(board_named(name), players)
    exchanged = 0
    for game, rng, style in a_game_of_each_style(name, players, 6300):
        for number, _ in enumerate(play_on(game, rng, style)):
            if number >= players and number % 12 and game.pending.name != "pay_tunnel":
                continue
            position = position_of(game)
            for seat in range(players):
                other = scrambled(position, seat, rng)
                exchanged += other["seats"] != position["seats"]
                world = semafor.load_position(other, board=board_named(name))
                assert np.array_equal(observation(encoder, world, seat), observation(encoder, game, seat))
                if game.pending.seats[:1] == [seat]:
                    assert world.moves() == game.moves()
    assert exchanged > 50


def test_what_a_seat_can_know_is_in_its_observation() -> None:
    """A change that the seat can see changes its array."""
    encoder = Encoder(board_named("usa"), 2)
    game = new_game("usa", 2, 6400)
    for _ in play_on(game, Random(1), "even", 30):
        pass
    position = position_of(game)
    before = observation(encoder, game, 0)
    own = position["seats"][0]["hand"]
    taken = next(iter(own))
    added = next(card for card in position["deck"] if card != taken)
    own[taken] -= 1
    own[added] = own.get(added, 0) + 1
    position["deck"][position["deck"].index(added)] = taken
    position["seats"][0]["known"] = {}
    changed = observation(encoder, semafor.load_position(position), 0)
    layout = layout_of("usa", 2)
    assert not np.array_equal(layout["hand"].of(changed), layout["hand"].of(before))
