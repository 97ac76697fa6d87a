"""Regions: each network scores by the regions it connects (I-10, I-11, R-14)."""

import tomllib
from pathlib import Path

import pytest

from semafor import load_board, load_position
from semafor.engine.scoring.score import SeatScore
from tests.games import situation
from tests.toy import TOY, with_parts

ITALY = "italy"

# A growing network: each step adds one region.
STEPS = [
    ["trento:verona:red"],  # Trentino-Alto Adige and Veneto
    ["brescia:verona:black"],  # Lombardia
    ["bologna:verona:green"],  # Emilia-Romagna
    ["bologna:firenze:black"],  # Toscana
    ["venezia:verona:orange", "udine:venezia:green"],  # Friuli-Venezia Giulia
    ["brescia:milano:purple", "alessandria:milano:blue"],  # Piemonte e Valle d'Aosta
    ["alessandria:genova:orange"],  # Liguria
    ["firenze:perugia:red"],  # Umbria e Marche
    ["perugia:roma:green"],  # Lazio
    ["l-aquila:roma:red"],  # Abruzzo e Molise
    ["l-aquila:pescara:white", "campobasso:pescara:red", "campobasso:napoli:purple"],  # Campania
    ["campobasso:foggia:white"],  # Puglia
    ["foggia:potenza:yellow"],  # Basilicata
    ["cosenza:potenza:purple"],  # Calabria
    ["cosenza:reggio-calabria:black", "messina:reggio-calabria:grey:1"],  # Sicilia
]
POINTS = {5: 1, 6: 2, 7: 4, 8: 7, 9: 11, 10: 16, 11: 22, 12: 29, 13: 37, 14: 46, 15: 56, 16: 56}

# The two networks of the rulebook's example, each with Toscana among its 5 regions.
FROM_FIRENZE = ["bologna:firenze:black", "bologna:verona:green", "brescia:verona:black", "trento:verona:red"]
FROM_PISA = [
    "la-spezia:pisa:black",
    "piombino:pisa:orange",
    "civitavecchia:piombino:yellow",
    "civitavecchia:roma:purple",
    "perugia:roma:green",
    "l-aquila:roma:red",
]
SICILIA = ["catania:messina:green", "agrigento:catania:yellow", "agrigento:palermo:black"]
PUGLIA = ["bari:foggia:black", "bari:lecce:blue", "lecce:taranto:white"]
SARDEGNA = ["olbia:sassari:blue", "nuoro:olbia:yellow", "cagliari:nuoro:blue"]


def scored(routes: list[str]) -> SeatScore:
    """Return the score of a player with these routes."""
    return situation(ITALY, {"routes": routes}, {}, decision="over").score().seats[0]


def networks(routes: list[str]) -> list[tuple[int, int]]:
    """Return the regions and points of every network that scores."""
    return sorted((regions, points) for _, regions, points in scored(routes).bonus_counts)


@pytest.mark.parametrize("regions", range(2, 17))
def test_i_10_scores_by_the_number_of_regions(regions: int) -> None:
    routes = [route for step in STEPS[: regions - 1] for route in step]
    score = scored(routes)
    if regions < 5:
        assert score.bonuses == {}
        assert score.total == score.routes
    else:
        assert score.bonus_counts == [("regions", regions, POINTS[regions])]
        assert score.bonuses == {"regions": POINTS[regions]}
        assert score.total == score.routes + POINTS[regions]


def test_i_10_example_two_networks_are_scored_separately() -> None:
    assert networks(FROM_FIRENZE + FROM_PISA) == [(5, 1), (5, 1)]
    assert scored(FROM_FIRENZE + FROM_PISA).bonuses == {"regions": 2}


def test_i_10_example_joined_by_firenze_pisa_they_are_nine_regions() -> None:
    joined = [*FROM_FIRENZE, *FROM_PISA, "firenze:pisa:blue"]
    assert networks(joined) == [(9, 11)]
    assert scored(joined).bonuses == {"regions": 11}


def test_i_10_there_are_17_regions_and_every_city_is_in_one() -> None:
    spec = situation(ITALY, {}, {}).board.spec
    assert len(spec.regions) == 17
    assert {place.region for place in spec.places if place.kind == "city"} == {region.id for region in spec.regions}


def test_i_10_several_cities_of_a_region_count_once() -> None:
    assert networks([*FROM_FIRENZE, "firenze:siena:green", "firenze:pisa:blue", "piombino:pisa:orange"]) == [(5, 1)]


def test_i_10_every_player_is_scored() -> None:
    game = situation(ITALY, {"routes": FROM_FIRENZE}, {"routes": FROM_PISA}, {}, decision="over")
    assert [seat.bonuses for seat in game.score().seats] == [{"regions": 1}, {"regions": 1}, {}]


