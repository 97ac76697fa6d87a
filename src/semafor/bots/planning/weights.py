"""The planner's weights.

They were tuned in games on all boards at once. None is specific to one board: amounts are in turns, in points, or
relative to the board.
"""

from typing import Final

from mypy_extensions import i64

ABOUT: Final[dict[str, tuple[int, str]]] = {
    "points_in_prices": (12, "hundredths of a turn that a point of a route takes off its price in a plan"),
    "shared_price": (0, "percent of its price that a planned route costs another ticket"),
    "turn_worth": (100, "what a turn is worth, in percent of what the best routes of the board score per turn"),
    "keep_turn": (105, "the same when tickets are kept"),
    "hand_use": (60, "percent of the cards in a hand that will be laid"),
    "train_pace": (280, "hundredths of trains that a claim lays"),
    "near_end": (7, "with so many turns left, routes cost what the hand lacks for them"),
    "ticket_turns": (10, "with fewer turns left, no more tickets are drawn"),
    "ticket_margin": (-500, "hundredths of a point that new tickets must promise beyond their turn"),
    "spare_bar": (100, "percent of the points of the best route of the board that one beside the plan must be worth"),
    "spare_card": (400, "hundredths of a point that a card taken from the plan costs"),
    "spare_train": (200, "hundredths of a point that a train taken from the plan costs"),
    "target_slack": (1500, "with so many hundredths of turns to spare, cards for a route beside the plan count"),
    "best_chance": (90, "percent of the chance for a ticket at best"),
    "even_chance": (25, "percent of the chance for a ticket where time is just enough"),
    "over_plan": (200, "percent of the turns left that a plan may take"),
    "path_share": (10, "percent of the bonus for the longest path that a longer network is worth"),
    "ticket_share": (70, "percent of the award for the most tickets that one more is worth"),
    "goal_share": (12, "percent of a goal for the most of something that one more of it is worth"),
    "threat": (8, "hundredths of a point that a planned route is the more urgent for each percent that others want it"),
    "harm": (50, "percent of what a rival would lose with a route that it is worth to take it away"),
    "wish_points": (15, "how much more the cards of a route are wanted for each point that it scores"),
    "wild_share": (125, "percent of the wish for a card that a locomotive in its place is worth"),
    "deck_share": (130, "percent of the mean wish for a card that an unseen one is worth"),
    "last_turn": (1, "1: on its last turn, the claim that scores most, all counted; 0: as on any other"),
    "end_plan": (150, "percent of the turns left that a plan near the end may take, cards drawn two a turn; 0: any"),
}
"""Every weight: its default and its description."""
ADVISER: Final[dict[str, int]] = {"last_turn": 0, "end_plan": 0}
"""The weights of a network's adviser, if its file names no others: they are fixed when its training begins."""


class Weights:
    """One set of weights."""

    def __init__(self, changed: dict[str, int]) -> None:
        """Take the changed weights; the others have their defaults."""
        values = {name: changed.get(name, about[0]) for name, about in ABOUT.items()}
        self.points_in_prices: int = values["points_in_prices"]
        self.shared_price: i64 = values["shared_price"]
        self.turn_worth: i64 = values["turn_worth"]
        self.keep_turn: i64 = values["keep_turn"]
        self.hand_use: i64 = values["hand_use"]
        self.train_pace: i64 = values["train_pace"]
        self.near_end: i64 = values["near_end"]
        self.ticket_turns: i64 = values["ticket_turns"]
        self.ticket_margin: i64 = values["ticket_margin"]
        self.spare_bar: i64 = values["spare_bar"]
        self.spare_card: i64 = values["spare_card"]
        self.spare_train: i64 = values["spare_train"]
        self.target_slack: i64 = values["target_slack"]
        self.best_chance: i64 = values["best_chance"]
        self.even_chance: i64 = values["even_chance"]
        self.over_plan: i64 = values["over_plan"]
        self.path_share: i64 = values["path_share"]
        self.ticket_share: i64 = values["ticket_share"]
        self.goal_share: i64 = values["goal_share"]
        self.threat: i64 = values["threat"]
        self.harm: i64 = values["harm"]
        self.wish_points: i64 = values["wish_points"]
        self.wild_share: i64 = values["wild_share"]
        self.deck_share: i64 = values["deck_share"]
        self.last_turn: i64 = values["last_turn"]
        self.end_plan: i64 = values["end_plan"]
