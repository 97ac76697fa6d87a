"""The engine's limits: a board exactly at a limit plays, a larger one is refused."""

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest

import semafor
from semafor import Board, BoardError, Chance, Claim, Game, MoveSpace
from semafor.engine.boards import make_board
from semafor.model.cards import COLOURS
from tests.toy import HARRO, LAST_TICKET, LONG, TOY, country_board, problems, with_parts

Entry = dict[str, object]


# Lists


def many_cities(count: int, text: str = TOY) -> str:
    """Return a board with more cities, each on its own route."""
    city = '  {{ id = "c{}", name = "C", lat = 0.0, lon = 0.0 }},\n'
    cities = "".join(city.format(n) for n in range(count))
    route = '  {{ between = ["ambel", "c{}"], length = 1, colour = "red" }},\n'
    routes = "".join(route.format(n) for n in range(count))
    text = text.replace(f"  {HARRO},\n", f"  {HARRO},\n{cities}")
    return text.replace(f"  {LONG},\n", f"  {LONG},\n{routes}")


def test_at_most_120_places() -> None:
    assert problems(many_cities(112)) == []
    many = "cities: at most 120 fit, every end of a route in a country included, got 121"
    assert problems(many_cities(113)) == [many]


@pytest.mark.parametrize(("count", "fits"), [(8, True), (9, False)])
def test_every_end_in_a_country_takes_a_place(count: int, fits: bool) -> None:
    # 109 cities and 3 ends; the country itself is not a node.
    text = many_cities(100, country_board())
    route = '  {{ between = ["c{}", "afar"], length = 1, colour = "red" }},\n'
    more = "".join(route.format(n) for n in range(count))
    text = text.replace(f"  {LONG},\n", f"  {LONG},\n{more}")
    many = "cities: at most 120 fit, every end of a route in a country included, got 121"
    assert problems(text) == ([] if fits else [many])


def pairs(count: int) -> list[tuple[str, str]]:
    """Return a number of different pairs of the cities of `many_cities(100)`."""
    ids = [f"c{n}" for n in range(100)]
    found = [(a, b) for index, a in enumerate(ids) for b in ids[index + 1 :]]
    return found[:count]


@pytest.mark.parametrize(("count", "fits"), [(10, True), (11, False)])
def test_a_network_is_at_most_11_cities_wide(count: int, fits: bool) -> None:
    """U-27: the width of the map (measured here around a central city) bounds the search for the longest path."""
    ids = [f"c{n}" for n in range(count)]
    core = [(a, b) for index, a in enumerate(ids) for b in ids[index + 1 :]]
    more = "".join(f'  {{ between = ["{a}", "{b}"], length = 2, colour = "red" }},\n' for a, b in core)
    text = many_cities(count).replace(f"  {LONG},\n", f"  {LONG},\n{more}")
    found = problems(text)
    assert len(found) == (0 if fits else 1)
    assert fits or found[0].startswith("routes: the network is too dense to find the longest path"), found


@pytest.mark.parametrize(("count", "fits"), [(126, True), (127, False)])
def test_at_most_240_routes(count: int, fits: bool) -> None:
    more = "".join(f'  {{ between = ["{a}", "{b}"], length = 2, colour = "red" }},\n' for a, b in pairs(count))
    text = many_cities(100).replace(f"  {LONG},\n", f"  {LONG},\n{more}")
    assert problems(text) == ([] if fits else ["routes: at most 240 fit, got 241"])


@pytest.mark.parametrize(("count", "fits"), [(240, True), (241, False)])
def test_at_most_250_tickets(count: int, fits: bool) -> None:
    more = "".join(f'  {{ between = ["{a}", "{b}"], points = 2 }},\n' for a, b in pairs(count))
    text = many_cities(100).replace(f"  {LAST_TICKET},\n", f"  {LAST_TICKET},\n{more}")
    assert problems(text) == ([] if fits else ["tickets: at most 250 fit, got 251"])


def goals(count: int) -> list[Entry]:
    """Return a number of goals."""
    return [{"id": f"g{n}", "name": {"en": "G"}, "points": 1, "measure": "ferries"} for n in range(count)]


def test_at_most_60_goals() -> None:
    rules: dict[str, Entry] = {"goals": {"face_up": 60}}
    assert problems(with_parts(rules, goals=goals(60))) == []
    assert problems(with_parts(rules, goals=goals(61))) == ["goals: at most 60 fit, got 61"]


