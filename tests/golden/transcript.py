"""Golden transcripts: whole games as text, so that a change of behaviour shows in a diff.

There is one for every board, every number of players and every way in which a game ends. The players choose by a
simple policy and a seeded generator, so that a transcript follows from its first lines alone.
"""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import cast

import networkx as nx

import semafor
from semafor import Action, Chance, Claim, Event, Game
from semafor.engine.legality.choices import action_of
from semafor.engine.legality.payments import payments
from semafor.model.cards import CARDS, named_cards
from semafor.model.numbers.moves import DRAW_FERRY_CARD, DRAW_SHOWN, DRAW_TICKETS, ROUTES, WITHDRAW
from tests.conservation import may_claim
from tests.play import TABLES, Cards, board_named, position_of

FOLDER = Path(__file__).parent
WAYS = {"last-round": "last round played", "nobody-can-act": "nobody can act"}
"""The endings of a game: their names in files, and the engine's reasons."""
TALES = [(name, players, way) for name, players in TABLES for way in WAYS]
"""Every transcript there must be."""
FEWEST_ROUNDS, MOST_TURNS = 3, 400
"""The longest transcript."""
EVERY = 20
"""The number of turns between two descriptions of the table."""


def file_of(name: str, players: int, way: str) -> Path:
    """Return the path of a transcript."""
    return FOLDER / f"{name}-{players}-{way}.txt"


# Playing


def begin(name: str, players: int, way: str, seed: int) -> Game:
    """Deal a game, or start one with few cards: a full deck never runs out for everybody."""
    if way == "last-round":
        return semafor.new_game(board_named(name), players, seed)
    return semafor.load_position(scarce(name, players, seed), seed=seed)


def scarce(name: str, players: int, seed: int) -> dict[str, object]:
    """Return a position with a handful of cards and tickets; all others are out of the game."""
    board = board_named(name)
    chance = Chance.seeded(seed)
    pool = [card for card in CARDS for _ in range(2)]
    tickets = [ticket.id for ticket in board.spec.tickets]

    def some(items: list[str], count: int) -> list[str]:
        return [items.pop(int(chance.below(len(items)))) for _ in range(min(count, len(items)))]

    seats = [{"hand": dict(Counter(some(pool, 2))), "tickets": some(tickets, 1)} for _ in range(players)]
    position: dict[str, object] = {
        "board": name,
        "seats": seats,
        "display": [*some(pool, 3), None, None],
        "deck": some(pool, 4),
        "ticket_deck": some(tickets, 2),
    }
    if board.number("ferry_cards", "pile") > 0:
        position["ferry_pile"] = 1
    return position


def wanted(game: Game, seat: int) -> set[str]:
    """Return the routes that a seat still needs on the shortest paths for its tickets."""
    position = position_of(game)
    own = set(position["seats"][seat]["routes"])
    graph: nx.Graph[str] = nx.Graph()
    for route in game.board.spec.routes:
        length = 0 if route.id in own else route.length
        if (route.id in own or may_claim(position, seat, route.id)) and length < 7:
            graph.add_edge(route.a, route.b, length=length, route=route.id)
    found: set[str] = set()
    for ticket in position["seats"][seat]["tickets"]:
        a, b = ticket.split(":")
        if graph.has_node(a) and graph.has_node(b) and nx.has_path(graph, a, b):
            found |= {graph.edges[step]["route"] for step in pairwise(nx.shortest_path(graph, a, b, "length"))}
    return found - own


def choose(game: Game, chance: Chance) -> Action:
    """Claim what a ticket needs, else sometimes the longest open route; otherwise draw cards, rarely tickets."""
    seat = game.pending.seats[0]
    moves = game.moves()
    routes = [move for move in moves if move >= ROUTES]
    others = [move for move in moves if move < ROUTES]
    aims = wanted(game, seat)
    aimed = [move for move in routes if game.board.route_id(move - ROUTES) in aims]
    # Before a tunnel it pays to have a spare card.
    specs = game.board.spec.routes
    aimed = [move for move in aimed if not specs[move - ROUTES].fields["tunnel"] or chance.below(5) == 0]
    if aimed:
        return claim(game, seat, _any(aimed, chance) - ROUTES)
    longest = max((int(game.board.route_length[move - ROUTES]) for move in routes), default=0)
    if routes and (not others or chance.below(9) < longest - 1 or not aims):
        best = [move for move in routes if game.board.route_length[move - ROUTES] == longest]
        return claim(game, seat, _any(best, chance) - ROUTES)
    rare = {DRAW_TICKETS: 15, DRAW_FERRY_CARD: 6, WITHDRAW: 3}
    common = [move for move in others if move not in rare or chance.below(rare[move]) == 0]
    colours = {route.colour for route in game.board.spec.routes if route.id in aims}
    useful = [move for move in common if DRAW_SHOWN <= move < DRAW_TICKETS and CARDS[move - DRAW_SHOWN] in colours]
    return action_of(game.state, seat, _any(useful or common or others, chance))


def claim(game: Game, seat: int, route: int) -> Action:
    """Claim a route with the first listed payment: the one with the fewest locomotives."""
    cards, ferry_cards = next(iter(payments(game.state, seat, route)))
    return Claim(game.board.route_id(route), named_cards(cards), ferry_cards)


def _any(moves: list[int], chance: Chance) -> int:
    return moves[chance.below(len(moves))]


# Writing


def cards_in_words(cards: Cards) -> str:
    """Return cards as "2 red 1 locomotive"."""
    return " ".join(f"{cards[card]} {card}" for card in CARDS if cards.get(card)) or "no cards"


