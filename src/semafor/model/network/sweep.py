"""The longest trail in a core with many loops, in a time that depends on its width.

A line sweeps over the nodes. Behind it every route is used or left out. For the routes ahead only this matters: for
each node on the line, whether used routes reach it, whether their number is odd or even, and which nodes they connect.
Of all choices behind the line with the same *outline* only the longest is kept. The used routes are a trail if they are
connected and no node but the two ends has an odd number of them (Euler).

A map of 60 routes has a line of about seven nodes and some thousand outlines, however many trails there are. A board
whose line would hold more than `MAX_WIDTH` nodes is refused when it is loaded (see `frontier`).

The longer the best known trail, the fewer outlines survive. So the sweep first assumes a trail almost as long as an
upper bound allows, and lowers the assumption each time it finds none.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.bits import bit, ones
from semafor.model.network.frontier import core_neighbours, line_up, line_width

# An outline is a word. Each node on the line has a slot of five bits: one for an odd number of used routes, four for
# the number of its connected component, 0 for none. Components are numbered in the order of the slots. Above the slots
# is the number of ends of the trail behind the line.
_SLOT: Final[i64] = 5
_FIELD: Final[i64] = 31
_ODD: Final[i64] = 0x4210842108421
"""The odd bits of all slots."""
MAX_WIDTH: Final = 11
"""The most nodes on the line that fit an outline."""
_ENDS: Final[i64] = 55
_NEW_PIECE: Final[i64] = 12
_NO_PIECE: Final[i64] = 0


class Sweep:
    """A connected core with its arms (see `trails`)."""

    def __init__(self, nodes: i64, best: i64) -> None:
        """Take the number of nodes, at most 60, and the length of the best trail known so far."""
        self.nodes = nodes
        self.best = best
        self.steps: i64 = 0
        self.width: i64 = 0
        self.rest: i64 = 0
        self.shortest: i64 = 0
        self.farthest: i64 = 0
        # The nodes with an odd number of routes ahead: how many beyond the line, and on it the bits of their slots.
        self.odd_beyond: i64 = 0
        self.odd_on_line: i64 = 0
        self.arm = vec[i64]([0] * nodes)
        self.second_arm = vec[i64]([0] * nodes)
        self.end_a = vec[i64]()
        self.end_b = vec[i64]()
        self.length = vec[i64]()
        self.degree = vec[i64]([0] * nodes)
        self.order = vec[i64]([0] * nodes)
        self.slot = vec[i64]([-1] * nodes)
        self.behind = Outlines()
        self.ahead = Outlines()

    def set_arms(self, node: i64, arm: i64, second_arm: i64) -> None:
        """Set the lengths of the two longest arms at a node."""
        self.arm[node] = arm
        self.second_arm[node] = second_arm
        self.farthest = max(self.farthest, arm)

    def add(self, a: i64, b: i64, length: i64) -> None:
        """Add a route."""
        self.end_a = append(self.end_a, a)
        self.end_b = append(self.end_b, b)
        self.length = append(self.length, length)
        self.degree[a] += 1
        self.degree[b] += 1
        self.rest += length
        self.shortest = length if self.shortest == 0 else min(self.shortest, length)

    def plan(self, ranked: list[int]) -> None:
        """Choose the order of the nodes: the given one, or the network's own if its line is shorter.

        Raises:
            ValueError: The line is too long for an outline.
        """
        ends = [(int(a), int(b)) for a, b in zip(self.end_a, self.end_b)]
        neighbours = core_neighbours(int(self.nodes), ends)
        order, width = line_up(neighbours)
        if ranked:
            given = line_width(neighbours, ranked)
            if given < width:
                order = ranked
                width = given
        if width > MAX_WIDTH:
            raise ValueError(f"a network {width} nodes wide, and at most {MAX_WIDTH} can be swept")
        self.order = vec[i64](order)
        self.width = width

    # The sweep

    def longest(self) -> i64:
        """Return the length of the longest trail, or the best known so far if that is longer."""
        known = self.best
        total = self.rest
        odd: i64 = 0
        for node in range(self.nodes):
            odd += self.degree[node] & 1
        # All but two odd nodes lose a route, and an omitted route counts for two nodes.
        lost = self.shortest * ((odd - 1) >> 1) if odd > 2 else i64(0)
        most = total - lost + 2 * self.farthest
        below: i64 = 1
        while True:
            bet = max(known, most - below)
            self.best = bet
            self.rest = total
            self.odd_beyond = odd
            self._run()
            if self.best > bet or bet == known:
                return self.best
            below *= 2

    def _run(self) -> None:
        """Sweep over all nodes once, and keep the longest trail that beats the best."""
        self.odd_on_line = 0
        for node in range(self.nodes):
            self.slot[node] = -1
        self.ahead.clear()
        self.ahead.put(0, 0)
        free = bit(self.width) - 1
        done: i64 = 0
        for at in range(self.nodes):
            node = self.order[at]
            free = self._enter(node, free)
            for route in range(i64(len(self.length))):
                other = self.end_a[route] + self.end_b[route] - node
                if (self.end_a[route] == node or self.end_b[route] == node) and (done >> other) & 1 == 0:
                    free = self._enter(other, free)
                    self._pass_route(self.slot[node], self.slot[other], self.length[route])
            self._pass_node(node)
            free |= bit(self.slot[node])
            done |= bit(node)

    def _enter(self, node: i64, free: i64) -> i64:
        """Give a node a slot, unless it has one; return the free slots."""
        if self.slot[node] >= 0:
            return free
        slot = ones((free & -free) - 1)
        self.slot[node] = slot
        if self.degree[node] & 1 == 1:
            self.odd_beyond -= 1
            self.odd_on_line |= bit(slot * _SLOT)
        return free & ~bit(slot)

    def _turn_over(self) -> None:
        """Swap the two tables."""
        behind = self.behind
        self.behind = self.ahead
        self.ahead = behind
        behind.clear()
        self.steps += self.behind.count

    def _keep(self, outline: i64, length: i64) -> None:
        """Keep an outline, unless no trail with it can beat the best.

        A node whose used routes and routes ahead sum to an odd number will lose one of those ahead, unless it is an
        end. An omitted route counts for two nodes.
        """
        missing = 2 - (outline >> _ENDS)
        odd = ones((outline & _ODD) ^ self.odd_on_line) + self.odd_beyond - missing
        lost = self.shortest * ((odd + 1) >> 1) if odd > 0 else i64(0)
        if length + self.rest - lost + missing * self.farthest > self.best:
            self.ahead.put(outline, length)

    def _pass_route(self, a: i64, b: i64, length: i64) -> None:
        """Omit or use a route between the nodes in two slots."""
        self._turn_over()
        self.rest -= length
        self.odd_on_line ^= bit(a * _SLOT) | bit(b * _SLOT)
        outlines = self.behind
        for i in range(outlines.count):
            outline = outlines.words[i]
            self._keep(outline, outlines.lengths[i])
            self._keep(self._joined(outline, a, b), outlines.lengths[i] + length)

    def _joined(self, outline: i64, a: i64, b: i64) -> i64:
        """Return the outline after a route between two slots is used."""
        piece_a = (outline >> (a * _SLOT + 1)) & 15
        piece_b = (outline >> (b * _SLOT + 1)) & 15
        outline ^= bit(a * _SLOT) | bit(b * _SLOT)
        if piece_a == _NO_PIECE and piece_b == _NO_PIECE:
            # Multiplied, not shifted: a constant on the left of a shift is a 32-bit number in compiled code.
            outline |= _NEW_PIECE * (bit(a * _SLOT + 1) | bit(b * _SLOT + 1))
        elif piece_a == _NO_PIECE:
            outline |= piece_b << (a * _SLOT + 1)
        elif piece_b == _NO_PIECE:
            outline |= piece_a << (b * _SLOT + 1)
        elif piece_a != piece_b:
            return self._renumbered(outline, piece_b, piece_a)
        else:
            return outline
        return self._renumbered(outline, _NO_PIECE, _NO_PIECE)

    def _renumbered(self, outline: i64, old: i64, new: i64) -> i64:
        """Return the outline with one component merged into another, renumbered in the order of the slots."""
        numbers: i64 = 0  # four bits for each component: its new number
        count: i64 = 0
        result = (outline >> _ENDS) << _ENDS
        for at in range(0, self.width * _SLOT, _SLOT):
            field = (outline >> at) & _FIELD
            piece = field >> 1
            if piece == _NO_PIECE:
                continue
            if piece == old:
                piece = new
            number = (numbers >> (4 * piece)) & 15
            if number == 0:
                count += 1
                number = count
                numbers |= number << (4 * piece)
            result |= ((number << 1) | (field & 1)) << at
        return result

    def _pass_node(self, node: i64) -> None:
        """Take a node off the line: it is an end of the trail, or is passed, or is not reached."""
        self._turn_over()
        slot = self.slot[node] * _SLOT
        arm = self.arm[node]
        both_arms = arm + self.second_arm[node]
        outlines = self.behind
        for i in range(outlines.count):
            outline = outlines.words[i]
            length = outlines.lengths[i]
            field = (outline >> slot) & _FIELD
            ends = outline >> _ENDS
            if field == 0:
                self._keep(outline, length)
            elif field & 1 == 1:
                if ends < 2:
                    self._leave(outline + bit(_ENDS), slot, field, length + arm)
            else:
                self._leave(outline, slot, field, length)
                if ends == 0 and both_arms > 0:
                    # A round trip that begins and ends here, out of one arm and into another.
                    self._leave(outline + 2 * bit(_ENDS), slot, field, length + both_arms)

    def _leave(self, outline: i64, slot: i64, field: i64, length: i64) -> None:
        """Clear a slot. If its component has no other slot, that component is the whole trail."""
        outline &= ~(field << slot)
        alone = True
        only = True
        for at in range(0, self.width * _SLOT, _SLOT):
            piece = (outline >> (at + 1)) & 15
            if piece == field >> 1:
                alone = False
            elif piece != _NO_PIECE:
                only = False
        if not alone:
            self._keep(self._renumbered(outline, _NO_PIECE, _NO_PIECE), length)
        elif only:
            self.best = max(self.best, length)


class Outlines:
    """Outlines with the greatest length behind each: a hash table with contiguous entries."""

    def __init__(self) -> None:
        """Start empty."""
        self.count: i64 = 0
        self.mask: i64 = 255
        self.words = vec[i64]([0] * 128)
        self.lengths = vec[i64]([0] * 128)
        self.places = vec[i64]([-1] * 256)

    def clear(self) -> None:
        """Forget all entries."""
        self.count = 0
        places = self.places
        for i in range(i64(len(places))):
            places[i] = -1

    def put(self, word: i64, length: i64) -> None:
        """Add an outline, or update its length if this one is better."""
        places = self.places
        words = self.words
        at = self._hash(word)
        while places[at] >= 0:
            entry = places[at]
            if words[entry] == word:
                self.lengths[entry] = max(self.lengths[entry], length)
                return
            at = (at + 1) & self.mask
        places[at] = self.count
        words[self.count] = word
        self.lengths[self.count] = length
        self.count += 1
        if 2 * self.count > self.mask:
            self._grow()

    def _hash(self, word: i64) -> i64:
        # Multiply in two halves, so that nothing overflows 63 bits.
        mixed = (word & 0x3FFFFFFF) * 0x9E3779B1 ^ (word >> 30) * 0x85EBCA77
        return (mixed >> 20) & self.mask

    def _grow(self) -> None:
        """Double the capacity."""
        self.mask = 2 * self.mask + 1
        words = vec[i64]([0] * ((self.mask + 1) >> 1))
        lengths = vec[i64]([0] * ((self.mask + 1) >> 1))
        places = vec[i64]([-1] * (self.mask + 1))
        for entry in range(self.count):
            words[entry] = self.words[entry]
            lengths[entry] = self.lengths[entry]
            at = self._hash(words[entry])
            while places[at] >= 0:
                at = (at + 1) & self.mask
            places[at] = entry
        self.words = words
        self.lengths = lengths
        self.places = places
