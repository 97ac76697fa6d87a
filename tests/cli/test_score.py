"""``semafor score``: games played at a real table, typed by people or written by programs."""

from __future__ import annotations

import pytest

import semafor
from semafor import Chance, Game
from semafor.cli.score.text import TableText, load_table
from semafor.cli.words.language import Speech
from tests.cli.scoring import SAMPLE, score, scored, usa

LIGHTS_WITH_GOALS = "northern-lights\ngoals: small-steps, railway-empire, nordic-express, wild-west"


class TestScore:
    def test_the_sample_in_words(self) -> None:
        output = score(SAMPLE, "--lang", "en").stdout
        assert "Tickets  −11 points, 1 of 2 completed (U-24, U-26)" in output  # noqa: RUF001 (a minus sign is meant)
        assert "✓  Montréal – Atlanta    +9  Montréal – New York – Washington – Raleigh –" in output
        assert "✗  Los Angeles – Miami  −20  not connected" in output  # noqa: RUF001 (a minus sign is meant)
        assert "Longest path  10 points (U-27) · trains in the longest path" in output
        assert "Ania 10, Bartek 4 → 10 to Ania" in output
        assert "Most points: Ania 11, Bartek 4." in output
        assert "★ Ania wins with 11 points." in output

    def test_the_sample_in_polish(self) -> None:
        output = score(SAMPLE, "--lang", "pl").stdout
        assert "Bilety  −11 punktów, zrealizowane: 1 z 2 (U-24, U-26)" in output  # noqa: RUF001 (a minus sign is meant)
        assert "Najdłuższa trasa  10 punktów (U-27)" in output
        assert "★ Wygrywa Ania: 11 punktów." in output

    def test_json_is_the_shape_of_the_protocol(self) -> None:
        assert scored(SAMPLE) == {
            "seats": [
                {
                    "routes": 12,
                    "tickets": {"completed": ["atlanta:montreal"], "failed": ["los-angeles:miami"], "points": -11},
                    "bonuses": {"longest_path": 10},
                    "longest_path": 10,
                    "total": 11,
                },
                {
                    "routes": 8,
                    "tickets": {"completed": [], "failed": ["denver:el-paso"], "points": -4},
                    "bonuses": {},
                    "longest_path": 4,
                    "total": 4,
                },
            ],
            "winners": [0],
        }

    def test_u_26_the_rulebooks_example(self) -> None:
        blue = "routes: Montreal-New York, New York-Washington, Washington-Raleigh, Raleigh-Atlanta"
        green = "routes: Sault Ste Marie-Duluth, Duluth-Chicago, Chicago-Saint Louis, Saint Louis-Nashville"
        data = scored(
            f"board: usa\nBlue\n{blue}\ntickets: Montréal-Atlanta, New York-Atlanta\n"
            f"Green\n{green}\ntickets: Sault Ste. Marie-Nashville, Atlanta-Washington\n"
        )
        seats = data["seats"]
        assert isinstance(seats, list)
        assert [seat["tickets"]["points"] for seat in seats] == [15, 4]

    def test_a_tie_is_explained_step_by_step(self) -> None:
        output = score(usa("Calgary - Vancouver", "", "Phoenix - El Paso"), "--lang", "en").stdout
        assert "Most points: Ania 14, Bartek 14." in output
        assert "Ania and Bartek are still tied." in output
        assert "Tie: more completed tickets: Ania 0, Bartek 0." in output
        assert "Tie: the longest-path bonus: Ania yes, Bartek yes." in output
        assert "Ania and Bartek share the win: they are still tied (R-10)." in output

    def test_i_12_a_tie_goes_to_more_completed_tickets(self) -> None:
        text = (
            "board: italy\nAnia\nroutes: Sanremo-Torino, Alessandria-Genova\n"
            "Bartek\nroutes: Bolzano-Belluno, Belluno-Venezia\ntickets: Bolzano-Venezia\n"
        )
        output = score(text, "--lang", "en").stdout
        assert "Winner (I-12)" in output
        assert "Most points: Ania 8, Bartek 8." in output
        assert "Tie: more completed tickets: Bartek 1, Ania 0." in output
        assert "★ Bartek wins with 8 points." in output

    def test_n_18_nordic_countries_compares_the_longest_path(self) -> None:
        text = "board: nordic\nA\nroutes: Tampere-Helsinki, Oslo-Orebro\nB\nroutes: Lahti-Tampere, Norrkoping-Orebro"
        output = score(text, "--lang", "en").stdout
        assert "Winner (N-18)" in output
        assert "Tie: the longer longest path: A 2, B 2." in output
        assert "Globetrotter  10 points (N-17) · completed tickets" in output
        assert "nobody: every count is zero (R-9)" in output

    def test_i_10_regions_are_listed_for_every_network(self) -> None:
        text = (
            "board: italy\nAnia\nroutes: Olbia-Sassari, Nuoro-Olbia, Cagliari-Nuoro, Rzym-Neapol\n"
            "Bartek\nroutes: Florence-Pisa\n"
        )
        output = score(text, "--lang", "en").stdout
        assert "Regions (I-10, I-11)" in output
        assert "Ania  2 regions → 0 points  Sardegna (counts twice, I-11)" in output
        assert "Ania  2 regions → 0 points  Lazio, Campania" in output
        assert "Bartek  1 region → 0 points  Toscana" in output

    def test_l_12_goals_show_what_everybody_has(self) -> None:
        text = (
            "plansza: zorza\ncele: Pociąg do lokomotyw, kapitan promu; Regional, dziki zachód\n"
            "Ania\ntrasy: Oslo - Bergen, sztokholm-turku\nkarty: 3 czerwone, 2x lok\n"
            "Bartek\ntrasy: trondheim-andalsnes, andalsnes-bergen\nbilety: Trondheim-Bergen 5\nręka: brak\n"
        )
        output = score(text, "--lang", "en").stdout
        assert "Ania 3, Bartek 0 → 10 to Ania" in output
        assert "Regional Links  10 points (L-12) · completed tickets worth 5 or less" in output
        assert "Ania 0, Bartek 1 → 10 to Bartek" in output
        assert "Winner (L-13)" in output
        assert "Note" not in output

    def test_a_hand_that_matters_and_is_missing_is_noted(self) -> None:
        goals = "goals: locomotive-lover, small-steps, ferry-captain, wild-west"
        text = f"board: northern-lights\n{goals}\nAnia\nroutes: Oslo-Bergen\nhand: red\nBartek\n"
        output = score(text, "--lang", "en").stdout
        assert "Note: No hand is given for Bartek; for the goal Drawn to Locomotives it counts" in output


