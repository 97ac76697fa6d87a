"""Goal cards: each goal scored, tied and at zero (L-3, L-12, R-9, R-16, R-17)."""

import pytest

import semafor
from semafor import SPECTATOR, Game
from tests.games import Seat, event, situation

LIGHTS = "northern-lights"
GOALS = {
    "locomotive-lover": 10,
    "capital-investments": 10,
    "cost-analysis": 10,
    "small-steps": 10,
    "railway-empire": 12,
    "nordic-express": 12,
    "regional-links": 10,
    "polar-express": 12,
    "golden-snowplough": 12,
    "ferry-captain": 12,
    "wild-west": 12,
}


def shown(game: Game, seat: int) -> object:
    return game.observe(seat).to_json()["goals"]


# L-3: four of the goals


@pytest.mark.parametrize("seed", range(10))
def test_l_3_four_goals_are_face_up_and_known_to_all_from_the_start(seed: int) -> None:
    game = semafor.new_game(semafor.load_board(LIGHTS), 3, seed)
    goals = event(game.opening_events, "goals_shown").seen_by(SPECTATOR)["goals"]
    assert isinstance(goals, list)
    assert len(set(goals)) == 4
    assert set(goals) <= set(GOALS)
    assert all(shown(game, seat) == goals for seat in (0, 1, 2, SPECTATOR))


def test_l_3_the_goals_are_shuffled() -> None:
    board = semafor.load_board(LIGHTS)
    games = [semafor.new_game(board, 2, seed) for seed in range(60)]
    dealt = [event(game.opening_events, "goals_shown").fields["goals"] for game in games]
    assert {goal for goals in dealt if isinstance(goals, list) for goal in goals} == set(GOALS)
    assert len({str(goals) for goals in dealt}) > 30


def test_l_3_the_other_seven_leave_the_game() -> None:
    game = semafor.new_game(semafor.load_board(LIGHTS), 2, seed=4)
    goals = shown(game, 0)
    assert isinstance(goals, list)
    game.play_out(semafor.Chance.seeded(1))
    assert shown(game, 0) == goals
    for seat in game.score().seats:
        assert set(seat.bonuses) <= set(goals)


# L-12: what the goals are worth, and who scores them


def test_l_12_the_eleven_goals_and_their_points() -> None:
    spec = semafor.load_board(LIGHTS).spec
    assert {goal.id: goal.points for goal in spec.goals} == GOALS


def test_l_12_routes_then_tickets_then_the_four_goals() -> None:
    goals = ["small-steps", "wild-west", "cost-analysis", "railway-empire"]
    game = situation(
        LIGHTS,
        {"routes": ["kristiansand:oslo:white", "karlstad:oslo:green"], "tickets": ["oslo:stockholm"]},
        {"routes": ["bergen:oslo:red", "karlstad:stockholm:blue"]},
        goals=goals,
        decision="over",
    )
    first, second = game.score().seats
    assert (first.routes, first.ticket_points) == (2, -2)
    # Most routes of length 1 and in Norway, most trains left; only the first route leads into another country.
    assert first.bonuses == {"small-steps": 10, "wild-west": 12, "cost-analysis": 10, "railway-empire": 12}
    assert first.total == 2 - 2 + 44
    assert (second.routes, second.ticket_points, second.bonuses) == (5, 0, {})
    assert second.total == 5


def test_l_12_there_is_no_other_bonus() -> None:
    """There is none for the longest path or the most tickets, and face-down goals do not count."""
    seat: Seat = {"routes": ["karlstad:oslo:green", "karlstad:stockholm:blue"], "tickets": ["oslo:stockholm"]}
    [first, _] = situation(LIGHTS, seat, {}, goals=[], decision="over").score().seats
    assert first.bonuses == {}
    assert first.total == 2 + 2


# Each goal with a clear winner, a tie and at zero

TO_STOCKHOLM = ["karlstad:oslo:green", "karlstad:stockholm:blue"]
ALSO_TO_STOCKHOLM = ["karlstad:oslo:white", "karlstad:stockholm:red"]
TO_LILLEHAMMER = ["alborg:oslo:grey", "lillehammer:oslo:green"]
TO_TROMSO = ["mo-i-rana:narvik:grey:1", "narvik:tromso:grey:1"]
ALONG_THE_COAST = ["honningsvag:tromso:grey:1", "honningsvag:murmansk:grey:1"]
NINE_COUNTRIES = [
    "gdansk:klaipeda:orange",  # Poland, Lithuania
    "klaipeda:riga:black",  # Latvia
    "helsinki:tallinn:grey:1",  # Finland, Estonia
    "kostomuksha:lieksa:red",  # Russia
    "karlstad:oslo:green",  # Sweden, Norway
    "alborg:goteborg:grey:1",  # Denmark
]

