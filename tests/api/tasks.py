"""The ten things that every author of a bot does, in as few lines as they should take.

A test runs them and counts their lines; mypy checks them in strict mode.
"""

import semafor as sf


class Mine:
    """A bot of one's own: claims the longest route it can, otherwise draws."""

    def choose(self, seen: sf.Observation, legal: sf.LegalActions, chance: sf.Chance, seconds: float) -> sf.Action:
        options = sorted(legal.claims.values(), key=lambda option: seen.board.routes[option.route].length)
        return options[-1].best if options else next(iter(legal))


def play_a_random_game() -> list[int]:
    game = sf.new_game("usa", players=2, seed=7)
    game.play_out(sf.Chance.seeded(7))
    return game.winners


def look_at_the_table(game: sf.Game) -> None:
    seen = game.observe(0)
    print(seen.hand["red"], seen.display)
    print([seat.trains for seat in seen.seats])


def ask_who_owns_a_route(seen: sf.Observation) -> int | None:
    return seen.owner("chicago:duluth:red")


def count_actions_and_payments(seen: sf.Observation) -> None:
    print(seen.legal.count(limit=1000))
    print(seen.legal.payments("chicago:duluth:red", limit=50))


def try_a_move(game: sf.Game, action: sf.Action) -> sf.Cards:
    with game.trying(action) as after:
        return after.observe(0).hand


def estimate_in_200_worlds(seen: sf.Observation, action: sf.Action) -> sf.Estimate:
    return seen.estimate(action, worlds=200, policy="planner")


def let_a_class_play_against_the_planner() -> sf.MatchResult:
    return sf.match(Mine, "planner", games=4)


def draw_a_plan(seen: sf.Observation) -> str:
    return sf.svg(seen, highlight=seen.tickets[0].routes)


def walk_through_a_game(path: str) -> None:
    for step in sf.read_game(path).walk():
        print(step.game, step.seat, step.action, step.events)


def count_what_nobody_has_seen(seen: sf.Observation) -> sf.Cards:
    return seen.unseen
