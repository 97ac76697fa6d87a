"""Tickets and Italy's networks with networkx: what is connected and what it scores, straight from the rules."""

from collections.abc import Iterable

import networkx as nx

from semafor.model.spec import BoardSpec, RouteSpec

REGION_POINTS = {5: 1, 6: 2, 7: 4, 8: 7, 9: 11, 10: 16, 11: 22, 12: 29, 13: 37, 14: 46, 15: 56}
"""I-10: points by the number of regions that a network connects; more than 15 score as 15."""

TWICE = {"sardegna", "sicilia", "puglia"}
"""I-11: regions that count as two in a network with all their cities."""


def ends(spec: BoardSpec, route: RouteSpec) -> tuple[str, str]:
    """Return the two ends of a route; in a country every route has a separate end (I-9, R-13)."""
    countries = {place.id for place in spec.places if place.kind == "country"}
    a, b = [f"{place} at {route.id}" if place in countries else place for place in (route.a, route.b)]
    return a, b


def network(spec: BoardSpec, routes: Iterable[str]) -> "nx.MultiGraph[str]":
    """Return the graph of some routes."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    wanted = set(routes)
    for route in spec.routes:
        if route.id in wanted:
            graph.add_edge(*ends(spec, route), key=route.id)
    return graph


def completed(spec: BoardSpec, routes: Iterable[str]) -> set[str]:
    """Return all tickets of the board that these routes complete (U-24, R-13)."""
    graph = network(spec, routes)
    at: dict[str, list[str]] = {}
    for node in graph.nodes:
        at.setdefault(node.split(" at ")[0], []).append(node)
    return {
        ticket.id
        for ticket in spec.tickets
        if any(nx.has_path(graph, a, b) for a in at.get(ticket.a, []) for b in at.get(ticket.b, []))
    }


def regions_connected(spec: BoardSpec, routes: Iterable[str]) -> list[int]:
    """Return for each network of these routes how many regions it connects (I-10, I-11, R-14)."""
    region_of = {place.id: place.region for place in spec.places if place.region}
    counts = []
    for nodes in nx.connected_components(network(spec, routes)):
        regions = {region_of[node] for node in nodes if node in region_of}
        doubled = {region for region in TWICE if {city for city in region_of if region_of[city] == region} <= nodes}
        counts.append(len(regions) + len(doubled))
    return counts


def region_points(count: int) -> int:
    """Return the points of a network that connects this many regions."""
    return REGION_POINTS.get(min(count, 15), 0)
