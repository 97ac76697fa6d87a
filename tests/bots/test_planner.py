"""The planner and its variants: what they do in exact situations, and whom they beat."""

import pytest

from semafor import Claim, DrawTickets
from semafor.bots.base import Bot
from semafor.bots.planning.prices import points_per_turn
from semafor.bots.planning.weights import ABOUT, Weights
from semafor.bots.reasons import CODES
from semafor.bots.registry import BotError, make_bot
from tests.bots.playing import ask, play, seated
from tests.games import Seat, situation
from tests.play import board_named, new_game

STYLES = ["hungry", "path", "one-step", "long-route"]
PUBLISHED = ["usa", "nordic-countries", "italy", "northern-lights"]


def wins(board: str, one: str, other: str, deals: int) -> float:
    """Return the first bot's share of wins when each deal is played from both seats."""
    won = 0.0
    for deal in range(deals):
        for seat in range(2):
            game = new_game(board, 2, 8100 + deal)
            for _ in play(game, seated([one, other] if seat == 0 else [other, one], game)):
                pass
            winners = game.score().winners
            won += 1 / len(winners) if seat in winners else 0.0
    return won / (2 * deals)


@pytest.mark.parametrize("board", PUBLISHED)
@pytest.mark.parametrize("style", STYLES)
def test_the_planner_beats_every_style_on_every_board(board: str, style: str) -> None:
    """The arena measures by how much; a broken planner loses here."""
    assert wins(board, "planner", style, 12) > 0.5


def test_the_planner_builds_for_points_when_its_tickets_are_made() -> None:
    """The end is near, so it draws no more tickets: six orange cards pay for one of the longest routes."""
    made: Seat = {"hand": {"orange": 6, "black": 3}, "tickets": ["denver:el-paso"], "trains": 20}
    way = ["denver:santa-fe:grey", "el-paso:santa-fe:grey"]
    game = situation("usa", {**made, "routes": way}, {"tickets": [], "trains": 9})
    bot = make_bot("planner", game.board)
    action = ask(game, 0, bot, 1)
    assert isinstance(action, Claim)
    assert game.board.spec.routes[game.board.route_index[action.route]].length == 6
    assert code(bot) == "for_points"


def test_the_planner_draws_tickets_when_all_are_made_early() -> None:
    """Half of the map is built and the end is far off: a new ticket probably follows built routes."""
    way = [
        "los-angeles:phoenix:grey",
        "el-paso:phoenix:grey",
        "el-paso:houston:green",
        "houston:new-orleans:grey",
        "atlanta:new-orleans:yellow",
        "atlanta:nashville:grey",
    ]
    made: Seat = {"hand": {"red": 1}, "tickets": ["los-angeles:miami"], "routes": [*way, "atlanta:miami:blue"]}
    game = situation("usa", made, {"tickets": []})
    bot = make_bot("planner", game.board)
    assert ask(game, 0, bot, 1) == DrawTickets()
    assert code(bot) == "more_tickets"
    late = situation("usa", made, {"tickets": [], "trains": 5})
    assert ask(late, 0, make_bot("planner", game.board), 1) != DrawTickets()


def test_the_planner_counts_awards_on_its_last_turn() -> None:
    """A claim worth 4 joins two paths into the longest one: 14 in all, while another route scores 7."""
    mine = ["chicago:omaha:blue", "denver:omaha:purple", "new-york:pittsburgh:white", "montreal:new-york:blue"]
    rival = ["el-paso:los-angeles:black", "el-paso:houston:green", "houston:new-orleans:grey"]
    me: Seat = {"hand": {"black": 3, "purple": 4}, "tickets": [], "routes": mine}
    game = situation("usa", me, {"hand": {}, "tickets": [], "routes": rival}, turns_left=1)
    assert ask(game, 0, make_bot("planner", game.board), 1) == Claim("chicago:pittsburgh:black", {"black": 3})


@pytest.mark.parametrize("board", PUBLISHED)
def test_a_turn_is_worth_what_the_board_gives(board: str) -> None:
    assert 200 < points_per_turn(board_named(board)) < 400


def test_weights_are_known_by_name() -> None:
    for name, (value, about) in ABOUT.items():
        assert getattr(Weights({}), name) == value
        assert getattr(Weights({name: value + 1}), name) == value + 1
        assert about


# Lapses


def test_a_planner_that_never_thinks_is_greedy_and_one_that_always_does_is_a_planner() -> None:
    for spec, twin in [("planner:lapses=100", "greedy"), ("planner:lapses=0", "planner"), ("net:lapses=100", "greedy")]:
        game = new_game("usa", 2, 8200)
        again = game.clone()
        assert list(play(game, seated([spec, spec], game))) == list(play(again, seated([twin, twin], again)))


def test_lapses_cost_games() -> None:
    assert wins("usa", "planner", "planner:lapses=30", 12) > 0.75
    assert wins("usa", "planner:lapses=30", "greedy", 12) > 0.75


@pytest.mark.parametrize("lapses", ["101", "-1", "0.5", "many"])
def test_lapses_are_a_percentage(lapses: str) -> None:
    with pytest.raises(BotError, match="lapses must be"):
        make_bot(f"planner:lapses={lapses}", board_named("toy"))


# Reasons


@pytest.mark.parametrize("spec", ["random", "greedy", *STYLES, "planner", "planner:lapses=50", "watcher"])
def test_every_action_is_explained(spec: str) -> None:
    game = new_game("nordic-countries", 2, 8300)
    bots = seated([spec, spec], game)
    said: set[str] = set()
    for seat, _ in play(game, bots):
        said.add(code(bots[seat]))
    assert said <= set(CODES)
    assert said == {"at_random"} if spec == "random" else len(said) >= 4


def code(bot: Bot) -> str:
    """Return the code of the reason for the bot's last choice."""
    reason = bot.explain()
    assert reason is not None
    return reason.code
