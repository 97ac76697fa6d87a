"""An observation in JSON, field by field: for Python, the protocols, TypeScript and schemas.

`fields` writes it as text.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from semafor.model.values.action_json import DecisionName

CardsJSON = dict[str, int]


class TunnelViewJSON(TypedDict):
    """A tunnel whose extra cards are to be paid (N-12)."""

    route: Annotated[str, "the route"]
    paid: Annotated[CardsJSON, "the cards laid down for it"]
    revealed: Annotated[CardsJSON, "the cards turned up for it"]
    matching: Annotated[list[str], "the cards that cost extra, and pay it"]
    extra: Annotated[int, "how many cards the route costs more"]


class SeatViewJSON(TypedDict):
    """A seat as everybody may see it."""

    trains: Annotated[int, "trains left"]
    points: Annotated[int, "points of routes so far"]
    hand: Annotated[int, "how many train cards it holds"]
    known: NotRequired[
        Annotated[CardsJSON, "those of them that everybody has seen it take; a table sends them apart, if at all"]
    ]
    tickets: Annotated[int, "how many tickets it keeps"]
    drawn: Annotated[int, "how many tickets it is choosing from"]
    routes: Annotated[list[str], "the routes that it has claimed"]
    ferry_cards: NotRequired[Annotated[int, "how many ferry cards it holds, on boards with ferry cards (I-5)"]]
    chosen: NotRequired[Annotated[bool, "whether it has chosen its starting tickets, while they are chosen"]]
    shown_tickets: NotRequired[Annotated[list[str], "its tickets, once the game is over"]]


class ObservationJSON(TypedDict):
    """What an observer may know; the fields from `hand` on are for a seat only, not for a spectator."""

    board: Annotated[str, "the id of the board"]
    seat: Annotated[int | Literal["spectator"], "the observer"]
    decision: Annotated[DecisionName, "what must be decided; `choose` is for a rule of one's own"]
    to_act: Annotated[list[int], "the seats that must decide; none once the game is over"]
    first: Annotated[int, "the seat that had the first turn"]
    turns_left: Annotated[int | None, "turns still to be played, this one included, once the end has been triggered"]
    passes: Annotated[int, "how many players in a row have just passed (R-4)"]
    display: Annotated[list[str | None], "the displayed cards from left to right, null for an empty slot"]
    deck: Annotated[int, "how many cards the deck has"]
    discards: Annotated[CardsJSON, "the discarded cards"]
    ticket_deck: Annotated[int, "how many tickets the ticket deck has"]
    removed_tickets: Annotated[int, "how many tickets were given back and left the game (N-3)"]
    seats: Annotated[list[SeatViewJSON], "the seats, in order"]
    ferry_pile: NotRequired[Annotated[int, "how many ferry cards are in the pile, on boards with ferry cards (I-5)"]]
    goals: NotRequired[Annotated[list[str], "the goals that are face up, on boards with goals (L-12)"]]
    tunnel: NotRequired[Annotated[TunnelViewJSON, "with `pay_tunnel`: the tunnel whose extra is to be paid"]]
    hand: NotRequired[Annotated[CardsJSON, "the observer's train cards, without those laid down for a tunnel"]]
    tickets: NotRequired[Annotated[list[str], "the tickets that the observer keeps"]]
    drawn: NotRequired[Annotated[list[str], "the tickets that the observer is choosing from, if there are any"]]
    keep_at_least: NotRequired[Annotated[int, "with `drawn`: how many of them it must keep"]]
    chosen: NotRequired[Annotated[list[str], "those that it has decided to keep, while others still choose"]]
    known_ticket_deck: NotRequired[
        Annotated[dict[str, str], "tickets whose place in the deck the observer knows, by position, 0 on top"]
    ]
    known_removed: NotRequired[Annotated[list[str], "tickets that the observer gave back and that left the game"]]
