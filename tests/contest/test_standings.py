"""Standings of a contest: fair to every seat, whatever the scores and whoever played."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from semafor.contest.standings import ALONE, WHOLE, Person, Placed, Played, compare, standings

UNHURRIED = settings(deadline=None)
PEOPLE = st.lists(st.tuples(st.integers(1, 6), st.integers(0, 4)), unique=True, min_size=1, max_size=20)


@st.composite
def contests(draw: st.DrawFn) -> tuple[list[Person], list[list[Played]]]:
    """Generate people, and up to four deals that some of them have played."""
    people = draw(PEOPLE)
    deals = [
        [Played(*person, draw(st.integers(-20, 200))) for person in people if draw(st.integers(0, 4)) > 0]
        for _ in range(draw(st.integers(1, 4)))
    ]
    return people, deals


def row(found: list[Placed], person: Person) -> Placed:
    return next(one for one in found if (one.table, one.seat) == person)


def test_an_evening_of_two_deals_by_hand() -> None:
    first = [
        Played(1, 0, 100),
        Played(1, 1, 80),
        Played(2, 0, 90),
        Played(2, 1, 80),
        Played(3, 0, 50),
        Played(3, 1, 95),
    ]
    second = [Played(1, 0, 60), Played(1, 1, 70), Played(2, 0, 60), Played(2, 1, 90)]
    found = standings([(table, seat) for table in (1, 2, 3) for seat in (0, 1)], [first, second])
    assert [(one.place, one.table, one.seat, float(one.percent), float(one.margin)) for one in found] == [
        (1, 1, 0, 75, 20),
        (2, 2, 1, 62.5, 5),
        (3, 2, 0, 50, 10),
        (4, 3, 1, 50, 10),
        (5, 1, 1, 12.5, -15),
        (6, 3, 0, 0, -30),
    ]
    assert row(found, (3, 0)).deals[1] is None


def test_the_only_player_of_a_seat_gets_half() -> None:
    assert [one.percent for one in compare([Played(1, 0, 3), Played(1, 1, 150)])] == [ALONE, ALONE]


@UNHURRIED
@given(contests())
def test_percentages_of_a_seat_always_average_fifty(contest: tuple[list[Person], list[list[Played]]]) -> None:
    for deal in contest[1]:
        compared = compare(deal)
        for seat in {one.seat for one in compared}:
            own = [one for one in compared if one.seat == seat]
            assert sum(one.percent for one in own) == ALONE * len(own)
            assert sum(one.margin for one in own) == 0
            assert all(0 <= one.percent <= WHOLE for one in own)


@UNHURRIED
@given(contests())
def test_more_points_with_the_same_cards_are_never_worth_less(contest: tuple[list[Person], list[list[Played]]]) -> None:
    for deal in contest[1]:
        compared = compare(deal)
        for one in compared:
            for other in compared:
                if one.seat == other.seat and one.points > other.points:
                    assert one.percent > other.percent
                    assert one.margin > other.margin


@UNHURRIED
@given(contests(), st.integers(0, 4), st.integers(-50, 50))
def test_a_strong_seat_is_no_advantage(contest: tuple[list[Person], list[list[Played]]], seat: int, more: int) -> None:
    """Better cards for everybody in one seat must not change the standings."""
    people, deals = contest
    lifted = [
        [Played(one.table, one.seat, one.points + more) if one.seat == seat else one for one in deal] for deal in deals
    ]
    plain = [(one.place, one.table, one.seat, one.percent, one.margin) for one in standings(people, deals)]
    assert plain == [(one.place, one.table, one.seat, one.percent, one.margin) for one in standings(people, lifted)]


@UNHURRIED
@given(contests(), st.randoms())
def test_the_order_of_results_and_people_does_not_matter(
    contest: tuple[list[Person], list[list[Played]]], chance: object
) -> None:
    people, deals = contest
    found = standings(people, deals)
    mixed = [list(deal) for deal in deals]
    others = list(people)
    for shuffled in (*mixed, others):
        chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert standings(others, mixed) == found
    turned = list(zip(deals, range(len(deals)), strict=True))[::-1]
    backwards = standings(people, [deal for deal, _ in turned])
    assert [(one.place, one.table, one.seat, one.percent) for one in backwards] == [
        (one.place, one.table, one.seat, one.percent) for one in found
    ]


@UNHURRIED
@given(contests())
def test_places_go_down_and_equal_ones_share(contest: tuple[list[Person], list[list[Played]]]) -> None:
    people, deals = contest
    found = standings(people, deals)
    assert sorted((one.table, one.seat) for one in found) == sorted(people)
    assert found[0].place == 1
    ranks = [(-one.percent, -sum(deal is not None for deal in one.deals), -one.margin) for one in found]
    for number, one in enumerate(found, 1):
        assert one.place == 1 + sum(rank < ranks[number - 1] for rank in ranks)
        assert one.place <= number


@UNHURRIED
@given(contests(), st.data())
def test_skipping_a_deal_never_pays(contest: tuple[list[Person], list[list[Played]]], data: st.DataObject) -> None:
    people, deals = contest
    person = data.draw(st.sampled_from(people))
    left = data.draw(st.integers(0, len(deals) - 1))
    without = [
        [one for one in deal if number != left or (one.table, one.seat) != person] for number, deal in enumerate(deals)
    ]
    assert row(standings(people, without), person).percent <= row(standings(people, deals), person).percent
