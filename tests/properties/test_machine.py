"""Hypothesis plays: it chooses board, seed and every action, and tries to break an invariant at each step."""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import semafor
from semafor import SPECTATOR, Chance, Event, Game, replay
from tests.conservation import assert_conserved, assert_score
from tests.games import listed as actions_of
from tests.play import STYLES, TABLES, new_game, position_of, random_action
from tests.properties.scramble import scrambled
from tests.properties.wrong_actions import candidates, key


class Table(RuleBasedStateMachine):
    """A game that accepts any question at any time."""

    game: Game

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 2**64))
    def deal(self, table: tuple[str, int], seed: int) -> None:
        self.game = new_game(*table, seed)
        self.happened: list[list[Event]] = []

    @precondition(lambda self: not self.game.over)
    @rule(style=st.sampled_from(sorted(STYLES)), seed=st.integers(0, 1000), count=st.integers(1, 12))
    def play(self, style: str, seed: int, count: int) -> None:
        rng = Random(seed)
        for _ in range(count):
            if not self.game.over:
                seat, action = random_action(self.game, rng, style)
                assert self.game.why_not(seat, action) is None
                self.happened.append(self.game.apply(seat, action))

    @rule(seed=st.integers(0, 1000), seat=st.integers(-1, 5))
    def ask(self, seed: int, seat: int) -> None:
        game = self.game
        legal = actions_of(game, seat, 500)
        listed = {key(action) for action in legal}
        hands_of = min(max(seat, 0), game.players - 1)
        for action in candidates(game, hands_of, legal, Random(seed), 2):
            refusal = game.why_not(seat, action)
            assert refusal is not None or key(action) in listed or len(legal) == 500

    @rule(seed=st.integers(0, 1000))
    def look(self, seed: int) -> None:
        game = self.game
        chance = Chance.seeded(seed)
        for seat in range(SPECTATOR, game.players):
            view = game.observe(seat)
            world = view.determinise(chance)
            assert world.observe(seat) == view
            assert_conserved(world)
            other = semafor.load_position(scrambled(position_of(game), seat, Random(seed)))
            assert other.observe(seat) == view

    @rule(seed=st.integers(0, 1000))
    def go_ahead(self, seed: int) -> None:
        """Check that a clone, a loaded position and a replayed record continue alike and leave this game alone."""
        before = self.game.position()
        worlds = [self.game.clone(), semafor.load_position(before), replay(self.game.record())]
        for world in worlds:
            assert world.position() == before
            world.play_out(Chance.seeded(seed))
        assert worlds[0].position() == worlds[1].position() == worlds[2].position()
        assert self.game.position() == before

    @invariant()
    def nothing_is_lost(self) -> None:
        assert_conserved(self.game)
        assert_score(self.game)
        assert self.game.over != bool(self.game.pending.seats)

    def teardown(self) -> None:
        """Check that the record holds everything that happened."""
        assert [step.events for step in self.game.record().steps] == self.happened


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=25, deadline=None, derandomize=True)
