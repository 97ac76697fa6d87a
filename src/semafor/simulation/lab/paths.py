"""How much the ways of the tickets depend on each route."""

from __future__ import annotations

import heapq
from typing import Final

from semafor.model.spec import KIND_CITY, BoardSpec

LOST: Final = 2.0
"""A ticket that can't be completed any more counts as if its way were so many times longer."""


def detours(spec: BoardSpec) -> list[float]:
    """Return for each route how much longer all tickets' shortest ways are without the routes beside it, as a part.

    >>> from semafor.engine.boards import load_board
    >>> [round(one, 2) for one in detours(load_board("toy").spec)][:4]
    [0.0, 0.0, 0.06, 0.0]
    """
    whole = shortest_ways(spec)
    total = sum(length for length in whole if length is not None)
    found: dict[frozenset[str], float] = {}
    for route in spec.routes:
        ends = frozenset((route.a, route.b))
        if ends in found:
            continue
        more = 0.0
        for before, after in zip(whole, shortest_ways(spec, ends), strict=True):
            if before is not None:
                more += before * LOST if after is None else min(after - before, before * LOST)
        found[ends] = more / max(1, total)
    return [found[frozenset((route.a, route.b))] for route in spec.routes]


def shortest_ways(spec: BoardSpec, without: frozenset[str] = frozenset()) -> list[int | None]:
    """Return the shortest way of each ticket, in spaces, without the routes between two places."""
    kinds = spec.kinds()
    links: dict[str, list[tuple[str, int]]] = {id: [] for id in kinds}
    for route in spec.routes:
        if frozenset((route.a, route.b)) != without:
            links[route.a].append((route.b, route.length))
            links[route.b].append((route.a, route.length))
    known: dict[str, dict[str, int]] = {}
    for start in {ticket.a for ticket in spec.tickets}:
        best: dict[str, int] = {}
        open_ = [(0, start)]
        while open_:
            cost, here = heapq.heappop(open_)
            if here in best:
                continue
            best[here] = cost
            if here == start or kinds[here] == KIND_CITY:
                for other, length in links[here]:
                    if other not in best:
                        heapq.heappush(open_, (cost + length, other))
        known[start] = best
    return [known[ticket.a].get(ticket.b) for ticket in spec.tickets]