Case = tuple[str, list[int], list[Seat]]
CASES: list[Case] = [
    # Every pair of cards of one colour counts as a locomotive (3 red: one pair; 4 red: two).
    ("locomotive-lover", [2, 1], [{"hand": {"locomotive": 2}}, {"hand": {"red": 3}}]),
    ("locomotive-lover", [1, 2], [{"hand": {"red": 3}}, {"hand": {"red": 4}}]),
    ("locomotive-lover", [2, 3], [{"hand": {"locomotive": 2}}, {"hand": {"locomotive": 1, "red": 3, "blue": 2}}]),
    ("locomotive-lover", [2, 2, 1], [{"hand": {"red": 4}}, {"hand": {"blue": 5}}, {"hand": {"locomotive": 1}}]),
    ("locomotive-lover", [0, 0], [{"hand": {"red": 1, "blue": 1, "green": 1}}, {}]),
    # Failed tickets and tickets to other cities do not count.
    (
        "capital-investments",
        [1, 0],
        [
            {"routes": TO_STOCKHOLM, "tickets": ["oslo:stockholm"]},
            {"routes": TO_LILLEHAMMER, "tickets": ["alborg:lillehammer", "helsinki:oslo"]},
        ],
    ),
    (
        "capital-investments",
        [1, 1],
        [
            {"routes": TO_STOCKHOLM, "tickets": ["oslo:stockholm"]},
            {"routes": ["helsinki:stockholm:grey:1"], "tickets": ["helsinki:stockholm"]},
        ],
    ),
    ("capital-investments", [0, 0], [{"routes": TO_LILLEHAMMER, "tickets": ["alborg:lillehammer"]}, {}]),
    ("cost-analysis", [39, 37], [{"routes": ["kristiansand:oslo:white"]}, {"routes": ["bergen:oslo:red"]}]),
    ("cost-analysis", [39, 39], [{"routes": ["kristiansand:oslo:white"]}, {"routes": ["lillehammer:oslo:green"]}]),
    ("cost-analysis", [0, 0], [{"trains": 0}, {"trains": 0}]),
    (
        "small-steps",
        [2, 1],
        [
            {"routes": ["kristiansand:oslo:white", "kiruna:narvik:blue"]},
            {"routes": [*TO_TROMSO, "lahti:tampere:black"]},
        ],
    ),
    ("small-steps", [1, 1], [{"routes": ["kristiansand:oslo:white"]}, {"routes": ["helsinki:tallinn:grey:1"]}]),
    ("small-steps", [0, 0], [{"routes": TO_TROMSO}, {"routes": ["bergen:oslo:red"]}]),
    ("railway-empire", [2, 9], [{"routes": ["helsinki:stockholm:grey:1"]}, {"routes": NINE_COUNTRIES}]),
    ("railway-empire", [2, 2], [{"routes": ["helsinki:stockholm:grey:1"]}, {"routes": ["riga:tallinn:blue"]}]),
    ("railway-empire", [0, 0], [{}, {}]),
    # Disconnected routes are not a path; a path may loop and revisit a city (U-27).
    (
        "nordic-express",
        [5, 4],
        [
            {"routes": ["karlstad:ostersund:yellow"]},
            {"routes": ["bergen:oslo:red", "kristiansand:oslo:white", "lahti:kuopio:green"]},
        ],
    ),
    (
        "nordic-express",
        [5, 5],
        [
            {"routes": ["karlstad:ostersund:yellow"]},
            # Twice through Helsinki: Turku, Helsinki, Lahti, Tampere, Helsinki, Tallinn.
            {
                "routes": [
                    "helsinki:turku:white",
                    "helsinki:lahti:orange",
                    "lahti:tampere:black",
                    "helsinki:tampere:blue",
                    "helsinki:tallinn:grey:1",
                ]
            },
        ],
    ),
    ("nordic-express", [0, 0], [{}, {}]),
    # 5 points are "5 or less", 6 are not.
    (
        "regional-links",
        [1, 0, 0, 0],
        [
            {"routes": TO_STOCKHOLM, "tickets": ["oslo:stockholm"]},
            {"routes": [*ALSO_TO_STOCKHOLM, "stockholm:tallinn:grey"], "tickets": ["oslo:tallinn"]},
            {"tickets": ["riga:stockholm"]},
            {},
        ],
    ),
    (
        "regional-links",
        [1, 1, 0, 0],
        [
            {"routes": TO_STOCKHOLM, "tickets": ["oslo:stockholm"]},
            {"routes": [*ALSO_TO_STOCKHOLM, "bergen:oslo:red"], "tickets": ["bergen:stockholm"]},
            {},
            {},
        ],
    ),
    (
        "regional-links",
        [0, 0],
        [{"routes": TO_TROMSO, "tickets": ["mo-i-rana:tromso"]}, {"tickets": ["riga:stockholm"]}],
    ),
    (
        "polar-express",
        [1, 0],
        [
            {"routes": TO_TROMSO, "tickets": ["mo-i-rana:tromso"]},
            {"routes": TO_STOCKHOLM, "tickets": ["oslo:stockholm", "murmansk:tromso"]},
        ],
    ),
    (
        "polar-express",
        [1, 1],
        [
            {"routes": TO_TROMSO, "tickets": ["mo-i-rana:tromso"]},
            {"routes": ALONG_THE_COAST, "tickets": ["murmansk:tromso"]},
        ],
    ),
    (
        "polar-express",
        [0, 0],
        [{"routes": TO_STOCKHOLM, "tickets": ["oslo:stockholm"]}, {"tickets": ["murmansk:tromso"]}],
    ),
    # A route with both ends inside the Arctic Circle counts once; so does one with one end there.
    (
        "golden-snowplough",
        [2, 1],
        [
            {"routes": ["boden:kiruna:black", "boden:rovaniemi:orange"]},
            {"routes": ["kiruna:narvik:yellow", "bergen:oslo:red", "lillehammer:oslo:green"]},
        ],
    ),
    ("golden-snowplough", [1, 1], [{"routes": ["boden:kiruna:black"]}, {"routes": ["kiruna:narvik:yellow"]}]),
    ("golden-snowplough", [0, 0], [{"routes": ["boden:tornio:yellow"]}, {"routes": ["bergen:oslo:red"]}]),
    (
        "ferry-captain",
        [2, 1],
        [{"routes": TO_TROMSO}, {"routes": ["helsinki:tallinn:grey:1", "bergen:oslo:red", "helsinki:turku:white"]}],
    ),
    ("ferry-captain", [1, 1], [{"routes": ["umea:vaasa:grey:1"]}, {"routes": ["mo-i-rana:trondheim:grey:1"]}]),
    ("ferry-captain", [0, 0], [{"routes": ["bergen:oslo:red"]}, {"routes": ["helsinki:turku:white"]}]),
    # A route with both ends in Norway counts once; so does one with one end there.
    (
        "wild-west",
        [2, 1],
        [
            {"routes": ["karlstad:oslo:green", "kiruna:narvik:yellow"]},
            {"routes": ["bergen:oslo:red", "karlstad:stockholm:blue", "boden:kiruna:black"]},
        ],
    ),
    ("wild-west", [1, 1], [{"routes": ["karlstad:oslo:green"]}, {"routes": ["bergen:oslo:red"]}]),
    ("wild-west", [0, 0], [{"routes": ["karlstad:stockholm:blue"]}, {}]),
]


