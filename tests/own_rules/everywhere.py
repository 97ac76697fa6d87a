"""Play by two third-party rules, and print every place where their awards must be, as JSON.

Run by `test_own_rules.py` with the rules in a package beside Semafor, as somebody would install them.
"""

import json
import sys
from pathlib import Path
from typing import Any

import semafor
from semafor.bots.planning.awards import Awards
from semafor.env.core.batch import Batch
from semafor.env.single import SemaforEnv
from semafor.table.finished.statistics import statistics
from tests.table.home import BOT, ME, Home

POSITION = {
    "board": "toy",
    "seats": [
        {"routes": ["ambel:brack:red", "brack:cormo:blue"], "hand": {"red": 1}},
        {"routes": ["dunley:gild:orange"], "hand": {}},
    ],
}


def played(path: str) -> Home:
    """Play a whole game on a board file, as the first guest against a bot."""
    home = Home()
    made = home.make([ME, BOT], board=None, board_file=Path(path).read_text(encoding="utf-8"))
    [me] = home.sit(made)
    while me.view["score"] is None:
        if me.view["offers"]:
            assert me.act(me.choice())["ok"]
        else:
            assert home.wake(made.game)
    return home


def learned(path: str) -> dict[str, Any]:
    """Return what a learner observes and is told at the end of a game, and what the score sheet counts."""
    env = SemaforEnv(path, opponents=["random"])
    _, info = env.reset(seed=3)
    over = False
    while not over:
        seen, _, over, _, info = env.step(int(info["valid_actions"][0]))
    sheet = semafor.Game.from_state(env._batch.states[0]).score_sheet()
    return {
        "points": [int(points) for points in info["points"]],
        "bonuses": info["bonuses"],
        "sees": dict(zip(env.layout.axes["award"], env.layout["awards"].of(seen).tolist(), strict=True)),
        "seat": env.seat,
        "counted": {award.id: award.values(2) for award in sheet.awards},
    }


def main(path: str) -> None:
    """Print everything about a board file that uses both rules."""
    board = semafor.load_board(path)
    game = semafor.load_position({**POSITION, "decision": "over"}, board=board)
    going = semafor.load_position(POSITION, board=board)
    awards = Awards(board, 100, 100, 100)
    awards.read(game.state)
    batch = Batch(board, 2, 1, ["planner"], "margin", 1.0, False)
    batch.reset(5)
    [state] = batch.states
    while not batch.done[0]:
        batch.step(bytes(batch.masks).index(1).to_bytes(2, "little"))
    home = played(path)
    [table] = home.tables.values()
    found = {
        "score": [seat.bonuses for seat in game.score().seats],
        "sheet": {award.id: [share.points for share in award.shares] for award in game.score_sheet().awards},
        "standing": going.standing().to_json(),
        "final": game.score_sheet().to_json(),
        "statistics": [seat.bonuses for seat in statistics(table).seats],
        "played": [seat.bonuses for seat in table.finished().game.score_sheet().score.seats],
        "learner": learned(path),
        "bot": awards.extend,
        "env": {"points": list(batch.scores), "score": semafor.Game.from_state(state).score().to_json()},
    }
    print(json.dumps(found))


main(sys.argv[1])
