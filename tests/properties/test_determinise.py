"""From an observation to whole worlds: each looks the same to the observer, loses nothing and can be played out."""

from collections import Counter
from random import Random

import pytest

from semafor import SPECTATOR, Chance, Game, load_board, load_position
from tests.conservation import all_cards, assert_conserved, assert_masks, assert_score
from tests.play import TABLES, a_game_of_each_style, new_game, play_on, position_of


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_determinised_world_looks_the_same_and_loses_nothing(name: str, players: int) -> None:
    chance = Chance.seeded(1)
    for game, rng, style in a_game_of_each_style(name, players, 1600):
        for number, _ in enumerate(play_on(game, rng, style)):
            if number >= players and number % 14 and not (game.over or game.pending.name == "pay_tunnel"):
                continue
            before = position_of(game)
            for seat in range(SPECTATOR, players):
                view = game.observe(seat)
                world = view.determinise(chance)
                assert world.observe(seat) == view
                assert world.observe(seat).to_json() == view.to_json()
                assert world.legal_actions(seat, 100) == game.legal_actions(seat, 100)
                assert_conserved(world)
                assert position_of(world)["random"] != before["random"]
                if number % 7 == 0 and seat == 0:
                    assert_masks(world, position_of(world))
            assert position_of(game) == before


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_view_in_the_middle_of_a_payment_is_that_of_the_turn_to_all_but_the_payer(name: str, players: int) -> None:
    """A partial payment is private: in the others' worlds the turn is still open, in the payer's it continues."""
    rng = Random(2)
    game = new_game(name, players, 2)
    turn = [game.observe(seat) for seat in range(players)]
    seen = 0
    while not game.over and seen < 10:
        if game.state.is_paying():
            seen += 1
            for seat in range(players):
                view = game.observe(seat)
                world = view.determinise(Chance.seeded(seen))
                pays = [seat] == game.pending.seats
                assert (view == turn[seat]) == (not pays)
                assert view.to_json() == turn[seat].to_json()
                assert world.state.is_paying() == pays
                assert world.observe(seat) == view
                assert not pays or world.moves() == game.moves()
        else:
            turn = [game.observe(seat) for seat in range(players)]
        game.play(rng.choice(game.moves()))
    assert seen


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_determinised_worlds_play_to_the_end(name: str, players: int) -> None:
    chance = Chance.seeded(3)
    for game, rng, style in a_game_of_each_style(name, players, 1700):
        for number, _ in enumerate(play_on(game, rng, style)):
            if number % 40 == 0:
                for seat in range(SPECTATOR, players):
                    world = game.observe(seat).determinise(chance)
                    world.play_out(chance)
                    assert world.over
                    assert_conserved(world)
                    assert_score(world)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_hidden_varies(name: str, players: int) -> None:
    """Sampled worlds differ: deck, other hands, tickets and the generator are all resampled."""
    game = new_game(name, players, 4)
    for _ in play_on(game, Random(4), "even", 2 * players + 6):
        pass
    for seat in range(players):
        chance = Chance.seeded(seat)
        worlds = [position_of(game.observe(seat).determinise(chance)) for _ in range(12)]
        other = (seat + 1) % players
        assert len({str(world["deck"]) for world in worlds}) == 12
        assert len({world["random"] for world in worlds}) == 12
        entry = position_of(game)["seats"][other]
        secret = Counter(entry["hand"]) - Counter(entry.get("known", {}))
        hands = {str(sorted(world["seats"][other]["hand"].items())) for world in worlds}
        assert (len(hands) > 1) == bool(secret)
        assert len({str(world["seats"][other]["tickets"]) for world in worlds}) > 1
        assert len({str(world["ticket_deck"]) for world in worlds}) > 1


def test_the_same_generator_makes_the_same_world() -> None:
    view = new_game("italy", 3, 5).observe(1)
    assert position_of(view.determinise(Chance.seeded(6))) == position_of(view.determinise(Chance.seeded(6)))


