"""Everything that can be done at a table besides playing: sitting down, leaving, taking over, chat, clocks, rematch."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx
import pytest

from semafor import load_board
from semafor.engine.loading import board_text
from tests.server.client import Json, Player, get, new_game, post, run
from tests.server.serving import FAST, Server

ME: Json = {"kind": "me", "name": "Ala"}
OTHER: Json = {"kind": "me", "name": "Ola"}
OPEN: Json = {"kind": "open"}
BOT: Json = {"kind": "bot", "level": "apprentice"}


async def refused(url: str, path: str, body: object, token: str | None = None) -> tuple[int, Json]:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(verify=False, base_url=url, timeout=60) as client:
        answer = await client.post(path, json=body, headers=headers)
    return answer.status_code, answer.json()["error"]


async def players(server: Server, made: Json) -> list[Player]:
    found = [Player(server.url, made["game"], [seat["token"]], seed=seat["seat"]) for seat in made["seats"]]
    for player in found:
        await player.open()
    return found


async def past_the_opening(people: list[Player]) -> None:
    """Everybody keeps tickets."""
    for player in people:
        await player.until_view()
        action = player.choice()
        if action is not None and action["type"] == "keep_tickets":
            assert (await player.act(action))["ok"]
    for player in people:
        while player.view["observation"]["decision"] == "keep_tickets":
            await player.until_more()


def acting(people: list[Player]) -> Player:
    """Whose turn it is."""
    return next(player for player in people if player.view["offers"])


def eyes(player: Player) -> int | None:
    """With whose eyes it sees; a hand is in the view only with somebody's."""
    seat: int | None = player.view["eyes"]
    assert ("hand" in player.view["observation"]) == (seat is not None)
    return seat