# 4 regions next to one of the doubled ones, and the routes that add all its cities.
@pytest.mark.parametrize(
    ("others", "region"),
    [
        # Campania, Basilicata, Calabria and Sicilia (Messina).
        (
            [
                "potenza:salerno:green",
                "cosenza:potenza:purple",
                "cosenza:reggio-calabria:black",
                "messina:reggio-calabria:grey:1",
            ],
            SICILIA,
        ),
        # Lazio, Abruzzo e Molise, Campania and Puglia (Foggia).
        (
            [
                "l-aquila:roma:red",
                "l-aquila:pescara:white",
                "campobasso:pescara:red",
                "campobasso:napoli:purple",
                "campobasso:foggia:white",
            ],
            PUGLIA,
        ),
        # Emilia-Romagna, Toscana, Lombardia and Sardegna (Olbia).
        (
            [
                "milano:parma:black",
                "bologna:parma:blue",
                "bologna:firenze:black",
                "firenze:pisa:blue",
                "piombino:pisa:orange",
                "olbia:piombino:grey",
            ],
            SARDEGNA,
        ),
    ],
)
def test_i_11_sardegna_sicilia_and_puglia_count_twice_with_all_their_cities(
    others: list[str], region: list[str]
) -> None:
    assert networks(others) == []  # 4 regions
    assert networks(others + region) == [(5, 1)]
    # With one city missing, it counts once.
    for missing in region:
        assert networks([route for route in others + region if route != missing]) == []


def test_i_11_all_cities_must_be_in_the_same_network() -> None:
    """All of Sicilia in two networks: neither counts it twice."""
    calabria = ["potenza:salerno:green", "cosenza:potenza:purple", "cosenza:reggio-calabria:black"]
    apart = [*calabria, "messina:reggio-calabria:grey:1", "catania:messina:green", "agrigento:palermo:black"]
    assert networks(apart) == []
    assert networks([*apart, "agrigento:catania:yellow"]) == [(5, 1)]


def test_i_11_other_regions_never_count_twice() -> None:
    """All of Basilicata and 3 other regions count as 4."""
    routes = ["matera:potenza:red", "potenza:salerno:green", "cosenza:potenza:purple", "bari:matera:green"]
    assert networks(routes) == []


def test_i_11_the_doubled_regions_are_these_three() -> None:
    spec = situation(ITALY, {}, {}).board.spec
    assert {region.id for region in spec.regions if region.doubled} == {"sardegna", "sicilia", "puglia"}


def test_r_14_a_country_is_no_region() -> None:
    four = ["bologna:verona:green", "brescia:verona:black", "trento:verona:red", "bolzano:trento:purple"]
    assert networks(four) == []
    assert networks([*four, "austria:bolzano:green"]) == []
    assert networks([*four, "bologna:firenze:black"]) == [(5, 1)]


def test_r_14_networks_do_not_join_in_a_country() -> None:
    """3 regions at one end of Austria and 3 at the other (Veneto is in both) don't make 5."""
    west = ["austria:bolzano:green", "bolzano:trento:purple", "trento:verona:red", "bologna:verona:green"]
    east = ["austria:udine:black", "udine:venezia:green"]
    assert networks(west + east) == []
    # Joined at Verona-Venezia they are Trentino, Veneto, Emilia and Friuli: 4; with Toscana 5.
    assert networks([*west, *east, "venezia:verona:orange", "bologna:firenze:black"]) == [(5, 1)]


def test_r_14_both_end_cities_of_a_route_are_in_its_network() -> None:
    """The last route of a chain adds the region of its far end."""
    chain = ["alessandria:genova:orange", "genova:la-spezia:blue", "la-spezia:parma:green", "milano:parma:black"]
    assert networks(chain) == []  # Piemonte, Liguria, Emilia-Romagna, Lombardia
    assert networks([*chain, "la-spezia:pisa:black"]) == [(5, 1)]


def test_i_11_every_doubled_region_counts_twice() -> None:
    # Puglia, Basilicata, Calabria, Sicilia; then all of Sicilia, then all of Puglia as well.
    path = [route for step in STEPS[12:] for route in step]
    assert [regions for regions, _ in networks([*path, *SICILIA])] == [5]
    assert [regions for regions, _ in networks([*path, *SICILIA, *PUGLIA])] == [6]


@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize("number", [0, 1])
def test_i_10_i_11_a_board_may_score_a_single_region(tmp_path: Path, number: int, doubled: bool) -> None:
    """The first region of a file counts like any other, and twice if the file says so."""
    cities = [{**city, "region": "east" if city["id"] in EAST else "west"} for city in tomllib.loads(TOY)["cities"]]
    regions = [{"id": "west", "name": "West"}, {"id": "east", "name": "East"}]
    regions[number] = {**regions[number], "doubled": doubled}  # type: ignore[dict-item]
    points = {"1": 3, "2": 5, "3": 8}
    path = tmp_path / "regions.toml"
    path.write_text(
        with_parts({"regions": {"points": points}, "claiming": {"trains": 20}}, cities=cities, regions=regions),
        encoding="utf-8",
    )
    board = load_board(str(path))

    def found(*routes: str) -> list[tuple[int, int]]:
        position = {"board": "toy", "seats": [{"routes": list(routes)}, {}], "decision": "over"}
        counts = load_position(position, 1, board).score().seats[0].bonus_counts
        return sorted((regions, points) for name, regions, points in counts if name == "regions")

    west, east = ["ambel:brack:red", "ambel:dunley:grey", "ambel:eskar:green", "eskar:gild:blue"], ["cormo:fenn:orange"]
    twice = [1 + (doubled and number == 0), 1 + (doubled and number == 1)]
    assert found("ambel:brack:red") == [(1, 3)]  # a part of the west
    assert found(*west) == [(twice[0], points[str(twice[0])])]
    assert found(*east, "fenn:harro:grey") == [(twice[1], points[str(twice[1])])]
    everything = sum(twice)
    assert found(*west, *east, "fenn:harro:grey", "eskar:fenn:grey") == [(everything, points[str(everything)])]


EAST = ("cormo", "fenn", "harro")
