"""The longest path of one player: the longest trail in a network, exactly (U-27).

A trail may revisit nodes but uses no route twice. Finding the longest one is hard in general, but networks are small
and mostly trees. So there are three steps, each for what the previous one leaves:

1. *Arms*: routes that lead to dead ends are cut off from the ends inwards. Each node remembers the longest arm cut off
there. This alone solves a network without loops. 2. *Walks*: in the core, where every node has two routes or more, a
branch-and-bound search tries all walks. That is fast for a few loops. 3. *Sweep* (see `sweep`): a core on which the
search gives up is solved by a method whose time depends on how wide the
   core is and not on how many walks there are.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.model.bits import bit
from semafor.model.network.sweep import Sweep

MAX_ROUTES: Final[i64] = 60
"""A seat has at most this many routes (it has no more trains), so a set of them fits in one word."""
PATIENCE: Final[i64] = 2000
"""Steps of a search for walks before it gives up."""
_NO_HALF: Final[i64] = -1


class Trails:
    """A network, and its longest trail.

    Route r has two halves, 2r at one end and 2r + 1 at the other; `half ^ 1` is the other half of a half.
    """

    def __init__(self, nodes: i64, order: list[int]) -> None:
        """Start with `nodes` nodes and no route; `order` is a known order for the sweep, if any."""
        self.nodes = nodes
        self.order = order
        self.count: i64 = 0
        self.best: i64 = 0
        self.ends = vec[i64]([0] * (2 * MAX_ROUTES))
        self.length = vec[i64]([0] * MAX_ROUTES)
        self.degree = vec[i64]([0] * nodes)
        # The exclusive or of the remaining halves at a node: if there is only one, that half itself.
        self.live = vec[i64]([0] * nodes)
        # The two longest arms cut off at a node.
        self.arm = vec[i64]([0] * nodes)
        self.second_arm = vec[i64]([0] * nodes)
        # The core: the halves at each node as a linked list; the nodes of a component; the visited nodes.
        self.first = vec[i64]()
        self.following = vec[i64]()
        self.queue = vec[i64]()
        self.seen = vec[i64]()
        # The search for walks: see _weigh.
        self.flip = vec[i64]()
        self.odd: i64 = 0
        self.dearest: i64 = 0
        self.unused: i64 = 0
        self.farthest: i64 = 0
        self.start: i64 = 0
        self.steps: i64 = 0
        self.patience: i64 = PATIENCE
        self.swept: i64 = 0

    def clear(self) -> None:
        """Remove all routes, to reuse the memory for another network."""
        self.count = 0
        self.best = 0
        degree = self.degree
        live = self.live
        arm = self.arm
        second_arm = self.second_arm
        for node in range(self.nodes):
            degree[node] = 0
            live[node] = 0
            arm[node] = 0
            second_arm[node] = 0

    def add(self, a: i64, b: i64, length: i64) -> None:
        """Add a route between two nodes."""
        degree = self.degree
        live = self.live
        half = 2 * self.count
        self.ends[half] = a
        self.ends[half + 1] = b
        self.length[self.count] = length
        degree[a] += 1
        degree[b] += 1
        live[a] ^= half
        live[b] ^= half + 1
        self.count += 1

    def longest(self) -> i64:
        """Return the length of the longest trail."""
        if self._cut_arms() < self.count:
            self._link()
            for node in range(self.nodes):
                if self.degree[node] > 0 and self.seen[node] == 0:
                    self._search_part(self._collect(node))
        return self.best

    def _cut_arms(self) -> i64:
        """Cut off and measure dead ends until there are none; return how many routes were cut."""
        ends = self.ends
        degree = self.degree
        live = self.live
        arm = self.arm
        second_arm = self.second_arm
        best: i64 = 0
        cut: i64 = 0
        for node in range(self.nodes):
            tip = node
            while degree[tip] == 1:
                half = live[tip]
                other = ends[half ^ 1]
                reach = arm[tip] + self.length[half >> 1]
                best = max(best, reach + arm[other])
                if reach > arm[other]:
                    second_arm[other] = arm[other]
                    arm[other] = reach
                elif reach > second_arm[other]:
                    second_arm[other] = reach
                degree[tip] = 0
                degree[other] -= 1
                live[other] ^= half ^ 1
                cut += 1
                tip = other
        self.best = best
        return cut

    # The core: routes whose ends both remain

    def _link(self) -> None:
        """Link the halves at each node."""
        if len(self.first) == 0:
            self.first = vec[i64]([_NO_HALF] * self.nodes)
            self.following = vec[i64]([_NO_HALF] * (2 * MAX_ROUTES))
            self.queue = vec[i64]([0] * self.nodes)
            self.seen = vec[i64]([0] * self.nodes)
            self.flip = vec[i64]([0] * self.nodes)
        ends = self.ends
        degree = self.degree
        first = self.first
        following = self.following
        for node in range(self.nodes):
            first[node] = _NO_HALF
            self.seen[node] = 0
        for half in range(2 * self.count):
            node = ends[half]
            if degree[node] > 0 and degree[ends[half ^ 1]] > 0:
                following[half] = first[node]
                first[node] = half

    def _collect(self, node: i64) -> i64:
        """Put the nodes connected to a node into the queue; return how many."""
        queue = self.queue
        queue[0] = node
        self.seen[node] = 1
        count: i64 = 1
        at: i64 = 0
        while at < count:
            half = self.first[queue[at]]
            while half != _NO_HALF:
                other = self.ends[half ^ 1]
                if self.seen[other] == 0:
                    self.seen[other] = 1
                    queue[count] = other
                    count += 1
                half = self.following[half]
            at += 1
        return count

    def _search_part(self, count: i64) -> None:
        """Search the component whose nodes are in the queue, unless it can't have a longer trail."""
        self._weigh(count)
        if self._too_short(0, _NO_HALF):
            return
        if self._is_one_trail(count):
            return
        self.steps = 0
        for i in range(count):
            node = self.queue[i]
            if self._is_start(node):
                self.start = node
                self._walk(node, 0, self.arm[node])
        if self.steps > self.patience:
            self._sweep(count)

    def _is_start(self, node: i64) -> bool:
        """Return whether a longest trail may begin or end here, or in an arm from here.

        That is where no unused route is left: at the tip of an arm, or at a node of odd degree.
        """
        return self.arm[node] > 0 or self.degree[node] & 1 == 1

    def _is_one_trail(self, count: i64) -> bool:
        """Return whether the whole component is one trail (Euler), which is then the best.

        That is so with one start, for a round trip from there, and with two of odd degree, for a trail between them
        (unless one of them has a second arm, which could make it better to begin and end there).
        """
        starts: i64 = 0
        odd: i64 = 0
        arms: i64 = 0
        second_arms: i64 = 0
        for i in range(count):
            node = self.queue[i]
            if self._is_start(node):
                starts += 1
                odd += self.degree[node] & 1
                arms += self.arm[node]
                second_arms += self.second_arm[node]
        if starts < 2:
            self.best = max(self.best, self.unused + arms + second_arms)
            return True
        if starts == 2 and odd == 2 and second_arms == 0:
            self.best = max(self.best, self.unused + arms)
            return True
        return False

    def _weigh(self, count: i64) -> None:
        """Compute the sums of a component for the bound of the search.

        `odd` is the sum, over the nodes with an odd number of unused routes, of each one's shortest route. `flip` is
        how a node's next use changes that sum: plus or minus its shortest route.
        """
        self.odd = 0
        self.unused = 0
        self.dearest = 0
        self.farthest = 0
        for i in range(count):
            node = self.queue[i]
            half = self.first[node]
            shortest = self.length[half >> 1]
            while half != _NO_HALF:
                self.unused += self.length[half >> 1]
                shortest = min(shortest, self.length[half >> 1])
                half = self.following[half]
            self.flip[node] = shortest
            if self.degree[node] & 1 == 1:
                self.odd += shortest
                self.flip[node] = -shortest
            self.dearest = max(self.dearest, shortest)
            self.farthest = max(self.farthest, self.arm[node])
        self.unused >>= 1  # every route was counted at both ends

    def _too_short(self, walked: i64, here: i64) -> bool:
        """Return whether no continuation from here (or no start, if nowhere) can beat the best trail.

        The routes that a continuation omits have odd degree at each node with an odd number of unused routes, and even
        degree elsewhere, except here and at its far end, where it is the other way round. A node of odd degree loses at
        least its shortest route, and an omitted route counts for two nodes.
        """
        room = walked + self.unused + self.farthest - self.best
        if here == _NO_HALF:
            room += self.farthest
            lost = self.odd - 2 * self.dearest
        else:
            lost = self.odd + self.flip[here] - self.dearest
        return room <= 0 or (lost > 0 and room <= (lost + 1) >> 1)

    def _walk(self, node: i64, used: i64, walked: i64) -> None:
        """Continue from a node with the unused routes; remember the longest walk."""
        self.steps += 1
        end = self.second_arm[node] if node == self.start else self.arm[node]
        self.best = max(self.best, walked + end)
        if self._too_short(walked, node):
            return
        half = self.first[node]
        while half != _NO_HALF and self.steps <= self.patience:
            route = half >> 1
            taken = used | bit(route)
            if taken != used:
                other = self.ends[half ^ 1]
                self._use(node, other, self.length[route])
                self._walk(other, taken, walked + self.length[route])
                self._use(node, other, -self.length[route])
            half = self.following[half]

    def _use(self, node: i64, other: i64, length: i64) -> None:
        """Remove a route from the unused ones, or put it back with its negative length."""
        flip = self.flip
        self.unused -= length
        self.odd += flip[node] + flip[other]
        flip[node] = -flip[node]
        flip[other] = -flip[other]

    def _sweep(self, count: i64) -> None:
        """Hand the component whose nodes are in the queue to the sweep."""
        sweep = Sweep(count, self.best)
        for i in range(count):
            node = self.queue[i]
            self.seen[node] = i + 1
            sweep.set_arms(i, self.arm[node], self.second_arm[node])
        for i in range(count):
            half = self.first[self.queue[i]]
            while half != _NO_HALF:
                if half & 1 == 0:
                    sweep.add(i, self.seen[self.ends[half ^ 1]] - 1, self.length[half >> 1])
                half = self.following[half]
        place = {int(self.queue[i]): int(i) for i in range(count)}
        sweep.plan([place[node] for node in self.order if node in place])
        self.best = sweep.longest()
        self.swept = sweep.steps
