"""The players' networks: what is connected, and the longest path."""

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.model.trails import Trails

if TYPE_CHECKING:
    from semafor.model.board import Board


class Network:
    """Which nodes each seat has connected (a forest of disjoint sets, one per seat, in one vector)."""

    board: "Board"
    owners: vec[u8]
    parents: vec[i64]

    def __init__(self, board: "Board", owners: vec[u8], players: i64) -> None:
        """Joins the ends of every claimed route."""
        self.board = board
        self.owners = owners
        self.nodes = board.node_count
        self.parents = vec[i64]([0] * (players * self.nodes))
        for i in range(players * self.nodes):
            self.parents[i] = i
        for route in range(board.route_count):
            owner = i64(owners[route])
            if owner < players:
                base = owner * self.nodes
                self.join(base + board.route_node_a[route], base + board.route_node_b[route])

    def root(self, i: i64) -> i64:
        """The representative of a node's set, halving the way there for the next search."""
        parents = self.parents
        while parents[i] != i:
            parents[i] = parents[parents[i]]
            i = parents[i]
        return i

    def join(self, i: i64, j: i64) -> None:
        """Makes one set of two."""
        i = self.root(i)
        j = self.root(j)
        if i != j:
            self.parents[j] = i

    def connected(self, seat: i64, place: i64, other: i64) -> bool:
        """Whether the seat's routes connect two places; of a country, any of its ends will do (R-13)."""
        board = self.board
        base = seat * self.nodes
        for i in range(board.place_node_start[place], board.place_node_start[place + 1]):
            root = self.root(base + board.place_nodes[i])
            for j in range(board.place_node_start[other], board.place_node_start[other + 1]):
                if self.root(base + board.place_nodes[j]) == root:
                    return True
        return False

    def longest_path(self, seat: i64) -> i64:
        """The length in trains of the seat's longest path; it may pass a city again but no route twice (U-27)."""
        return Trails(self.board, self.owners, seat).longest()
