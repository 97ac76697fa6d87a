"""Views follow from the observation alone and match the message schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import semafor
from semafor import SPECTATOR, Chance
from semafor.engine.definition import board_definition
from semafor.engine.values.definition import BoardDefinition
from semafor.table.board_info import definition
from semafor.table.log import GameLog
from semafor.table.stored import StoredEntry
from semafor.table.views.observed_game import ObservedGame
from semafor.table.views.questions import Question, reply
from semafor.table.views.seat_offers import list_payments, offers
from semafor.table.views.viewer import Viewer
from semafor.table.wire.client_messages import Check, Payments
from semafor.table.wire.messages import Clock, Offers, Payment
from semafor.table.wire.problems import Refused
from tests.properties.wrong_actions import candidates

BOARDS = ["usa", "nordic-countries", "italy", "northern-lights"]
ROOT = Path(__file__).parents[2]


def begun(board: str, seed: int, players: int) -> GameLog:
    """Return a newly dealt game."""
    log = GameLog(semafor.load_board(board), players, f"seed {seed}", None, Clock(), range(players))
    log.add(StoredEntry(game="g", seq=1, kind="start", at=1.0))
    return log


def decide(log: GameLog, chance: Chance) -> None:
    """Return a random decision that claims a route if it can."""
    game = log.game
    seat = game.pending.seats[int(chance.below(len(game.pending.seats)))]
    legal = game.legal_actions(seat, 400)
    claims = [action for action in legal if action.type == "claim"]
    chosen = claims if claims and chance.below(3) > 0 else legal
    action = chosen[int(chance.below(len(chosen)))]
    text = json.dumps(action.to_json())
    log.add(StoredEntry(game="g", seq=log.seq + 1, kind="action", seat=seat, action=text, at=float(log.seq)))


def played(board: str, seed: int, decisions: int, players: int = 3) -> GameLog:
    """Return a game in progress."""
    log = begun(board, seed, players)
    chance = Chance.seeded(seed)
    for _ in range(decisions):
        if log.game.over:
            break
        decide(log, chance)
    return log


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("decisions", [0, 2, 5, 40, 90, 160])
def test_a_view_is_the_same_in_every_world_that_looks_the_same(board: str, decisions: int) -> None:
    """Whatever the others hold and the deck hides, a seat gets the same bytes."""
    log = played(board, decisions, decisions)
    if log.game.over:
        return
    for eyes in (None, 0, 1, 2):
        seen = log.game.observe(SPECTATOR if eyes is None else eyes)
        here = msgspec.json.encode(Viewer(log, True).view(eyes, log.seq, 5.0))
        for number in range(3):
            other = copy(log)
            other.now = copy(log.now)
            other.now.game = seen.determinise(Chance.seeded(number))
            assert other.game.position() != log.game.position()
            assert msgspec.json.encode(Viewer(other, True).view(eyes, log.seq, 5.0)) == here


@pytest.mark.parametrize("board", BOARDS)
def test_questions_are_answered_alike_in_every_world_that_looks_the_same(board: str) -> None:
    """Payments and refusals have the same wording, too."""

    def answered(observed: ObservedGame, question: Question) -> object:
        try:
            return msgspec.json.encode(reply(observed, question))
        except Refused as problem:
            return problem.info

    for decisions in (5, 60):
        game = played(board, 1, decisions).game
        (seat, *_) = game.pending.seats
        tried = candidates(game, seat, game.legal_actions(seat, 60), Random(decisions), 2)
        questions: list[Question] = [Check(id="1", seat=seat, action=action.to_json()) for action in tried]
        questions += [Payments(id="1", seat=seat, route=route.id, limit=50) for route in game.board.spec.routes]
        here = [answered(ObservedGame(game, seat), question) for question in questions]
        assert len({str(answer) for answer in here}) >= 5
        for number in range(3):
            observed = ObservedGame(game.observe(seat).determinise(Chance.seeded(number)), seat)
            assert [answered(observed, question) for question in questions] == here


@pytest.mark.parametrize("board", BOARDS)
def test_offers_are_the_legal_actions(board: str) -> None:
    claimed = 0
    for decisions in range(3, 140, 9):
        game = played(board, decisions, decisions).game
        for seat in game.pending.seats:
            found = offers(ObservedGame(game, seat))
            assert found is not None
            legal = game.legal_actions(seat)
            kinds = {action.type for action in legal}
            by_route: dict[str, list[semafor.Claim]] = {}
            for action in legal:
                if isinstance(action, semafor.Claim):
                    by_route.setdefault(action.route, []).append(action)
            assert {claim.route for claim in found.claims} == set(by_route)
            for claim in found.claims:
                claimed += 1
                _check_claim(claim.best, by_route[claim.route])
                assert claim.payments == min(50, len(by_route[claim.route]))
            _check_others(found, kinds, legal, game.observe(seat).to_json())
    assert claimed > 10


def _check_claim(best: Payment, legal: list[semafor.Claim]) -> None:
    """Check that the offered payment is legal, and that none has fewer locomotives, or as many and fewer cards."""
    action = semafor.Claim(legal[0].route, best.cards, best.ferry_cards)
    assert action in legal

    def cost(one: semafor.Claim) -> tuple[int, int, int]:
        return one.counts[8], sum(one.counts), one.ferry_cards

    assert cost(action) == min(cost(one) for one in legal)


def _check_others(found: Offers, kinds: set[str], legal: list[semafor.Action], data: Mapping[str, Any]) -> None:
    drawn = {action.card for action in legal if isinstance(action, semafor.DrawCard)}
    assert found.draw.deck == (None in drawn)
    assert found.draw.display == [card is not None and card in drawn for card in data["display"]]
    assert found.draw.tickets == ("draw_tickets" in kinds)
    assert found.draw.ferry_card == ("draw_ferry_card" in kinds)
    assert found.passing == ("pass" in kinds)
    assert (found.keep is not None) == ("keep_tickets" in kinds)
    assert (found.tunnel is not None) == ("withdraw" in kinds)
    if found.tunnel is not None:
        pays = [action.to_json()["cards"] for action in legal if isinstance(action, semafor.PayTunnel)]
        assert found.tunnel.payments == pays


HANDS = {
    "usa": {"hand": {"red": 4, "blue": 4, "green": 2, "locomotive": 3}},
    "nordic-countries": {"hand": {"red": 4, "blue": 4, "green": 4, "locomotive": 3}},
    "italy": {"hand": {"red": 4, "blue": 4, "green": 2, "locomotive": 3}, "ferry_cards": 2},
    "northern-lights": {"hand": {"red": 4, "blue": 4, "green": 2, "locomotive": 3}},
}


def contains(one: Payment, other: Payment) -> bool:
    """Return whether a payment has all the cards of another one."""
    held = (one.cards.get(card, 0) >= count for card, count in other.cards.items())
    return one.ferry_cards >= other.ferry_cards and all(held)


@pytest.mark.parametrize("board_id", BOARDS)
def test_all_payments_are_listed_and_none_that_wastes_cards_before_one_that_saves_them(board_id: str) -> None:
    game = semafor.load_position({"board": board_id, "seats": [HANDS[board_id], {}]})
    board = game.board
    offered = offers(ObservedGame(game, 0))
    assert offered is not None
    best = {claim.route: claim.best for claim in offered.claims}
    checked = wasteful = 0
    for name in board.route_index:
        legal = [one for one in game.legal_actions(0) if isinstance(one, semafor.Claim) and one.route == name]
        found, truncated = list_payments(game.observe(0).legal, name, 1000)
        if not legal:
            continue
        checked += 1
        assert not truncated
        assert len(found) == len(legal)
        assert all(semafor.Claim(name, one.cards, one.ferry_cards) in legal for one in found)
        assert found[0] == best[name]
        assert list_payments(game.observe(0).legal, name, 1) == (found[:1], len(found) > 1)
        # A payment that contains another one comes after it.
        for at, one in enumerate(found):
            assert not any(contains(one, other) for other in found[at + 1 :])
            wasteful += any(contains(one, other) for other in found[:at])
    assert checked > 20
    assert (wasteful > 0) == (board_id != "usa")


def test_of_all_choices_of_cards_in_the_place_of_a_locomotive_one_is_listed_first() -> None:
    """N-10: these cards pay for the ferry in 716 ways; the obvious one must come first."""
    hand = {"red": 3, "blue": 3, "green": 3, "white": 3, "black": 2, "locomotive": 3}
    game = semafor.load_position({"board": "nordic-countries", "seats": [{"hand": hand}, {}]})
    found, truncated = list_payments(game.observe(0).legal, "helsinki:stockholm:grey", 40)
    assert truncated
    assert [one.cards.get("locomotive", 0) for one in found[:4]] == [0, 1, 2, 2]
    assert [sum(one.cards.values()) for one in found[:4]] == [8, 6, 4, 4]


@pytest.mark.parametrize("board", BOARDS)
def test_the_way_of_a_ticket_can_be_travelled_and_no_other_needs_fewer_trains(board: str) -> None:
    found = 0
    for decisions in (30, 80, 130):
        log = played(board, decisions, decisions, players=2)
        if log.game.over:
            continue
        for seat in (0, 1):
            for ticket in Viewer(log, False).view(seat, log.seq, 1.0).tickets:
                found += 1
                _check_way(log.game, seat, SimpleNamespace(**ticket))
    assert found > 5


def _check_way(game: semafor.Game, seat: int, ticket: Any) -> None:
    spec = game.board.spec
    routes = {route.id: route for route in spec.routes}
    own = set(game.observe(SPECTATOR).seats[seat].routes)
    score = game.score().seats[seat]
    if not ticket.drawn:
        assert ticket.completed == (ticket.id in score.completed)
    assert ticket.missing == [route for route in ticket.routes if route not in own]
    assert ticket.trains_needed == sum(routes[route].length for route in ticket.missing)
    assert ticket.completed == (bool(ticket.routes) and not ticket.missing)
    if not ticket.routes:
        assert not ticket.possible
        return
    a, b = next((one.a, one.b) for one in spec.tickets if one.id == ticket.id)
    here = a
    for id_ in ticket.routes:
        ends = {routes[id_].a, routes[id_].b}
        assert here in ends
        (here,) = ends - {here}
    assert here == b
    # A seat that also has the missing routes has completed the ticket.
    position: Any = {
        "board": game.board.id,
        "seats": [{"routes": sorted(own | set(ticket.missing)), "tickets": [ticket.id]}, {}],
    }
    assert semafor.load_position(position).score().seats[0].completed == [ticket.id]


class TestForms:
    @pytest.mark.parametrize("board", BOARDS)
    def test_what_the_engine_writes_has_the_shape_that_is_described(self, board: str) -> None:
        log = played(board, 5, 400)
        assert {entry.kind for entry, _ in log.events_after(0)} == {"start", "action"}
        for eyes in (None, 0):
            view = Viewer(log, True).view(eyes, 0, 1.0)
            again = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
            assert again.observation == view.observation
        assert log.game.over
        written = set(board_definition(semafor.load_board(board)))
        assert written == set(BoardDefinition.__annotations__)
        msgspec.convert(definition(semafor.load_board(board)), BoardDefinition, strict=True)


@pytest.mark.parametrize(("players", "closed"), [(3, ["portland:seattle:grey:2"]), (4, [])])
def test_u_20_the_standing_says_which_free_routes_are_closed(players: int, closed: list[str]) -> None:
    seats: list[dict[str, object]] = [{"routes": ["portland:seattle:grey:1"]}, *({} for _ in range(players - 1))]
    assert semafor.load_position({"board": "usa", "seats": seats}).standing().closed == closed