class TestForgiving:
    PLAIN = usa("New York - Washington, Portland - Seattle", "Montréal - Atlanta", "Saint Louis - Nashville")

    @pytest.mark.parametrize(
        ("routes", "tickets", "other"),
        [
            ("NEW YORK-WASHINGTON, portland – seattle", "montreal-atlanta", "saint louis — nashville"),
            ("new york washington; seattle portland", "ATLANTA montreal 9", "St. Louis/Nashville"),
            ("Nowy Jork - Waszyngton,seattle-portland", "Montreal: Atlanta", "st louis -> nashville"),
            ("ny-wash, sea-port", "mont-atl", "saint l-nash"),
            ("new-york:washington:black, portland:seattle:grey:1", "atlanta:montreal", "nashville:saint-louis:grey"),
            (
                "New York - Washington black, Portland - Seattle 1",
                "Montréal to Atlanta (9)",
                "Saint Louis do Nashville 2",
            ),
            (
                "New York-Washington czarny,\n    Portland-Seattle  # a comment",
                "\n    Montréal - Atlanta",
                "\nSaint Louis-Nashville",
            ),
        ],
    )
    def test_spellings(self, routes: str, tickets: str, other: str) -> None:
        assert scored(usa(routes, tickets, other)) == scored(self.PLAIN)

    def test_polish_words_and_no_indentation(self) -> None:
        text = (
            "plansza: USA\ngracz: Ania\ntrasy:\nNew York - Washington\nPortland - Seattle\nbilety: Montreal - Atlanta\n"
            "Bartek\npołączenia: Saint Louis - Nashville\nbilety: brak\nręka: 2 czerwone, lokomotywa\n"
        )
        assert scored(text) == scored(self.PLAIN)

    def test_names_of_players_may_have_dashes_and_colons(self) -> None:
        text = self.PLAIN.replace("Ania", "Anna-Maria").replace("Bartek", "Bartek:")
        assert scored(text) == scored(self.PLAIN)
        assert "Bartek 12, Anna-Maria 4." in score(text).stdout

    def test_a_place_cut_short_is_understood_from_its_neighbour(self) -> None:
        # Many places begin with “san”; only one of them is adjacent to Portland.
        assert scored(usa("san - portland")) == scored(usa("San Francisco - Portland"))

    def test_either_lane_takes_a_free_one(self) -> None:
        text = "board: usa\n" + "".join(
            f"{name}\nroutes: {routes}\n"
            for name, routes in {"A": "Boston-New York", "B": "Boston-New York yellow", "C": "", "D": ""}.items()
        )
        table = TableText(text, Speech("en"))
        assert not table.problems
        seats = load_table(table).position()["seats"]
        assert isinstance(seats, list)
        assert seats[0]["routes"] == ["boston:new-york:red"]
        assert seats[1]["routes"] == ["boston:new-york:yellow"]

    def test_other_names_of_the_north_and_of_italy(self) -> None:
        north = (
            "board: Kraje Północy\nA\nroutes: Copenhagen-Aarhus, Gothenburg-Kopenhaga, Sztokholm-Turku\nB\nroutes: -"
        )
        plain = "board: nordic-countries\nA\nroutes: København-Århus, Göteborg-København, Stockholm-Turku\nB\nroutes:\n"
        assert scored(north) == scored(plain)
        italy = "board: Włochy\nA\nroutes: Rome-Naples, Mediolan-Turyn, France-Turin\nB\n"
        assert scored(italy) == scored("board: italy\nA\nroutes: Roma-Napoli, Milano-Torino, Francia-Torino\nB\n")

    @pytest.mark.parametrize(
        ("board", "polish", "printed"),
        [
            (
                "nordic-countries",
                "Mo i Rana - Narwik orange, Geteborg - Oslo",
                "Mo i Rana - Narvik orange, Göteborg - Oslo",
            ),
            (LIGHTS_WITH_GOALS, "Kłajpeda - Ryga, Wisby - Norrkoping", "Klaipėda - Riga, Visby - Norrköping"),
            ("italy", "Krotona - Tarent, Reggio Kalabria - Mesyna", "Crotone - Taranto, Reggio Calabria - Messina"),
            ("italy", "Agrygent - Katania, Aleksandria - Genua", "Agrigento - Catania, Alessandria - Genova"),
            ("italy", "Trydent - Brescja, Sjena - Perudżia", "Trento - Brescia, Siena - Perugia"),
            (
                "usa",
                "Nowy Jork - Waszyngton orange, Nowy Orlean - Miami",
                "New York - Washington orange, New Orleans - Miami",
            ),
        ],
    )
    def test_polish_names_of_places(self, board: str, polish: str, printed: str) -> None:
        game = "board: {}\nA\nroutes: {}\nB\n"
        assert scored(game.format(board, polish)) == scored(game.format(board, printed))

    @pytest.mark.parametrize("board", semafor.builtin_ids())
    def test_every_finished_game_can_be_written_down(self, board: str) -> None:
        """Ids and printed names give the same score."""
        loaded = semafor.load_board(board)
        for players in range(loaded.spec.min_players, loaded.spec.max_players + 1):
            game = semafor.new_game(loaded, players, seed=players)
            game.play_out(Chance.seeded(players))
            assert scored(written(game, by_name=False)) == game.score().to_json()
            assert scored(written(game, by_name=True)) == game.score().to_json()


def written(game: Game, by_name: bool) -> str:
    """Write down a finished game in the text format."""
    names = {place.id: place.name or place.id for place in game.board.spec.places}
    position = game.position()
    seats = position["seats"]
    assert isinstance(seats, list)
    lines = [f"board: {game.board.id}"]
    goals = position.get("goals")
    if isinstance(goals, list) and goals:
        lines.append(f"goals: {', '.join(goals)}")
    for number, seat in enumerate(seats):
        lines.append(f"Player {number}")
        for key in ("routes", "tickets"):
            entries = [by_names(entry, names) if by_name else entry for entry in seat[key]]
            lines.append(f"  {key}: {', '.join(entries)}")
        hand = ", ".join(f"{count} {card}" for card, count in seat["hand"].items())
        lines.append(f"  hand: {hand}")
    return "\n".join(lines)


def by_names(id: str, names: dict[str, str]) -> str:
    """Write a route's or ticket's id with the printed names of its places."""
    a, b, *rest = id.split(":")
    return f"{names[a]} – {names[b]} {' '.join(rest)}"