def test_at_most_60_regions() -> None:
    regions = [{"id": f"r{n}", "name": "R"} for n in range(61)]
    assert problems(with_parts({}, regions=regions[:60])) == []
    assert problems(with_parts({}, regions=regions)) == ["regions: at most 60 fit, got 61"]


def test_at_most_60_countries_of_cities() -> None:
    data = tomllib.loads(many_cities(54))
    # The last of the 62 cities is in no country.
    for number, city in enumerate(data["cities"][:-1]):
        city["country"] = f"C{number}"
    many = "cities: at most 60 different countries fit, got 61"
    assert problems(with_parts({}, cities=data["cities"], routes=data["routes"])) == [many]
    data["cities"][0]["country"] = "C1"
    assert problems(with_parts({}, cities=data["cities"], routes=data["routes"])) == []


@pytest.mark.parametrize(("points", "fits"), [(1000, True), (1001, False)])
def test_at_most_1000_points_for_a_ticket_or_a_goal(points: int, fits: bool) -> None:
    tickets = tomllib.loads(TOY)["tickets"]
    tickets[3]["points"] = points
    wrong = f"must be a whole number from 1 to 1000, got {points}"
    assert problems(with_parts({}, tickets=tickets)) == ([] if fits else [f"tickets[3].points: {wrong}"])
    goal = {**goals(1)[0], "points": points}
    text = with_parts({"goals": {"face_up": 1}}, goals=[goal])
    assert problems(text) == ([] if fits else [f"goals[0].points: {wrong}"])


# Coloured cards in one payment


def with_route(route: Entry, rules: dict[str, Entry]) -> str:
    """Return the toy board with as many cards as allowed, and a long route from Ambel to Harro."""
    long = {"between": ["ambel", "harro"], "colour": "grey", **route}
    plenty: dict[str, Entry] = {
        "train_cards": {"each_colour": 20, "locomotives": 59},
        "claiming": {"trains": 60},
        "route_points": {"points": {str(length): length for length in range(1, 61)}},
    }
    return with_parts({**plenty, **rules}, routes=[*tomllib.loads(TOY)["routes"], long])


ANY_5: dict[str, Entry] = {"ferries": {"substitute": "any", "cards": 5}}
ANY: dict[str, Entry] = {"ferries": {"substitute": "any"}}
PAIRS: dict[str, Entry] = {"ferries": {"substitute": "pair"}}
PLAIN_ONLY: dict[str, Entry] = {"locomotives": {"wild_on": ["plain"]}}
INSTEAD: dict[str, Entry] = {"route_substitution": {}}


@pytest.mark.parametrize(
    ("route", "rules", "most"),
    [
        # A set, and locomotives for what it lacks.
        ({"length": 59}, {}, 59),
        ({"length": 60}, {}, 60),
        # This many for each card of the set (N-8).
        ({"length": 1, "any_cards_for_one": 59}, INSTEAD, 59),
        ({"length": 1, "any_cards_for_one": 60}, INSTEAD, 60),
        ({"length": 29, "any_cards_for_one": 2}, INSTEAD, 58),
        ({"length": 30, "any_cards_for_one": 2}, INSTEAD, 60),
        # This many for each locomotive; where they are wild, every space may take one (N-10).
        ({"length": 11, "locomotives": 1}, ANY_5, 55),
        ({"length": 12, "locomotives": 1}, ANY_5, 60),
        ({"length": 12, "locomotives": 1}, {**ANY_5, **PLAIN_ONLY}, 16),
        # Two if the file does not say how many.
        ({"length": 29, "locomotives": 1}, ANY, 58),
        ({"length": 30, "locomotives": 1}, ANY, 60),
        # A pair for each symbol (L-7).
        ({"length": 58, "locomotives": 1}, PAIRS, 59),
        ({"length": 59, "locomotives": 1}, PAIRS, 60),
        # Symbols that take locomotives, and nothing else (N-9); waves that no coloured card pays for (I-6).
        ({"length": 60, "locomotives": 1}, {}, 59),
        ({"length": 60, "waves": 1}, {"ferry_cards": {"pile": 1, "hand_limit": 1, "covers": 1}}, 59),
    ],
)
def test_at_most_59_coloured_cards_in_one_payment(route: Entry, rules: dict[str, Entry], most: int) -> None:
    found = problems(with_route(route, rules))
    many = f"routes[14]: at most 59 coloured cards fit into one payment, and {most} might be played here"
    assert found == ([] if most < 60 else [many])