class TestSittingDown:
    def test_an_invitation_seats_a_friend_and_the_owner_starts(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OPEN])
            async with Player(server.url, made["game"], [made["seats"][0]["token"]]) as ala:
                assert ala.welcome["table"]["status"] == "waiting"
                assert ala.welcome["invite"] == made["invite"]
                assert (await ala.ask("start"))["error"]["code"] == "seats_open"
                table = await get(server.url, f"/api/invites/{made['invite']}")
                assert table["game"] == made["game"]
                joined = await post(
                    server.url, "/api/join", {"invite": made["invite"], "name": "Jan", "colour": "black"}
                )
                await ala.until(lambda: ala.table["seats"][1]["kind"] == "person")
                assert ala.table["seats"][1]["colour"] == "black"
                async with Player(server.url, made["game"], [joined["token"]]) as jan:
                    await ala.until(lambda: ala.table["seats"][1]["connected"])
                    assert (await jan.ask("start"))["error"]["code"] == "not_owner"
                    assert (await ala.ask("start"))["ok"]
                    await jan.until_view()
                    assert jan.view["eyes"] == 1
                    assert jan.table["status"] == "playing"

        run(work())

    def test_open_seats_can_be_filled_with_bots(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OPEN, OPEN])
            async with Player(server.url, made["game"], [made["seats"][0]["token"]]) as ala:
                assert (await ala.ask("start", fill="none"))["error"]["code"] == "unknown_level"
                assert (await ala.ask("start", fill="guard"))["ok"]
                await ala.until_view()
                assert [seat["name"] for seat in ala.table["seats"]] == ["Ala", "Guard", "Guard 2"]

        run(work())

    def test_what_is_refused(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OPEN])
            path = f"/api/games/{made['game']}/join"
            assert (await refused(server.url, path, {"name": "X"}))[1]["code"] == "bad_invite"
            assert (await refused(server.url, path, {"name": "X", "invite": "no"}))[1]["code"] == "bad_invite"
            code = made["invite"]
            assert (await refused(server.url, path, {"name": "ala", "invite": code}))[1]["code"] == "name_taken"
            wrong = {"name": "X", "invite": code, "colour": "red"}
            assert (await refused(server.url, path, wrong))[1]["code"] == "colour_taken"
            assert (await refused(server.url, path, {"name": "X", "invite": code, "seat": 0}))[1][
                "code"
            ] == "seat_taken"
            assert (await refused(server.url, path, {"name": " \u200b ", "invite": code}))[1]["code"] == "bad_name"
            assert (await refused(server.url, "/api/join", {"name": "X", "invite": "no"}))[0] == 404
            await post(server.url, path, {"name": "X", "invite": code})
            assert (await refused(server.url, path, {"name": "Y", "invite": code}))[1]["code"] == "table_full"

        run(work())

    def test_a_public_table_is_in_the_lobby_and_needs_no_code(self, server: Server) -> None:
        async def work() -> None:
            hidden = await new_game(server.url, [ME, OPEN])
            made = await new_game(server.url, [ME, OPEN], public=True)
            listed = [table["game"] for table in await get(server.url, "/api/lobby")]
            assert made["game"] in listed
            assert hidden["game"] not in listed
            await post(server.url, f"/api/games/{made['game']}/join", {"name": "X"})

        run(work())

    def test_a_board_of_ones_own(self, server: Server) -> None:
        async def work() -> None:
            text = board_text("toy").replace('id = "toy"', 'id = "mine"', 1)
            made = await post(server.url, "/api/games", {"board_file": text, "seats": [ME, BOT]})
            assert (await get(server.url, f"/api/games/{made['game']}"))["board_file"] is True
            definition = await get(server.url, f"/api/games/{made['game']}/board")
            assert len(definition["routes"]) == len(load_board("toy").spec.routes)
            async with Player(server.url, made["game"], [made["seats"][0]["token"]]) as ala:
                await ala.play()
            status, error = await refused(
                server.url, "/api/games", {"board_file": "id = 3\n" + text, "seats": [ME, BOT]}
            )
            assert (status, error["code"], error["where"]) == (422, "bad_board", "board_file")

        run(work())

    @pytest.mark.parametrize(
        ("body", "code", "where"),
        [
            ({"board": "mars", "seats": [ME, BOT]}, "unknown_board", "board"),
            ({"board": "../usa", "seats": [ME, BOT]}, "unknown_board", "board"),
            ({"seats": [ME, BOT]}, "bad_request", "board"),
            ({"board": "usa", "seats": [ME]}, "wrong_number_of_players", "seats"),
            ({"board": "nordic-countries", "seats": [ME, BOT, BOT, BOT]}, "wrong_number_of_players", "seats"),
            ({"board": "usa", "seats": [ME, {"kind": "bot", "level": "god"}]}, "unknown_level", "seats[1].level"),
            ({"board": "usa", "seats": [ME, {"kind": "ghost"}]}, "bad_request", "seats[1].kind"),
            ({"board": "usa", "seats": [ME, ME]}, "name_taken", "name"),
            ({"board": "usa", "seats": [ME, BOT], "clock": {"kind": "move"}}, "bad_clock", "clock.seconds"),
            ({"board": "usa", "seats": [ME, BOT], "clock": {"kind": "none", "days": 2}}, "bad_clock", "clock.days"),
            ({"board": "usa", "seats": [ME, BOT], "first": 2}, "unknown_seat", "first"),
            ({"board": "usa", "seats": [ME, BOT], "colour": 1}, "bad_request", None),
        ],
    )
    def test_a_table_that_can_not_be(self, server: Server, body: Json, code: str, where: str | None) -> None:
        status, error = run(refused(server.url, "/api/games", body))
        assert (status in {409, 422}, error["code"], error["where"]) == (True, code, where)
        assert error["message"]