def _texts(event: Event, field: str) -> str:
    return ", ".join(cast(list[str], event.fields[field])) or "none"


def _cards(event: Event, field: str) -> str:
    return cards_in_words(cast(Cards, event.fields[field]))


def told(event: Event) -> str:
    """Return an event in a few words."""
    fields = event.fields
    match event.type:
        case "first_player":
            return f"seat {event.seat} begins"
        case "cards_dealt":
            return f"seat {event.seat} is dealt {_texts(event, 'cards')}"
        case "tickets_dealt":
            return f"seat {event.seat} is dealt {_texts(event, 'tickets')}"
        case "goals_shown":
            return f"goals {_texts(event, 'goals')}"
        case "tickets_chosen":
            return "chooses"
        case "tickets_kept":
            return f"seat {event.seat} keeps {_texts(event, 'kept')}, gives back {_texts(event, 'given_back')}"
        case "display_filled":
            return f"[{fields['slot']}] {fields['card']}"
        case "display_swept":
            return f"sweep of {_texts(event, 'cards')}"
        case "deck_reshuffled":
            return f"reshuffle of {fields['count']}"
        case "card_taken":
            return f"takes {fields['card']}"
        case "card_drawn":
            return f"draws {fields['card']}"
        case "ferry_card_drawn":
            return "draws a ferry card"
        case "tickets_drawn":
            return f"draws tickets {_texts(event, 'tickets')}"
        case "route_claimed":
            paid = [_cards(event, "cards")] if fields["cards"] else []
            paid += [f"{fields['ferry_cards']} ferry"] if fields["ferry_cards"] else []
            return f"claims {fields['route']} for {' '.join(paid)}, +{fields['points']}"
        case "tunnel_opened":
            opened = f"digs {fields['route']} with {_cards(event, 'paid')}, turns up {_texts(event, 'revealed')}"
            return f"{opened}, extra {fields['extra']}"
        case "tunnel_paid":
            return f"pays {_cards(event, 'cards')}"
        case "tunnel_withdrawn":
            return "withdraws"
        case "bonus_cards_drawn":
            return f"bonus {_texts(event, 'cards')}"
        case "passed":
            return "passes"
        case "last_round":
            return f"last round: trains left {fields['trains']}, turns left {fields['turns_left']}"
        case "game_over":
            return f"over: {fields['reason']}"
    raise AssertionError(f"{event.type} is an unknown event")


def table(game: Game) -> str:
    """Return the table in one line: what is public, and the sizes of what is hidden."""
    position = position_of(game)
    display = " ".join(card or "-" for card in position["display"])
    sizes = f"deck {len(position['deck'])}, discards {sum(position['discards'].values())}"
    seats = " ".join(
        f"{sum(seat['hand'].values())}c/{len(seat['tickets'])}t/{seat['trains']}w/{seat['points']}p"
        for seat in position["seats"]
    )
    return f"    = {display} | {sizes}, tickets {len(position['ticket_deck'])} | {seats}"


def final_score(game: Game) -> list[str]:
    """Return the final score with every ticket and bonus."""
    points = {ticket.id: ticket.points for ticket in game.board.spec.tickets}
    lines = ["", "score"]
    for seat in game.score().seats:
        lines.append(f"seat {seat.seat}: {seat.total} points")
        lines.append(f"    routes {seat.routes}, tickets {seat.ticket_points:+}, longest path {seat.longest_path}")
        lines += [f"    + {ticket} {points[ticket]}" for ticket in seat.completed]
        lines += [f"    - {ticket} {points[ticket]}" for ticket in seat.failed]
        lines += [f"    * {name}: {count}, {bonus} points" for name, count, bonus in seat.bonus_counts]
    lines.append(f"winners: {', '.join(f'seat {seat}' for seat in game.score().winners)}")
    return lines


def heading(game: Game, players: int, way: str, seed: int) -> list[str]:
    """Return the game's setup, and the table before the first action."""
    lines = [f"board {game.board.id}, {players} players, seed {seed}, {WAYS[way]}"]
    lines.append("(= display | piles | for each seat: cards / tickets / trains (w) / points)")
    lines += [told(event) for event in game.opening_events if event.type != "display_filled"]
    if not game.opening_events:
        lines.append("a few cards only; the others are out of the game")
        for seat, entry in enumerate(position_of(game)["seats"]):
            lines.append(f"seat {seat} has {cards_in_words(entry['hand'])}; {', '.join(entry['tickets'])}")
    lines += [table(game), ""]
    return lines


def transcript(name: str, players: int, way: str, seed: int) -> str | None:
    """Return the transcript of a game, or None if that seed does not lead to that ending in a reasonable time."""
    game = begin(name, players, way, seed)
    chance = Chance.seeded(f"players {seed}")
    lines = heading(game, players, way, seed)
    turns = 0
    reason = ""
    line: list[str] = []
    while not game.over and turns < MOST_TURNS:
        seat = game.pending.seats[0]
        events = game.apply(seat, choose(game, chance))
        line += [told(event) for event in events]
        if game.pending.name in ("take_turn", "over") or "opening" in position_of(game):
            turns += 1
            lines.append(f"{turns:3} seat {seat}: {'; '.join(line)}")
            line = []
            if turns % EVERY == 0:
                lines.append(table(game))
        reason = str(events[-1].fields.get("reason", ""))
    if reason != WAYS[way] or turns < FEWEST_ROUNDS * players:
        return None
    return "\n".join([*lines, table(game), *final_score(game)]) + "\n"