def cases(kind: str) -> list[Case]:
    """Return the cases of a kind: won outright, tied, or at zero."""
    return [case for case in CASES if _kind(case[1]) == kind]


def _kind(counts: list[int]) -> str:
    if max(counts) == 0:
        return "zero"
    return "won" if counts.count(max(counts)) == 1 else "tied"


def check(goal: str, counts: list[int], seats: list[Seat]) -> None:
    """Check that exactly the players with the most score the goal, with the points in the table."""
    score = situation(LIGHTS, *seats, goals=[goal], decision="over").score()
    for seat, count in zip(score.seats, counts, strict=True):
        won = count == max(counts) > 0
        assert seat.bonus_counts == ([(goal, count, GOALS[goal])] if won else [])
        assert seat.bonuses == ({goal: GOALS[goal]} if won else {})
        assert seat.total == seat.routes + seat.ticket_points + (GOALS[goal] if won else 0)


@pytest.mark.parametrize(("goal", "counts", "seats"), cases("won"))
def test_l_12_the_player_with_the_most_scores_the_goal(goal: str, counts: list[int], seats: list[Seat]) -> None:
    check(goal, counts, seats)


@pytest.mark.parametrize(("goal", "counts", "seats"), cases("tied"))
def test_l_12_all_who_tie_score_the_goal(goal: str, counts: list[int], seats: list[Seat]) -> None:
    check(goal, counts, seats)