class TestSeats:
    def test_a_seat_goes_to_another_device_and_leaves_the_old_one(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, BOT])
            token = made["seats"][0]["token"]
            async with Player(server.url, made["game"], [token]) as old:
                path = f"/api/games/{made['game']}/seats/0/transfer"
                assert (await refused(server.url, path, {}))[0] == 401
                assert (await refused(server.url, path, {}, "wrong"))[0] == 403
                code = (await post(server.url, path, {}, token))["code"]
                joined = await post(server.url, "/api/transfers", {"code": code})
                assert (joined["game"], joined["seat"]) == (made["game"], 0)
                assert joined["token"] != token
                await old.until(lambda: old.closed is not None)
                assert old.closed == (4001, "seat_moved")
                assert old.received[-1]["code"] == "seat_moved"
                assert (await refused(server.url, "/api/transfers", {"code": code}))[0] == 404
                async with Player(server.url, made["game"], [joined["token"]]) as new:
                    assert new.welcome["seats"] == [0]
                async with Player(server.url, made["game"], [token]) as stranger:
                    assert stranger.welcome["seats"] == []
                    assert stranger.welcome["unknown_tokens"] == 1

        run(work())

    def test_hot_seat_shows_a_hand_only_when_it_is_asked_for(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER])
            async with Player(server.url, made["game"], [seat["token"] for seat in made["seats"]]) as both:
                await both.until_view()
                assert both.welcome["seats"] == [0, 1]
                assert eyes(both) is None
                for seat in (0, 1):
                    assert (await both.ask("look", seat=seat))["ok"]
                    assert eyes(both) == seat
                    assert both.view["reset"]
                    action = both.choice()
                    assert action is not None
                    assert (await both.act(action))["ok"]
                assert (await both.ask("look", seat=None))["ok"]
                assert eyes(both) is None
                while not both.over:
                    to_act = both.view["observation"]["to_act"][0]
                    if both.view["eyes"] != to_act:
                        assert (await both.ask("look", seat=to_act))["ok"]
                    action = both.choice()
                    assert action is not None
                    answer = await both.act(action)
                    assert answer["ok"]
                    await both.until_seq(answer["seq"])

        run(work())

    def test_nobody_acts_or_looks_for_another(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER])
            _ala, ola = await players(server, made)
            await ola.until_view()
            action = ola.choice()
            asked: dict[str, Json] = {
                "act": {"seq": ola.seq, "action": action},
                "check": {"action": action},
                "payments": {"route": "chicago:duluth:red"},
                "look": {},
                "undo": {"seq": ola.seq},
                "leave": {},
                "return": {},
                "chat": {"text": "hi"},
                "offer_end": {},
                "answer_end": {"yes": True},
                "rename": {"name": "X"},
            }
            for type_, fields in asked.items():
                assert (await ola.ask(type_, seat=0, **fields))["error"]["code"] == "not_your_seat", type_
            async with Player(server.url, made["game"]) as watcher:
                assert (await watcher.ask("act", seat=0, seq=1, action=action))["error"]["code"] == "not_your_seat"
                assert (await watcher.ask("start"))["error"]["code"] == "not_owner"

        run(work())

    def test_a_name_and_a_colour_can_be_changed(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, BOT])
            async with Player(server.url, made["game"], [made["seats"][0]["token"]]) as ala:
                assert (await ala.ask("rename", seat=0, name="  Alicja\u200b  ", colour="yellow"))["ok"]
                assert ala.table["seats"][0]["name"] == "Alicja"
                assert ala.table["seats"][0]["colour"] == "yellow"
                taken = ala.table["seats"][1]["colour"]
                assert (await ala.ask("rename", seat=0, colour=taken))["error"]["code"] == "colour_taken"

        run(work())


