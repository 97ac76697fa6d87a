"""Messages to the channel of a group when it is somebody's turn."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from semafor.server.push import services
from tests.server.client import Player, get, new_game, post, run
from tests.server.push.service import Service
from tests.server.push.test_push import until_turn
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.tables import ME, OTHER, past_the_opening, players, refused

TEXT = "{name}, it is your turn"


@pytest.fixture(scope="module")
def chat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(tmp_path_factory.mktemp("chat"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "SECONDS", PATIENCE)
        patch.setenv("SSL_CERT_FILE", str(made.certificate))
        yield made
    made.stop()


@pytest.fixture(scope="module")
def telling(chat: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = str(tmp_path_factory.mktemp("telling") / "games.sqlite3")
    with Server(database, *FAST, "--push-services", "none", "--webhooks", chat.host) as running:
        yield running


def test_the_channel_is_told_once_whose_turn_it_is_as_chat_programs_take_it(telling: Server, chat: Service) -> None:
    async def work() -> None:
        assert "webhook" in (await get(telling.url, "/api/greeting"))["capabilities"]
        called = {**OTHER, "name": "<!channel> @Ola"}
        made = await new_game(telling.url, [ME, called], clock={"kind": "days", "days": 1})
        people: list[Player] = await players(telling, made)
        await past_the_opening(people)
        path = f"/api/games/{made['game']}/webhook"
        old = {"url": f"{chat.url}/old", "text": TEXT}
        assert await post(telling.url, path, old, people[0].tokens[0]) == {"on": True}
        new = {"url": f"{chat.url}/hook?wait=1", "text": TEXT}
        assert await post(telling.url, path, new, people[0].tokens[0]) == {"on": True}
        here = next(player for player in people if player.view["offers"])
        (away,) = [one for one in people if one is not here]
        seat = people.index(away)
        await away.close()
        await until_turn(telling, here, made["game"], seat)
        where, headers, body = await chat.next()
        name = "Ala" if seat == 0 else "!channel Ola"
        assert where == "/hook?wait=1"
        assert headers["content-type"] == "application/json"
        said = json.loads(body)
        assert said["content"] == said["text"]
        assert said["text"].endswith(", it is your turn")
        assert not set("@<>&") & set(said["text"])
        assert seat == 0 or said["text"].startswith(name)
        assert made["game"] not in body.decode()
        assert chat.url not in str(telling.log)
        assert await post(telling.url, f"{path}/stop", {}, people[0].tokens[0]) == {"on": False}
        assert chat.received.empty()

    run(work())


def test_only_the_owner_sets_it_and_only_to_hosts_that_the_server_allows(telling: Server, chat: Service) -> None:
    async def work() -> None:
        made = await new_game(telling.url, [ME, OTHER])
        path, token = f"/api/games/{made['game']}/webhook", made["seats"][0]["token"]
        good = {"url": f"{chat.url}/hook", "text": TEXT}
        for url in (
            "https://example.org/hook",
            good["url"].replace("https", "http"),
            "https://127.0.0.1:1/hook",
            "file:///etc/passwd",
            f"{chat.url}/hook#x",
        ):
            status, error = await refused(telling.url, path, {**good, "url": url}, token)
            assert (status, error["code"]) == (422, "bad_push"), url
        other = await refused(telling.url, path, good, made["seats"][1]["token"])
        assert other[1]["code"] == "not_owner"
        fast = await new_game(telling.url, [ME, OTHER], clock={"kind": "move", "seconds": 60})
        quick = await refused(telling.url, f"/api/games/{fast['game']}/webhook", good, fast["seats"][0]["token"])
        assert quick[1]["code"] == "no_push"

    run(work())


def test_it_is_off_by_default(server: Server, chat: Service) -> None:
    async def work() -> None:
        made = await new_game(server.url, [ME, OTHER])
        wanted = {"url": f"{chat.url}/hook", "text": TEXT}
        answer = await refused(server.url, f"/api/games/{made['game']}/webhook", wanted, made["seats"][0]["token"])
        assert answer[1]["code"] == "no_push"

    run(work())
