"""Games as text: they survive a round trip, and every mistake is reported with its line."""

import pytest

import semafor
from semafor import Chance, Record, RecordError, load_position, replay
from semafor.engine.files.game_text import game_from_text, game_to_text

BOARDS = ["usa", "nordic-countries", "italy", "northern-lights"]
HEAD = "semafor text 1\nboard usa 8202a0b7b4e5458a\nrules 1\nplayers 2\nseed 7\n\n"


def played(board: str, seed: int | str, first: int | None = None) -> Record:
    """Return a whole game of random actions."""
    game = semafor.new_game(semafor.load_board(board), players=2, seed=seed, first=first)
    chance = Chance.seeded(f"text {seed}")
    while not game.over:
        seat = game.pending.seats[0]
        legal = game.legal_actions(seat)
        game.apply(seat, legal[chance.below(len(legal))])
    return game.record()


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", [7, 'seven # or "8"'])
def test_a_game_comes_back_as_it_was(board: str, seed: int | str) -> None:
    record = played(board, seed)
    text = game_to_text(record)
    again = game_from_text(text)
    assert again.to_json() == record.to_json()
    assert game_to_text(again) == text
    assert replay(again).score().to_json() == replay(record).score().to_json()


def test_a_game_is_written_as_the_docs_say() -> None:
    record = played("usa", 7, first=1)
    lines = game_to_text(record).splitlines()
    assert lines[:7] == [
        "semafor text 1",
        f"board usa {record.digest}",
        f"rules {semafor.RULES_VERSION}",
        "players 2",
        "seed 7",
        "first 1",
        "",
    ]
    assert len(lines) == 7 + len(record.steps)
    assert lines[7].startswith("0 keep ")


def test_every_action_has_its_line() -> None:
    lines = [
        "0 keep boston:miami under dallas:new-york denver:el-paso",
        "1 keep boston:miami dallas:new-york",
        "0 deck",
        "0 take locomotive",
        "1 claim calgary:vancouver:grey krL",
        "0 claim genova:sassari:grey bbLFF",
        "0 claim a:b:grey -",
        "1 pay rL",
        "1 withdraw",
        "0 tickets",
        "1 ferry",
        "0 pass",
    ]
    record = game_from_text(HEAD + "\n".join(lines) + "  # the last\n")
    assert game_to_text(record).splitlines()[6:] == lines
    claim = record.steps[5].action.to_json()
    assert claim == {
        "type": "claim",
        "route": "genova:sassari:grey",
        "cards": {"blue": 2, "locomotive": 1},
        "ferry_cards": 2,
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: must be 'semafor text 1'"),
        ("{}", "line 1: must be 'semafor text 1'"),
        (HEAD + "0 sleep", "line 7: an action is keep TICKET"),
        (HEAD + "0", "line 7: an action is keep TICKET"),
        (HEAD + "0 claim a:b:red rx", "line 7: cards are letters of pbowgykrLF, or - for none; not 'x'"),
        (HEAD + "0 deck\n0 deck red\nturn 5", "line 8: an action is"),
        (HEAD + "turn 5", "line 7: must be a seat and its action, or: board ID DIGEST"),
        (HEAD.replace("seed 7", "seed seven"), "line 5: the seed is a whole number"),
        (HEAD.replace("seed 7", "seed"), "line 5: the seed is a whole number"),
        (HEAD.replace("seed 7", "seed 7 8"), "line 5: the seed is a whole number"),
        (HEAD.replace("players 2\n", ""), "players"),
        (HEAD + "9 deck", "actions[0].seat"),
        (HEAD + "0 take pink", "pink"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, said: str) -> None:
    with pytest.raises(RecordError) as error:
        game_from_text(text)
    assert said in str(error.value)


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(RecordError) as error:
        game_from_text(HEAD + "0 sleep\n0 deck\n1 walk\n")
    assert [problem.path for problem in error.value.problems] == ["line 7", "line 9"]


def test_a_game_from_a_position_has_no_text() -> None:
    record = load_position({"board": "usa", "seats": [{}, {}]}).record()
    with pytest.raises(RecordError, match="only as JSON"):
        game_to_text(record)