class TestLeaving:
    def test_a_bot_plays_on_and_the_seat_can_be_taken_back(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER])
            ala, ola = await players(server, made)
            await past_the_opening([ala, ola])
            assert (await ola.ask("leave", seat=1))["ok"]
            await ala.until(lambda: ala.table["seats"][1]["played_by_bot"])
            for _ in range(3):
                await ala.until(lambda: ala.view["offers"])
                action = ala.choice()
                assert action is not None
                answer = await ala.act(action)
                assert answer["ok"]
                await ala.until_seq(answer["seq"])
            await ala.until(lambda: any(entry["by"] == 1 and entry["by_bot"] for entry in ala.log.values()))
            answer = await ola.act({"type": "draw_card", "from": "deck"})
            assert answer["error"]["code"] == "played_by_bot"
            assert (await ola.ask("return", seat=1))["ok"]
            await ola.until(lambda: not ola.table["seats"][1]["played_by_bot"])
            await asyncio.gather(ala.play(), ola.play())
            kinds = [entry["kind"] for entry in ala.log.values()]
            assert kinds.count("bot_took_over") == 1
            assert kinds.count("person_returned") == 1

        run(work())

    def test_who_is_away_while_others_wait_is_played_for_after_the_grace(self, tmp_path: Any) -> None:
        async def work(server: Server) -> None:
            made = await new_game(server.url, [ME, OTHER], first=0)
            ala, ola = await players(server, made)
            await past_the_opening([ala, ola])
            assert acting([ala, ola]) is ala
            ala.cut()
            gone = time.monotonic()
            await ola.until(lambda: not ola.table["seats"][0]["connected"])
            await ola.until(lambda: "bot_took_over" in ola.kinds(), 20)
            assert time.monotonic() - gone >= 1
            entry = next(entry for entry in ola.log.values() if entry["kind"] == "bot_took_over")
            assert (entry["by"], entry["reason"]) == (0, "away")
            await ala.open_again()
            assert (await ala.ask("return", seat=0))["ok"]

        with Server(str(tmp_path / "games.sqlite3"), *FAST, "--grace", "1") as server:
            run(work(server))

    def test_who_plays_alone_against_bots_is_waited_for(self, tmp_path: Any) -> None:
        async def work(server: Server) -> None:
            made = await new_game(server.url, [ME, BOT], first=0)
            (ala,) = await players(server, made)
            await past_the_opening([ala])
            await ala.until(lambda: ala.view["offers"] is not None)
            seq = ala.seq
            await ala.close()
            await asyncio.sleep(1.5)
            await ala.open(seq)
            await ala.until_view()
            assert ala.view["observation"]["to_act"] == [0]
            assert ala.seq == seq
            await ala.close()

        with Server(str(tmp_path / "games.sqlite3"), *FAST, "--grace", "0.5") as server:
            run(work(server))

    def test_bots_finish_when_all_have_agreed(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER])
            ala, ola = await players(server, made)
            await past_the_opening([ala, ola])
            assert (await ola.ask("answer_end", seat=1, yes=True))["error"]["code"] == "no_offer"
            assert (await ala.ask("offer_end", seat=0))["ok"]
            await ola.until(lambda: ola.table["end_offer"] is not None)
            assert ola.table["end_offer"] == {"by": 0, "yes": [0]}
            assert (await ola.ask("answer_end", seat=1, yes=False))["ok"]
            await ala.until(lambda: ala.table["end_offer"] is None)
            assert (await ala.ask("offer_end", seat=0))["ok"]
            assert (await ola.ask("answer_end", seat=1, yes=True))["ok"]
            await ala.until(lambda: ala.over)
            assert all(entry["by_bot"] for entry in list(ala.log.values())[-20:] if entry["kind"] == "action")

        run(work())