# A board at every limit

SIDE = 10
CITIES = [f"c{n}" for n in range(120)]
SPECIAL: list[Entry] = [
    {"length": 1, "any_cards_for_one": 59},
    {"length": 11, "locomotives": 4},
    {"length": 4, "waves": 4},
    {"length": 6, "tunnel": True},
    {"length": 59},
]
"""The routes from the first corner of the grid on, all grey."""


def neighbours() -> list[tuple[str, str]]:
    """Return 240 pairs of cities: neighbours in a grid first, then diagonals."""
    steps = [(1, 0), (0, 1), (1, 1)]
    places = [(n % SIDE, n // SIDE) for n in range(len(CITIES))]
    found = [
        (CITIES[x + SIDE * y], CITIES[x + dx + SIDE * (y + dy)])
        for dx, dy in steps
        for x, y in places
        if x + dx < SIDE and (x + dx, y + dy) in places
    ]
    return found[:240]


@cache
def largest() -> str:
    """Return a board at every limit at once."""
    routes = [
        {"between": [a, b], "length": 1 + n % 3, "colour": [*COLOURS, "grey"][n % 9]}
        for n, (a, b) in enumerate(neighbours())
    ]
    for route, special in zip(routes, SPECIAL, strict=False):
        route.update({"colour": "grey", **special})
    measures: list[Entry] = [
        {"measure": measure}
        for measure in ("locomotives_in_hand", "trains_left", "countries", "longest_path", "ferries")
    ]
    measures += [{"measure": "routes_at", "at": {"country": f"C{n}"}} for n in range(30)]
    measures += [{"measure": "tickets_at", "at": {"country": f"C{n}"}} for n in range(35, 60)]
    rules: dict[str, Entry] = {
        "train_cards": {"each_colour": 20, "locomotives": 59, "dealt": 20},
        "claiming": {"trains": 60},
        "ferries": {"substitute": "any", "cards": 5},
        "ferry_cards": {"pile": 50, "hand_limit": 2, "covers": 5},
        "tunnels": {"revealed": 10},
        "route_substitution": {},
        "parallel_routes": {"double": {str(players): 1 for players in range(2, 6)}},
        "route_points": {"points": {str(length): 1000 for length in range(1, 61)}},
        "starting_tickets": {"dealt": 5, "keep": 1},
        "ticket_draw": {"drawn": 5, "keep": 1},
        "goals": {"face_up": 60},
        "regions": {"points": {str(count): 1000 for count in range(1, 61)}},
    }
    return with_parts(
        rules,
        players={"min": 2, "max": 5},
        cities=[
            {"id": id, "name": id, "lat": 0, "lon": 0, "region": f"r{n % 60}", "country": f"C{n % 60}"}
            for n, id in enumerate(CITIES)
        ],
        routes=routes,
        tickets=[{"between": [a, b], "points": 1000} for a, b in pairs(250)],
        regions=[{"id": f"r{n}", "name": "R", "doubled": True} for n in range(60)],
        goals=[{**goal, **measure, "points": 1000} for goal, measure in zip(goals(60), measures, strict=True)],
    )


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    path = tmp_path_factory.mktemp("boards") / "largest.toml"
    path.write_text(largest(), encoding="utf-8")
    return semafor.load_board(str(path))


def rich(board: Board, players: int, seed: int) -> Game:
    """Return a game in which almost all cards are in the players' hands, and nothing is claimed yet."""
    rng = Random(seed)
    cards = [colour for colour in COLOURS for _ in range(18)] + ["locomotive"] * 55
    rng.shuffle(cards)
    hands = [Counter(cards[seat::players]) for seat in range(players)]
    data = {"board": "toy", "seats": [{"hand": dict(hand), "ferry_cards": 2} for hand in hands]}
    return semafor.load_position(data, seed, board)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("start", ["dealt", "rich"])
def test_the_largest_board_plays(board: Board, players: int, start: str) -> None:
    space = MoveSpace(board)
    rng = Random(players)
    chance = Chance.seeded(players)
    for seed in range(3):
        game = semafor.new_game(board, players, seed) if start == "dealt" else rich(board, players, seed)
        while not game.over:
            moves = game.moves()
            assert sum(space.mask(moves)) == len(moves) > 0
            if game.pending.name == "take_turn" and rng.random() < 0.1:
                seat = game.pending.seats[0]
                seen = game.observe(seat)
                assert seen.determinise(chance).observe(seat) == seen
            game.play(rng.choice(moves))
        # Every goal is face up, and every player has something that counts towards some of them.
        awarded = {name for seat in game.score().seats for name in seat.bonuses}
        assert awarded >= {"regions", "longest_path", "g0", "g1", "g2", "g3"}
        again = semafor.replay(game.record(), board)
        assert again.position() == game.position()
        assert again.score().to_json() == game.score().to_json()


@pytest.mark.parametrize(
    ("route", "rules", "hand", "paid"),
    [
        ({"length": 1, "any_cards_for_one": 59}, INSTEAD, dict.fromkeys(COLOURS, 9), 59),
        ({"length": 11, "locomotives": 4}, ANY_5, dict.fromkeys(COLOURS, 9), 55),
        ({"length": 29, "locomotives": 29}, PAIRS, dict.fromkeys(COLOURS, 9), 58),
        ({"length": 59}, {}, {"red": 20, "locomotive": 39}, 59),
    ],
)
def test_the_largest_payments_are_made(
    route: Entry, rules: dict[str, Entry], hand: dict[str, int], paid: int, tmp_path: Path
) -> None:
    path = tmp_path / "long.toml"
    path.write_text(with_route(route, rules), encoding="utf-8")
    board = semafor.load_board(str(path))
    space = MoveSpace(board)
    data = {"board": "toy", "seats": [{"hand": hand}, {}]}
    by_moves = semafor.load_position(data, 1, board)
    by_moves.play(next(move for move in by_moves.moves() if space.name(space.number[move]) == "claim ambel:harro:grey"))
    while by_moves.pending.seats == [0]:
        # The last move: as many coloured cards as possible, the last colours first.
        by_moves.play(by_moves.moves()[-1])
    [claim] = [step.action for step in by_moves.record().steps]
    assert isinstance(claim, Claim)
    assert sum(claim.counts) == paid
    by_action = semafor.load_position(data, 1, board)
    by_action.apply(0, claim)
    assert by_action.position() == by_moves.position()


@pytest.mark.parametrize(("count", "fits"), [(2, True), (3, False)])
def test_at_most_20000_shapes_of_payments(count: int, fits: bool) -> None:
    """Each of these routes has 9,455 payment shapes; building the tables of many would take seconds."""
    ends = [("ambel", "harro"), ("gild", "ambel"), ("eskar", "gild")][:count]
    long = [{"between": [a, b], "length": 29, "colour": "grey", "any_cards_for_one": 2} for a, b in ends]
    rules: dict[str, Entry] = {
        "train_cards": {"each_colour": 20, "locomotives": 59},
        "claiming": {"trains": 60},
        "route_points": {"points": {str(length): length for length in range(1, 61)}},
        **INSTEAD,
    }
    text = with_parts(rules, routes=[*tomllib.loads(TOY)["routes"], *long])
    many = "routes: too many ways to pay: the payments of all routes together come in at most 20000 shapes"
    if fits:
        assert len(make_board(text, "edited.toml").shapes) > 0
    else:
        with pytest.raises(BoardError, match=many):
            make_board(text, "edited.toml")


def test_at_most_50_languages() -> None:
    names = {"en": "Toy", **{f"x{n}": "X" for n in range(50)}}
    assert problems(with_parts({}, name=names)) == ["name: at most 50 languages fit, got 51"]


@pytest.mark.parametrize(
    ("name", "wrong"), [("a" * 81, "at most 80"), ("a\u202eb", "direction"), ("a\x07b", "control")]
)
def test_names_can_be_shown(name: str, wrong: str) -> None:
    cities = tomllib.loads(TOY)["cities"]
    for place, parts in (("name.en", {"name": {"en": name}}), ("cities[0].name", {"cities": cities})):
        cities[0]["name"] = name
        [problem] = problems(with_parts({}, **parts))
        assert problem.startswith(f"{place}: must be a text")
        assert wrong in problem


@pytest.mark.parametrize("text", ["revision = " + "9" * 5000, "a = " + "[" * 5000 + "]" * 5000])
def test_numbers_and_lists_beyond_reading_are_problems_of_the_file(text: str) -> None:
    assert len(problems(text)) == 1
