"""Whole games over real sockets, on all boards, with people, bots and spectators."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from click.testing import CliRunner

import semafor
from semafor.cli.main import cli
from semafor.engine.files.game_file import commitment
from tests.server.client import Json, Player, get, new_game, run
from tests.server.serving import Server

BOARDS = ["usa", "nordic-countries", "italy", "northern-lights"]
PEOPLE = 2


async def whole_game(server: Server, board: str) -> tuple[Json, list[Player], Player]:
    """Let two people, a bot and a spectator play a game; return the answer that made it, and the players."""
    seats: list[Json] = [
        {"kind": "me", "name": "Ala"},
        {"kind": "bot", "level": "guard"},
        {"kind": "me", "name": "Ola"},
    ]
    made = await new_game(server.url, seats, board=board, tracker=True)
    people = [Player(server.url, made["game"], [seat["token"]], seed=seat["seat"]) for seat in made["seats"]]
    watcher = Player(server.url, made["game"])
    for player in [*people, watcher]:
        await player.open()
    await asyncio.gather(*(player.play() for player in people))
    await watcher.until(lambda: watcher.over)
    return made, people, watcher


@pytest.fixture(scope="module", params=BOARDS)
def played(request: pytest.FixtureRequest, server: Server) -> tuple[Json, list[Player], Player, Json, Server]:
    async def work() -> tuple[Json, list[Player], Player, Json, Server]:
        made, people, watcher = await whole_game(server, request.param)
        return made, people, watcher, await get(server.url, f"/api/games/{made['game']}/record"), server

    return run(work())


Played = tuple[Json, list[Player], Player, Json, Server]


def test_everybody_sees_the_same_end(played: Played) -> None:
    _made, people, watcher, _file, _ = played
    everyone = [*people, watcher]
    assert len({json.dumps(player.view["score"], sort_keys=True) for player in everyone}) == 1
    assert {player.seq for player in everyone} == {watcher.seq}
    assert [player.view["observation"]["seats"] for player in people] == [watcher.view["observation"]["seats"]] * 2
    assert watcher.table["status"] == "over"


def test_the_record_is_the_game(played: Played) -> None:
    _made, _people, watcher, file, _ = played
    game = semafor.replay(semafor.Record.from_json(file["record"]))
    assert game.over
    assert [seat.total for seat in game.score().seats] == [seat["total"] for seat in watcher.view["score"]["seats"]]
    assert file["score"] == game.score().to_json()


def test_the_log_of_each_is_what_it_could_see(played: Played) -> None:
    """Every event that a client got is the record's event as its seat may see it, and none is missing."""
    _made, people, watcher, file, _ = played
    record = semafor.Record.from_json(file["record"])
    steps = semafor.replay(record).record().steps
    for player in [*people, watcher]:
        eyes = player.view["eyes"]
        viewer = semafor.SPECTATOR if eyes is None else eyes
        actions = [player.log[seq] for seq in sorted(player.log) if player.log[seq]["kind"] == "action"]
        assert [entry["by"] for entry in actions] == [step.seat for step in record.steps]
        for entry, step in zip(actions, steps, strict=True):
            assert entry["events"] == [event.seen_by(viewer) for event in step.events]


def test_the_shuffles_can_be_checked(played: Played) -> None:
    _made, _people, watcher, file, _ = played
    assert watcher.welcome["table"]["commitment"] == file["commitment"] == commitment(watcher.view["seed"])
    result = CliRunner().invoke(cli, ["verify", "-"], input=json.dumps(file))
    assert result.exit_code == 0, result.output
    assert "committed to" in result.output
    assert "the game is over" in result.output


# Leaks: everything that was received before the end


def before_the_end(player: Player) -> list[str]:
    texts: list[str] = []
    for raw, message in zip(player.raw, player.received, strict=True):
        if message["type"] == "table" and message["table"]["status"] == "over":
            continue
        if message["type"] == "view" and message["score"]:
            return texts
        texts.append(raw)
    return texts


def test_nobody_gets_a_seed_or_anothers_token(played: Played) -> None:
    made, people, watcher, file, server = played
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
    for player in [*people, watcher]:
        text = "\n".join(before_the_end(player))
        assert file["record"]["seed"] not in text
        assert 'seed":"' not in text
        assert [seat for seat, token in tokens.items() if token in text] == []
    assert made["invite"] not in "\n".join(watcher.raw)
    log = "\n".join(server.log)
    for secret in [*tokens.values(), made["invite"], file["record"]["seed"]]:
        assert secret not in log


def test_nobody_reads_of_a_ticket_that_was_never_before_them(played: Played) -> None:
    _made, people, watcher, file, _ = played
    board = semafor.load_board(file["record"]["board"])
    every = {ticket.id for ticket in board.spec.tickets}
    record = semafor.Record.from_json(file["record"])
    game = semafor.replay(record)
    events = game.events
    for player in [*people, watcher]:
        eyes = player.view["eyes"]
        before: set[str] = set()
        for event in events:
            if event.type in {"tickets_dealt", "tickets_drawn"} and event.seat == eyes:
                tickets = event.fields["tickets"]
                assert isinstance(tickets, list)
                before |= set(tickets)
        read = set(re.findall(r'"([a-z0-9-]+:[a-z0-9-]+)"', "\n".join(before_the_end(player)))) & every
        assert read == before
        assert bool(read) == (eyes is not None)


def test_nobody_reads_of_a_card_that_others_drew_unseen(played: Played) -> None:
    _made, people, watcher, _file, _ = played
    hidden = {"card_drawn": "card", "bonus_cards_drawn": "cards", "cards_dealt": "cards"}
    for player in [*people, watcher]:
        eyes = player.view["eyes"]
        seen = 0
        for entry in player.log.values():
            for event in entry["events"]:
                if event["type"] in hidden:
                    assert (hidden[event["type"]] in event) == (event["seat"] == eyes)
                    seen += 1
        assert seen > 0
        for message in player.received:
            if message["type"] == "view":
                observation = message["observation"]
                assert isinstance(observation["deck"], int)
                assert isinstance(observation["ticket_deck"], int)
                assert all(isinstance(seat["hand"], int) for seat in observation["seats"])
                assert ("hand" in observation) == (eyes is not None)
                assert all("known" not in seat for seat in observation["seats"])