def test_starting_choices_of_others_vary_too() -> None:
    """Seat 0 has chosen, and seat 1 knows only that: every choice open to seat 0 must come up (U-5)."""
    game = new_game("usa", 2, 7)
    game.apply(0, game.legal_actions(0)[0])
    chance = Chance.seeded(8)
    sizes: Counter[int] = Counter()
    for _ in range(200):
        world = position_of(game.observe(1).determinise(chance))
        sizes[len(world["seats"][0]["chosen"]["keep"])] += 1
    # Of the 11 sets of at least 2 of 4 tickets, 6 have two, 4 have three and 1 has four.
    assert sizes[2] > sizes[3] > sizes[4] > 0
    assert sizes.total() == 200


WORLDS = 3000


def sampled(game: Game, seat: int) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Count the deck's top card, the other's cards and the other's tickets over many worlds."""
    chance = Chance.seeded(9)
    top: Counter[str] = Counter()
    hand: Counter[str] = Counter()
    tickets: Counter[str] = Counter()
    view = game.observe(seat)
    for _ in range(WORLDS):
        world = position_of(view.determinise(chance))
        top[world["deck"][0]] += 1
        hand.update(world["seats"][1 - seat]["hand"])
        tickets.update(world["seats"][1 - seat]["drawn"])
    return top, hand, tickets


@pytest.mark.parametrize("seat", [0, 1])
def test_every_unseen_card_and_ticket_is_as_likely_as_every_other(seat: int) -> None:
    """After the deal any unseen card is equally likely in the other hand and the deck; the same holds for tickets."""
    game = new_game("toy", 2, 10)
    position = position_of(game)
    shown = [card for card in position["display"] if card is not None]
    unseen = all_cards("toy") - Counter(shown) - Counter(position["seats"][seat]["hand"])
    hand_size = sum(position["seats"][1 - seat]["hand"].values())
    top, hand, tickets = sampled(game, seat)
    for card, count in unseen.items():
        expected = WORLDS * count / unseen.total()
        assert 0.8 < top[card] / expected < 1.25
        assert 0.8 < hand[card] / (expected * hand_size) < 1.25
    strangers = [ticket.id for ticket in game.board.spec.tickets if ticket.id not in position["seats"][seat]["drawn"]]
    drawn = len(position["seats"][1 - seat]["drawn"])
    assert set(tickets) == set(strangers)
    for ticket in strangers:
        assert 0.8 < tickets[ticket] / (WORLDS * drawn / len(strangers)) < 1.25


def test_cards_taken_openly_stay_where_they_were_seen() -> None:
    """A seat that took a card from the display holds it in every world until it spends as many."""
    game = new_game("usa", 3, 11)
    for _ in play_on(game, Random(11), "hoarder", 40):
        pass
    chance = Chance.seeded(12)
    position = position_of(game)
    known = [Counter(entry.get("known", {})) for entry in position["seats"]]
    assert sum(cards.total() for cards in known) > 5
    for _ in range(20):
        world = position_of(game.observe(SPECTATOR).determinise(chance))
        for seat in range(3):
            assert Counter(world["seats"][seat]["hand"]) >= known[seat]
            assert sum(world["seats"][seat]["hand"].values()) == sum(position["seats"][seat]["hand"].values())


@pytest.mark.parametrize("name", ["usa", "nordic-countries", "italy", "northern-lights"])
def test_tickets_out_of_the_game_are_dealt_to_nobody(name: str) -> None:
    """A given ticket deck leaves the other tickets out of the game, and everybody knows it."""
    board = load_board(name)
    mine, other, last = [board.ticket_id(ticket) for ticket in (3, 7, 11)]
    seats = [{"tickets": [mine]}, {"tickets": [other]}]
    game = load_position({"board": name, "seats": seats, "ticket_deck": [last]}, seed=1)
    dealt = set()
    for number in range(40):
        for seat in (SPECTATOR, 0, 1):
            seen = game.observe(seat)
            world = seen.determinise(Chance.seeded(number))
            assert world.observe(seat) == seen
            position = position_of(world)
            assert {*(ticket for one in position["seats"] for ticket in one["tickets"]), *position["ticket_deck"]} == {
                mine,
                other,
                last,
            }
            dealt.add((seat, *position["seats"][1]["tickets"]))
    assert {(0, other), (0, last)} <= dealt
