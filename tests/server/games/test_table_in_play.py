"""At a table during a game, besides playing: leaving, returning, undoing, chatting."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.client import Json, Player, new_game, run
from tests.server.serving import FAST, Server
from tests.server.tables import BOT, ME, OTHER, acting, past_the_opening, players


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
            # Nobody is replaced just for being slow: from now on the server is less patient.
            server.kill()
            server.options = (*FAST, "--grace", "1")
            server.start()
            await ola.open_again()
            assert not ola.table["seats"][0]["connected"]
            await ola.until(lambda: "bot_took_over" in ola.kinds())
            entry = next(entry for entry in ola.log.values() if entry["kind"] == "bot_took_over")
            assert (entry["by"], entry["reason"]) == (0, "away")
            await ala.open_again()
            assert (await ala.ask("return", seat=0))["ok"]

        with Server(str(tmp_path / "games.sqlite3"), *FAST, "--grace", "100000") as server:
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
            # Ola chose on an older view: all choose at the same time, so the choice is not stale.
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
                    await heard(player, 2)
                    assert lines(player) == [("Ala", "Cześć!", None), ("Ola", None, "good_luck")]

        run(work())

    def test_who_comes_while_all_talk_hears_every_line_once(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER])
            ala, ola = await players(server, made)
            watchers = [Player(server.url, made["game"]) for _ in range(3)]
            talk = [one.ask("chat", seat=seat, text=str(n)) for n in range(4) for seat, one in enumerate((ala, ola))]
            sitting_down = asyncio.gather(*(watcher.open() for watcher in watchers))
            said = await asyncio.gather(*talk)
            await sitting_down
            assert all(answer["ok"] for answer in said), said
            assert (await ala.ask("chat", seat=0, phrase="good_luck"))["ok"]
            for one in (ala, ola, *watchers):
                await heard_luck(one)
                assert lines(one) == lines(ala)
            assert len(lines(ala)) == len(set(lines(ala))) == 9

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


async def heard_luck(player: Player) -> None:
    await player.until(lambda: any(phrase == "good_luck" for _, _, phrase in lines(player)))


def lines(player: Player) -> list[tuple[str, str | None, str | None]]:
    said = [message for message in player.received if message["type"] == "chat"]
    return [(line["name"], line["text"], line["phrase"]) for line in said]


class TestHints:
    def test_a_hint_is_given_to_who_must_decide_and_can_be_followed(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, BOT], board="usa")
            [ala] = await players(server, made)
            await past_the_opening([ala])
            for _ in range(4):
                await ala.until(lambda: ala.view["offers"])
                answer = await ala.ask("hint", seat=0)
                assert (answer["ok"], answer["seq"]) == (True, ala.seq)
                assert answer["hint"]["plan"]
                assert (await ala.ask("hint", seat=0))["hint"] == answer["hint"]
                acted = await ala.act(answer["hint"]["action"])
                assert acted["ok"]
                await ala.until_seq(acted["seq"])
            watcher = Player(server.url, made["game"])
            await watcher.open()
            assert (await watcher.ask("hint", seat=0))["error"]["code"] == "not_your_seat"

        run(work())

    def test_a_hint_is_worked_out_anew_if_another_player_decides_meanwhile(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER], board="usa", hints=True)
            ala, ola = await players(server, made)
            for player in (ala, ola):
                await player.until_view()
            kept = ola.choice()
            assert kept is not None
            answer, acted = await asyncio.gather(ala.ask("hint", seat=0), ola.act(kept))
            assert answer["ok"], answer
            assert acted["ok"]

        run(work())

    def test_people_who_play_each_other_have_none_unless_the_table_says_so(self, server: Server) -> None:
        async def work() -> None:
            for hints, fields in ((False, {}), (True, {"hints": True})):
                made = await new_game(server.url, [ME, OTHER], board="toy", **fields)
                [ala, _] = await players(server, made)
                await ala.until_view()
                assert ala.table["hints"] is hints
                answer = await ala.ask("hint", seat=0)
                assert answer["ok"] is hints
                assert hints or answer["error"]["code"] == "no_hints"

        run(work())