class TestUndo:
    def test_what_revealed_nothing_can_be_taken_back_until_another_acts(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER])
            people = await players(server, made)
            await past_the_opening(people)
            undone = 0
            while undone < 3:
                player = acting(people)
                other = next(one for one in people if one is not player)
                seat = player.view["eyes"]
                claims = player.view["offers"]["claims"]
                if not claims:
                    await _act_and_wait(people, player, player.choice())
                    continue
                before = player.view["observation"]
                await _act_and_wait(people, player, _claim(claims[0]))
                assert player.view["undo"] == seat
                assert (await other.ask("undo", seat=other.view["eyes"], seq=other.seq))["error"]["code"] == "no_undo"
                assert (await player.ask("undo", seat=seat, seq=1))["error"]["code"] == "stale"
                answer = await player.ask("undo", seat=seat, seq=player.seq)
                assert answer["ok"], answer
                for one in people:
                    await one.until_seq(answer["seq"])
                    assert one.view["reset"]
                    assert one.log[answer["seq"]]["kind"] == "undo"
                assert player.view["observation"] == before
                assert (await player.ask("undo", seat=seat, seq=player.seq))["error"]["code"] == "no_undo"
                undone += 1
                await _act_and_wait(people, player, _claim(claims[0]))
            for player in people:
                await player.close()

        run(work())

    def test_a_drawn_card_can_not_be_given_back(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER])
            people = await players(server, made)
            await past_the_opening(people)
            player = acting(people)
            await _act_and_wait(people, player, {"type": "draw_card", "from": "deck"})
            assert player.view["undo"] is None
            answer = await player.ask("undo", seat=player.view["eyes"], seq=player.seq)
            assert answer["error"]["code"] == "no_undo"
            for one in people:
                await one.close()

        run(work())

    def test_a_choice_of_starting_tickets_can_be_taken_back_while_others_choose(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER])
            ala, ola = await players(server, made)
            await ala.until_view()
            action = ala.choice()
            assert action is not None
            await ola.until_view()
            seen = ola.seq
            await _act_and_wait([ala, ola], ala, action)
            assert (await ala.ask("undo", seat=0, seq=ala.seq))["ok"]
            await _act_and_wait([ala, ola], ala, action)
            # Ola's choice was made on an older view: all choose at the same time, so it is not stale.
            choice = ola.choice()
            assert choice is not None
            answer = await ola.act(choice, seq=seen)
            assert answer["ok"], answer

        run(work())


def _claim(offer: Json) -> Json:
    return {"type": "claim", "route": offer["route"], **offer["best"]}


async def _act_and_wait(people: list[Player], player: Player, action: Json | None) -> None:
    assert action is not None
    answer = await player.act(action)
    assert answer["ok"], answer
    for one in people:
        await one.until_seq(answer["seq"])


class TestTalking:
    def test_everybody_hears_and_who_comes_later_reads(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER])
            ala, ola = await players(server, made)
            assert (await ala.ask("chat", seat=0, text=" Cześć!\u202e "))["ok"]
            assert (await ola.ask("chat", seat=1, phrase="good_luck"))["ok"]
            async with Player(server.url, made["game"]) as watcher:
                for player in (ala, ola, watcher):
                    await asyncio.wait_for(heard(player, 2), 30)
                    assert lines(player) == [("Ala", "Cześć!", None), ("Ola", None, "good_luck")]

        run(work())

    def test_a_line_sent_twice_is_said_once(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, BOT])
            async with Player(server.url, made["game"], [made["seats"][0]["token"]]) as ala:
                for _ in range(2):
                    assert (await ala.ask("chat", id="same", seat=0, text="once"))["ok"]
                assert (await ala.ask("chat", seat=0, text="last"))["ok"]
                await ala.until(lambda: len(lines(ala)) >= 2)
                assert [text for _, text, _ in lines(ala)] == ["once", "last"]

        run(work())

    @pytest.mark.parametrize(
        "line",
        [{}, {"text": "a", "phrase": "hello"}, {"text": ""}, {"text": "\u200b"}, {"text": "a" * 301}, {"phrase": "no"}],
    )
    def test_what_is_no_line(self, server: Server, line: Json) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, BOT])
            async with Player(server.url, made["game"], [made["seats"][0]["token"]]) as ala:
                assert (await ala.ask("chat", seat=0, **line))["error"]["code"] == "bad_message"
                assert lines(ala) == []

        run(work())


async def heard(player: Player, count: int) -> None:
    await player.until(lambda: len(lines(player)) >= count)


def lines(player: Player) -> list[tuple[str, str | None, str | None]]:
    said = [message for message in player.received if message["type"] == "chat"]
    return [(line["name"], line["text"], line["phrase"]) for line in said]
