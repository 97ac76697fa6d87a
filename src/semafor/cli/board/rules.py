"""The rules of a board in sentences, with the parameters that its file gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

Mark = Callable[[str], str]
"""Gives the sign of a value that is marked in the board file, by its path; empty for one that is not."""

_TIE_BREAKS: Final = {
    "completed_tickets": "more completed tickets",
    "longest_path_bonus": "the longest-path bonus",
    "longest_path": "the longer longest path",
    "goals": "more goals scored",
}
_GIVEN_BACK: Final = {
    "under": "go under the deck",
    "removed": "leave the game",
    "shuffled": "are shuffled and go under the deck",
}


class RuleText:
    """Describes one rule of a board file."""

    def __init__(self, slug: str, parameters: Mapping[str, object], mark: Mark) -> None:
        """Take the rule's name, its table in the file, and a way to find marks."""
        self.slug = slug
        self.parameters = parameters
        self.mark = mark

    def value(self, key: str) -> str:
        """Return a parameter as text, with its mark."""
        return f"{self.parameters.get(key, '')}{self.mark(f'rules.{self.slug}.{key}')}"

    def listed(self, key: str) -> list[str]:
        """Return the members of a parameter that is a list."""
        found = self.parameters.get(key)
        return [str(member) for member in found] if isinstance(found, list) else []

    def by_number(self, key: str) -> str:
        """Return a parameter that is a table of numbers: `1→1, 2→2`."""
        found = self.parameters.get(key)
        if not isinstance(found, dict):
            return ""
        path = f"rules.{self.slug}.{key}"
        return ", ".join(f"{number}→{value}{self.mark(f'{path}.{number}')}" for number, value in found.items())

    def sentence(self) -> str:
        """Say what the rule does on this board."""
        describe = _SENTENCES.get(self.slug)
        return "" if describe is None else describe(self)

    def cited(self, cites: Mapping[str, str]) -> str:
        """List the rule ids that this rule rests on, but for those of a reason that can't arise on this board."""
        idle = {
            "not_wild": set(self.listed("wild_on")) == {"plain", "ferry", "tunnel"},
            "substitute": self.parameters.get("substitute") == "none",
        }
        return ", ".join(dict.fromkeys(id for reason, id in cites.items() if not idle.get(reason)))


def _card_market(rule: RuleText) -> str:
    said = [f"{rule.value('display')} cards are displayed"]
    sweep = rule.parameters.get("sweep_at")
    said.append(f"{rule.value('sweep_at')} locomotives among them sweep it" if sweep else "it is never swept")
    whole = rule.parameters.get("locomotive_is_whole_draw")
    said.append(
        "a displayed locomotive is a whole draw" if whole else "a displayed locomotive is a card like any other"
    )
    return "; ".join(said) + "."


def _ferries(rule: RuleText) -> str:
    said = "Each locomotive symbol takes a locomotive"
    match rule.parameters.get("substitute"):
        case "any":
            return f"{said}; any {rule.value('cards')} coloured cards stand in for one."
        case "pair":
            return f"{said}, or {rule.value('cards')} cards of one colour."
    return f"{said}."


def _parallel_routes(rule: RuleText) -> str:
    said = [f"{size}: {rule.by_number(size)}" for size in ("double", "triple") if size in rule.parameters]
    return f"One lane per player. Lanes open by number of players: {'; '.join(said)}."


def _tie_break(rule: RuleText) -> str:
    order = ", then ".join(_TIE_BREAKS.get(name, name) for name in rule.listed("order"))
    return f"A tie goes to {order}; then it is shared."


def _dealt(rule: RuleText) -> str:
    given = _GIVEN_BACK.get(str(rule.parameters.get("given_back")), "")
    return f"{rule.value('dealt')} tickets are dealt, at least {rule.value('keep')} kept; those given back {given}."


def _drawn(rule: RuleText) -> str:
    given = _GIVEN_BACK.get(str(rule.parameters.get("given_back")), "")
    return f"{rule.value('drawn')} tickets are drawn, at least {rule.value('keep')} kept; those given back {given}."


_SENTENCES: Final[dict[str, Callable[[RuleText], str]]] = {
    "turns": lambda rule: "Turns go clockwise; who can do nothing passes.",
    "train_cards": lambda rule: (
        f"{rule.value('each_colour')} cards of each colour, {rule.value('locomotives')} locomotives; "
        f"{rule.value('dealt')} are dealt to each player."
    ),
    "card_market": _card_market,
    "goals": lambda rule: (
        f"{rule.value('face_up')} goals are turned up; who has the most of what a goal counts scores it."
    ),
    "starting_tickets": _dealt,
    "ticket_draw": _drawn,
    "parallel_routes": _parallel_routes,
    "ferry_cards": lambda rule: (
        f"{rule.value('pile')} ferry cards, at most {rule.value('hand_limit')} in a hand; "
        f"one covers up to {rule.value('covers')} waves, else each takes a locomotive."
    ),
    "locomotives": lambda rule: f"They stand for any colour on these routes: {', '.join(rule.listed('wild_on'))}.",
    "ferries": _ferries,
    "route_substitution": lambda rule: "Where the route says so, any cards stand in for one of the set.",
    "claiming": lambda rule: (
        f"{rule.value('trains')} trains each; a set of the route's colour pays, on grey of any one."
    ),
    "tunnels": lambda rule: (
        f"{rule.value('revealed')} cards are turned up; each that matches costs one more, or withdraw."
    ),
    "bonus_cards": lambda rule: "Where the route says so, cards are drawn from the deck after claiming.",
    "route_points": lambda rule: f"By length: {rule.by_number('points')}.",
    "countries": lambda rule: "Every route into a country is a dead end of its own.",
    "last_round": lambda rule: f"{rule.value('trains')} trains or fewer at the end of a turn: one more turn each.",
    "ticket_points": lambda rule: "Completed tickets count for, the others against.",
    "longest_path": lambda rule: f"The longest path scores {rule.value('points')}; all who tie do.",
    "globetrotter": lambda rule: f"Most completed tickets score {rule.value('points')}; all who tie do.",
    "regions": lambda rule: (
        f"Every network scores by its regions: {rule.by_number('points')} (the last also for more)."
    ),
    "tie_break": _tie_break,
}
