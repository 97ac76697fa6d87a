"""Another world that a seat can't tell from this one: everything it does not know is exchanged.

Written on positions, from the rules about what is secret (U-3, U-5, U-7, U-23), not from how the engine stores it.
"""

from collections import Counter
from random import Random

from tests.play import Chosen, Position, SeatPosition


def scrambled(position: Position, seat: int, rng: Random) -> Position:
    """Return a position that looks the same to a seat (or a spectator, -1) but otherwise differs as much as it can."""
    changed = position.copy()
    changed["seats"] = [entry.copy() for entry in position["seats"]]
    changed["random"] = "".join(rng.choice("0123456789abcdef") for _ in range(32))
    _exchange_cards(changed, seat, rng)
    if position["decision"] != "over":
        # At the end all tickets are revealed, and the rest of the deck no longer matters.
        _exchange_tickets(changed, seat, rng)
        _choose_again(changed, seat, rng)
    return changed


def _exchange_cards(position: Position, seat: int, rng: Random) -> None:
    """Reshuffle the deck and the cards that others hold unseen."""
    pool = list(position["deck"])
    unseen: dict[int, int] = {}
    for number, entry in enumerate(position["seats"]):
        if number != seat:
            secret = Counter(entry["hand"]) - Counter(entry.get("known", {}))
            unseen[number] = secret.total()
            pool += list(secret.elements())
    rng.shuffle(pool)
    for number, count in unseen.items():
        entry = position["seats"][number]
        hand = Counter(entry.get("known", {}))
        hand.update(pool.pop() for _ in range(count))
        entry["hand"] = dict(hand)
    position["deck"] = pool


def _exchange_tickets(position: Position, seat: int, rng: Random) -> None:
    """Permute the tickets whose place the seat can't know."""
    known: set[str] = set()
    if seat >= 0:
        own = position["seats"][seat]
        known = {*own["tickets"], *own.get("drawn", []), *own.get("knows", [])}
    everywhere = [*position["ticket_deck"], *position.get("removed_tickets", [])]
    for entry in position["seats"]:
        everywhere += [*entry["tickets"], *entry.get("drawn", [])]
    secret = [ticket for ticket in everywhere if ticket not in known]
    role = dict(zip(secret, rng.sample(secret, len(secret)), strict=True))

    def exchanged(tickets: list[str]) -> list[str]:
        return [role.get(ticket, ticket) for ticket in tickets]

    position["ticket_deck"] = exchanged(position["ticket_deck"])
    if "removed_tickets" in position:
        position["removed_tickets"] = exchanged(position["removed_tickets"])
    for entry in position["seats"]:
        entry["tickets"] = exchanged(entry["tickets"])
        for key in ("drawn", "knows"):
            if key in entry:
                entry[key] = exchanged(entry[key])
        if "chosen" in entry:
            entry["chosen"] = Chosen(keep=exchanged(entry["chosen"]["keep"]), order=exchanged(entry["chosen"]["order"]))


def _choose_again(position: Position, seat: int, rng: Random) -> None:
    """Let the others who have chosen starting tickets choose again, any legal number (U-5)."""
    for number, entry in enumerate(position["seats"]):
        if number != seat and "chosen" in entry:
            _choose(entry, rng)


def _choose(entry: SeatPosition, rng: Random) -> None:
    drawn = rng.sample(entry["drawn"], len(entry["drawn"]))
    kept = rng.randint(entry["keep_at_least"], len(drawn))
    entry["drawn"] = drawn
    entry["chosen"] = Chosen(keep=drawn[:kept], order=drawn[kept:])
