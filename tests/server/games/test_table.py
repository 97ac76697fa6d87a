"""Sitting down at tables: invitations, seats, other devices, several people at one screen."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from semafor import load_board
from semafor.engine.loading import board_text
from tests.server.client import Json, Player, get, new_game, post, run
from tests.server.serving import PATIENCE, Server
from tests.server.tables import BOT, ME, OPEN, OTHER, eyes, past_the_opening, players, refused


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
                spoken = f"{made['invite'][:4]}-{made['invite'][4:]}".upper()
                assert (await get(server.url, f"/api/invites/{spoken}"))["game"] == made["game"]
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
                assert [seat["name"] for seat in ala.table["seats"]] == ["Ala", "Ada", "Bruno"]

        run(work())

    def test_bots_have_names_of_their_own_and_no_person_has_to_do_without_hers(self, server: Server) -> None:
        async def work() -> None:
            named: Json = {"kind": "bot", "name": "Bruno"}
            made = await new_game(server.url, [BOT, {"kind": "me", "name": "ada"}, named, BOT, OPEN])
            table = await get(server.url, f"/api/games/{made['game']}")
            assert [seat["name"] for seat in table["seats"]] == ["Celina", "ada", "Bruno", "Daniel", ""]
            assert table["seats"][3]["level"] == "apprentice"
            await post(server.url, "/api/join", {"invite": made["invite"], "name": "Celina"})
            table = await get(server.url, f"/api/games/{made['game']}")
            assert [seat["name"] for seat in table["seats"]] == ["Emilia", "ada", "Bruno", "Daniel", "Celina"]

        run(work())

    def test_those_at_the_table_learn_whose_turn_it_is(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER], first=1)
            path = f"/api/games/{made['game']}/turn"
            token = made["seats"][0]["token"]
            assert (await get(server.url, path, token))["to_act"] == [0, 1]
            await past_the_opening(await players(server, made))
            assert await get(server.url, path, token) == {"to_act": [1], "points": None, "winners": []}
            async with httpx.AsyncClient(verify=False, base_url=server.url, timeout=PATIENCE) as client:
                assert (await client.get(path)).json()["error"]["code"] == "no_token"
                other = await client.get(path, headers={"authorization": "Bearer nobody"})
                assert other.json()["error"]["code"] == "wrong_token"
            waiting = await new_game(server.url, [ME, OPEN])
            path = f"/api/games/{waiting['game']}/turn"
            assert (await get(server.url, path, waiting["seats"][0]["token"]))["to_act"] == []

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
            assert error["problems"][0]["said"]["text"] == "{name} is not valid TOML: {error}"
            short = text.replace("length = 3", "length = 0", 1)
            status, error = await refused(server.url, "/api/games", {"board_file": short, "seats": [ME, BOT]})
            assert [problem["path"] for problem in error["problems"]] == ["routes[0].length"]

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

    def test_a_phone_that_is_gone_is_replaced_from_the_big_screen_and_all_see_it(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER], screen=True)
            path = f"/api/games/{made['game']}/seats/0/transfer"
            async with (
                Player(server.url, made["game"], [made["screen"]]) as screen,
                Player(server.url, made["game"], [made["seats"][1]["token"]]),
            ):
                async with Player(server.url, made["game"], [made["seats"][0]["token"]]):
                    status, error = await refused(server.url, path, {}, made["screen"])
                    assert (status, error["code"]) == (409, "not_away")
                headers = {"authorization": f"Bearer {made['screen']}"}
                async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
                    # The phone is gone now; its place is empty some seconds later.
                    while (answer := await client.post(path, json={}, headers=headers)).status_code == 409:
                        await asyncio.sleep(0.2)
                code = answer.json()["code"]
                joined = await post(server.url, "/api/transfers", {"code": code})
                async with Player(server.url, made["game"], [joined["token"]]) as new:
                    assert new.welcome["seats"] == [0]
                    await screen.until(lambda: "seat_moved" in {entry["kind"] for entry in screen.log.values()})

        run(work())

    def test_a_take_over_ends_all_that_came_by_the_old_token(self, server: Server) -> None:
        """That includes codes made with it, and the bot account in the seat."""

        async def work() -> None:
            bot = await post(server.url, "/api/bots", {"name": "Robo"})
            made = await new_game(server.url, [ME, OPEN])
            body = {"name": "Robo", "invite": made["invite"]}
            joined = await post(server.url, f"/api/games/{made['game']}/join", body, bot["token"])
            path = f"/api/games/{made['game']}/seats/1/transfer"
            codes = [(await post(server.url, path, {}, joined["token"]))["code"] for _ in range(3)]
            own = f"/api/games/{made['game']}/seats/0/transfer"
            other = (await post(server.url, own, {}, made["seats"][0]["token"]))["code"]
            assert len(await get(server.url, "/api/bot/games", bot["token"])) == 1
            taken = await post(server.url, "/api/transfers", {"code": codes[1]})
            assert taken["seat"] == 1
            for code in codes:
                assert (await refused(server.url, "/api/transfers", {"code": code}))[0] == 404
            assert await get(server.url, "/api/bot/games", bot["token"]) == []
            action = {"id": "1", "seq": 1, "action": {"type": "pass"}}
            status, error = await refused(server.url, f"/api/bot/games/{made['game']}/action", action, bot["token"])
            assert (status, error["code"]) == (403, "not_your_game")
            table = await get(server.url, f"/api/games/{made['game']}")
            assert not table["seats"][1]["external_bot"]
            assert (await refused(server.url, path, {}, joined["token"]))[0] == 403
            assert (await post(server.url, "/api/transfers", {"code": other}))["seat"] == 0

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
                "go_on": {"seq": ola.seq},
                "leave": {},
                "return": {},
                "chat": {"text": "hi"},
                "offer_end": {},
                "answer_end": {"yes": True},
                "skip": {},
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
