"""How good an action is: sampled worlds, played to the end by policies in one compiled loop.

>>> from semafor.engine.game import Game
>>> seen = Game.new("toy", players=2, seed=1).observe(0)
>>> estimate(seen, seen.legal.simple()[0], 20, "planner", 1).worlds
20
"""

from math import sqrt

from mypy_extensions import i64

from semafor.bots.base import PolicyBot
from semafor.bots.policy import Policy, play_out
from semafor.bots.registry import BotError, make_bot
from semafor.engine.game import Observation
from semafor.engine.kernel import Offers, sample_state
from semafor.engine.legality.choices import carry_out
from semafor.engine.values.bots import Estimate
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.refusal import IllegalAction


def estimate(seen: Observation, action: Action, worlds: int, policy: str, seed: int | str) -> Estimate:
    """Take the action in sampled worlds, and let a policy in every seat play them to the end."""
    refusal = seen.legal.why_not(action)
    if refusal is not None:
        raise IllegalAction(refusal)
    board = seen.board
    seat: i64 = seen.seat
    chance = Chance.seeded(seed)
    players = [policy_named(policy, board) for _ in range(seen.players)]
    offers = Offers(board)
    share = 0.0
    total = 0.0
    squares = 0.0
    for _ in range(worlds):
        state = sample_state(seen, chance)
        carry_out(state, seen.seat, action)
        tally = play_out(state, players, offers, chance)
        if seat in tally.winners:
            share += 1.0 / len(tally.winners)
        best: i64 = -1000000
        for other in range(i64(seen.players)):
            if other != seat and tally.totals[other] > best:
                best = tally.totals[other]
        margin = float(tally.totals[seat] - best)
        total += margin
        squares += margin * margin
    mean = total / worlds
    spread = max(squares / worlds - mean * mean, 0.0)
    return Estimate(worlds, share / worlds, mean, sqrt(spread / worlds))


def policy_named(name: str, board: Board) -> Policy:
    """Return a policy by the name of its bot; raise BotError if the bot is none."""
    bot = make_bot(name, board)
    if not isinstance(bot, PolicyBot):
        raise BotError(f"{name} can't play worlds to their end; planner, greedy and random can")
    return bot.policy