@pytest.mark.parametrize(("goal", "counts", "seats"), cases("zero"))
def test_r_9_nobody_scores_a_goal_for_a_shared_zero(goal: str, counts: list[int], seats: list[Seat]) -> None:
    check(goal, counts, seats)


@pytest.mark.parametrize("kind", ["won", "tied", "zero"])
def test_l_12_every_goal_is_tried(kind: str) -> None:
    assert {goal for goal, _, _ in cases(kind)} == set(GOALS)


# How some of them count


def test_r_16_a_ticket_between_two_capitals_counts_once() -> None:
    two_tickets = {
        "routes": [
            "kuressaare:stockholm:grey",
            "kuressaare:riga:red",
            "gdansk:kobenhavn:grey:1",
            "gdansk:klaipeda:orange",
        ],
        "tickets": ["riga:stockholm", "klaipeda:kobenhavn"],
    }
    check("capital-investments", [1, 2], [{"routes": TO_STOCKHOLM, "tickets": ["oslo:stockholm"]}, {**two_tickets}])


def test_r_16_a_ticket_between_two_cities_inside_the_arctic_circle_counts_once() -> None:
    two_tickets = {
        "routes": [*TO_TROMSO, "junction-white-sea:lieksa:purple", "junction-white-sea:murmansk:orange"],
        "tickets": ["mo-i-rana:tromso", "lieksa:murmansk"],
    }
    check("polar-express", [1, 2], [{"routes": ALONG_THE_COAST, "tickets": ["murmansk:tromso"]}, {**two_tickets}])


def test_r_16_the_capitals_and_the_arctic_cities_are_marked_on_the_board() -> None:
    spec = semafor.load_board(LIGHTS).spec
    tagged = {tag: {place.id for place in spec.places if tag in place.tags} for tag in ("capital", "arctic")}
    assert tagged["capital"] == {"stockholm", "kobenhavn", "oslo", "helsinki"}
    assert {"kiruna", "narvik", "tromso", "honningsvag", "kirkenes", "murmansk"} <= tagged["arctic"]
    assert not {"mo-i-rana", "boden", "tornio", "oulu", "trondheim"} & tagged["arctic"]


def test_r_17_countries_need_not_be_connected_with_each_other() -> None:
    apart = ["gdansk:klaipeda:orange", "helsinki:stockholm:grey:1"]  # Poland, Lithuania; Finland, Sweden
    joined = ["karlstad:oslo:green", "karlstad:stockholm:blue"]  # Norway, Sweden
    check("railway-empire", [4, 2], [{"routes": apart}, {"routes": joined}])


def test_r_17_a_country_counts_once() -> None:
    twice = ["karlstad:oslo:green", "alborg:goteborg:grey:1"]  # Norway, Sweden; Denmark, Sweden
    check("railway-empire", [3, 2], [{"routes": twice}, {"routes": ["helsinki:stockholm:grey:1"]}])


def test_r_17_routes_inside_a_country_do_not_count() -> None:
    in_norway = ["bergen:oslo:red", "bergen:stavanger:grey:1", "lillehammer:oslo:green", "kristiansand:oslo:white"]
    check("railway-empire", [0, 2], [{"routes": in_norway}, {"routes": ["alborg:goteborg:grey:1"]}])
    check("railway-empire", [0, 0], [{"routes": in_norway}, {"routes": ["apatity:murmansk:blue"]}])
    # It is counted the same way during the game.
    seats: list[Seat] = [{"routes": in_norway}, {"routes": ["alborg:goteborg:grey:1"]}]
    standing = situation(LIGHTS, *seats, goals=["railway-empire"]).standing()
    assert [award.values(2) for award in standing.awards if award.id == "railway-empire"] == [[0, 2]]
