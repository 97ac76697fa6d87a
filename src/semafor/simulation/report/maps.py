"""Heat maps drawn on the board, as SVG: which routes a bot claims, and which tickets it keeps and completes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from semafor.model.board import Board
from semafor.model.drawing.board_map import WIDTH, BoardMap
from semafor.model.spec import BoardSpec, Place
from semafor.simulation.match import SeatResult


def map_svg(layout: BoardMap, content: Sequence[str], title: str) -> str:
    """Return a whole map: some lines, with the cities and their names on top."""
    cities = [layout.places[city.id] for city in layout.cities]
    dots = "".join(f'<circle class="city" cx="{x:.0f}" cy="{y:.0f}" r="3"/>' for x, y in cities)
    names = "".join(
        f'<text class="place" x="{x:.0f}" y="{y:.0f}">{escape(name)}</text>' for name, x, y in layout.labels()
    )
    return (
        f'<svg class="map" viewBox="0 0 {WIDTH:.0f} {layout.height:.0f}" role="img" aria-label="{escape(title)}">'
        f"{''.join(content)}{dots}{names}</svg>"
    )


def _name(spec: BoardSpec, id: str) -> str:
    place: Place = next(place for place in spec.places if place.id == id)
    return escape(place.name or place.id)


def route_map(layout: BoardMap, board: Board, seats: Sequence[SeatResult], name: str) -> str:
    """Draw how often the bot at these seats claimed each route: the stronger the line, the more often."""
    spec = board.spec
    claimed = Counter(route for seat in seats for route in seat.routes)
    most = max(claimed.values(), default=1)
    lines: list[str] = []
    for number, route in enumerate(spec.routes):
        ax, ay, bx, by = layout.line(number)
        heat = claimed[number] / most
        told = f"{_name(spec, route.a)} – {_name(spec, route.b)}, {route.colour} {route.length}"
        lines.append(
            f'<line class="route" x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}"'
            f' style="--heat:{heat * 100:.0f}%" stroke-width="{1.8 + 4.5 * heat:.1f}">'
            f"<title>{told}: {claimed[number] / len(seats):.0%} of games</title></line>"
        )
    return map_svg(layout, lines, f"Routes claimed by {name}")


def ticket_map(layout: BoardMap, board: Board, seats: Sequence[SeatResult], name: str) -> str:
    """Draw the tickets kept: the wider the line, the more often; its colour shows how often it was completed."""
    spec = board.spec
    made = Counter(ticket for seat in seats for ticket in seat.made)
    kept = made + Counter(ticket for seat in seats for ticket in seat.failed)
    most = max(kept.values(), default=1)
    lines: list[str] = []
    for number, count in sorted(kept.items(), key=lambda item: (item[1], item[0])):
        ticket = spec.tickets[number]
        (ax, ay), (bx, by) = layout.places[ticket.a], layout.places[ticket.b]
        # Slightly curved, so that tickets along the same line can be told apart.
        cx, cy = (ax + bx) / 2 - (by - ay) * 0.12, (ay + by) / 2 + (bx - ax) * 0.12
        told = f"{_name(spec, ticket.a)} – {_name(spec, ticket.b)} ({ticket.points})"
        lines.append(
            f'<path class="ticket" d="M{ax:.0f} {ay:.0f}Q{cx:.0f} {cy:.0f} {bx:.0f} {by:.0f}"'
            f' style="--made:{made[number] / count * 100:.0f}%" stroke-width="{1 + 5 * count / most:.1f}">'
            f"<title>{told}: kept in {count / len(seats):.0%} of games, made {made[number] / count:.0%} of them</title>"
            "</path>"
        )
    return map_svg(layout, lines, f"Tickets kept by {name}")
