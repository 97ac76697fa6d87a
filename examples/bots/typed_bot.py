"""A bot with every type checked: it finishes its tickets, and otherwise takes the cards that they need.

Play against it in the terminal, or let it play the planner:

    semafor play --terminal --seats you,examples/bots/typed_bot.py:Finisher
    semafor arena --bots planner,examples/bots/typed_bot.py:Finisher
    python examples/bots/typed_bot.py
"""

from collections import Counter

import semafor as sf


class Finisher:
    """Claims what its tickets miss, the longest route first; draws the cards for them; keeps what it can finish."""

    def choose(self, seen: sf.Observation, legal: sf.LegalActions, chance: sf.Chance, seconds: float) -> sf.Action:
        """Return the action to take."""
        if seen.offered:
            return self.keep(seen)
        missing = {route for way in seen.tickets for route in way.missing}
        wanted = sorted(missing, key=lambda route: -seen.board.routes[route].length)
        for route in wanted:
            if route in legal.claims:
                return legal.claims[route].best
        card = self.card(seen, wanted)
        draws: list[sf.Action] = [sf.DrawCard(card), sf.DrawCard()] if card else [sf.DrawCard()]
        if seen.decision == "take_turn" and not wanted:
            claims = sorted(legal.claims.values(), key=lambda option: -seen.board.routes[option.route].points)
            draws = [option.best for option in claims] + draws
        return next((action for action in draws if action in legal), next(iter(legal)))

    def keep(self, seen: sf.Observation) -> sf.Action:
        """Keep the tickets that need the fewest trains for a point."""
        cheap = sorted(seen.offered, key=lambda way: (not way.possible, way.trains_needed / way.points))
        return sf.KeepTickets([way.id for way in cheap[: max(seen.keep_at_least, 1)]])

    def card(self, seen: sf.Observation, wanted: list[str]) -> str | None:
        """Return the displayed card that the wanted routes lack most."""
        lacking: Counter[str] = Counter()
        for route in wanted:
            colour = seen.board.routes[route].colour
            for card in seen.board.deck if colour == "grey" else [colour]:
                lacking[card] += max(seen.board.routes[route].length - seen.hand[card], 0)
        shown = [card for card in seen.display if card is not None and lacking[card] > 0]
        return max(shown, key=lambda card: lacking[card], default=None)


def cautious(seen: sf.Observation, legal: sf.LegalActions, chance: sf.Chance, seconds: float) -> sf.Action:
    """Choose, as a function, the action after which planners would win most worlds."""
    actions: list[sf.Action] = [*legal.simple()[:6], *(option.best for option in legal.claims.values())][:8]
    return max(actions, key=lambda action: seen.estimate(action, worlds=5).margin)


if __name__ == "__main__":
    print(sf.match(Finisher, "greedy", games=40))
    game = sf.play([Finisher, cautious], board="toy", seed=1)
    for event in game.events:
        match event:
            case sf.RouteClaimed(seat, route, cards, points=points):
                print(f"seat {seat} claimed {route} with {cards.total} cards for {points} points")
            case sf.GameOver(reason=reason):
                print(reason)
            case _:
                pass
