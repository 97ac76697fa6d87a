"""Push messages from a real server to a local push service that verifies and decrypts them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from semafor.server.hub.hub import Hub
from semafor.server.push import reminders, services
from semafor.server.push.push_store import StoredPush
from semafor.server.push.quiet import quiet_until
from semafor.server.push.reminders import RETRIES
from semafor.server.settings import Settings
from semafor.server.store.database import database_url
from semafor.server.store.schema import PUSHES
from semafor.server.store.upkeep.pruning import delete_game, forget_seat
from semafor.table.tokens import hashed
from semafor.table.wire.push_messages import Quiet
from tests.server.client import Player, get, new_game, post, run
from tests.server.hubs import Line, made_at, until
from tests.server.push.service import Browser, Service, check_vapid
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.tables import ME, OTHER, past_the_opening, players, refused


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(tmp_path_factory.mktemp("service"))
    with pytest.MonkeyPatch.context() as patch:
        # However busy the machine is, an answer comes in time.
        patch.setattr(services, "SECONDS", PATIENCE)
        patch.setenv("SSL_CERT_FILE", str(made.certificate))
        yield made
    made.stop()


@pytest.fixture(scope="module")
def pushing(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that sends to the local service and trusts its certificate."""
    database = str(tmp_path_factory.mktemp("pushing") / "games.sqlite3")
    contact = ("--push-contact", "mailto:host@example.org")
    with Server(database, *FAST, "--push-services", service.host, *contact) as running:
        yield running


async def until_turn(server: Server, player: Player, game: str, seat: int) -> None:
    """Play until it is a seat's turn."""
    while seat not in (await get(server.url, f"/api/games/{game}/turn", player.tokens[0]))["to_act"]:
        answer = await player.act(player.choice() or {})
        assert answer["ok"]
        await player.until_seq(answer["seq"])


def test_whoever_is_away_is_told_once_in_their_own_words_and_nothing_of_the_game(
    pushing: Server, service: Service
) -> None:
    async def work() -> None:
        made = await new_game(pushing.url, [ME, OTHER], clock={"kind": "days", "days": 1})
        people = await players(pushing, made)
        await past_the_opening(people)
        here = next(player for player in people if player.view["offers"])
        (away,) = [one for one in people if one is not here]
        seat = people.index(away)
        path = f"/api/games/{made['game']}/seats/{seat}"
        browser, other = Browser(service), Browser(service)
        for one in (browser, other):
            assert await post(pushing.url, f"{path}/push", one.subscription(), away.tokens[0]) == {"on": True}
        assert await post(pushing.url, f"{path}/push/stop", {"endpoint": other.endpoint}, away.tokens[0]) == {
            "on": False
        }
        await away.close()
        await until_turn(pushing, here, made["game"], seat)
        where, headers, body = await service.next()
        assert f"{service.url}{where}" == browser.endpoint
        key = (await get(pushing.url, "/api/push"))["key"]
        assert check_vapid(headers, key, service.url) == "mailto:host@example.org"
        assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
        assert browser.decrypt(body) == {"game": made["game"], "title": "Semafor", "text": "Twoja kolej."}
        assert made["game"] not in str(headers), "the service does not learn which game it is"
        assert browser.endpoint not in str(pushing.log)
        # Whoever takes the seat over gets a new token, and the old browser gets no more messages.
        code = (await post(pushing.url, f"{path}/transfer", {}, away.tokens[0]))["code"]
        await post(pushing.url, "/api/transfers", {"code": code})
        again = await refused(pushing.url, f"{path}/push", browser.subscription(), away.tokens[0])
        assert again[1]["code"] == "wrong_token"

    run(work())


def test_what_no_browser_has_made_is_refused(pushing: Server, service: Service) -> None:
    async def work() -> None:
        made = await new_game(pushing.url, [ME, OTHER])
        path, token = f"/api/games/{made['game']}/seats/0/push", made["seats"][0]["token"]
        good = Browser(service).subscription()
        for change in (
            {"endpoint": "https://fcm.googleapis.com/x"},
            {"endpoint": good["endpoint"].replace("https", "http")},
            {"endpoint": "https://127.0.0.1:1/x"},
            {"p256dh": "AAAA"},
            {"auth": "AAAA"},
            {"quiet": {"start": 0, "end": 60, "zone": "Mars/Olympus"}},
            {"quiet": {"start": 0, "end": 60, "zone": "../../etc/passwd"}},
        ):
            status, error = await refused(pushing.url, path, {**good, **change}, token)
            assert (status, error["code"]) == (422, "bad_push"), change
        other = await refused(pushing.url, path, good, made["seats"][1]["token"])
        assert other[1]["code"] == "not_your_seat"
        fast = await new_game(pushing.url, [ME, OTHER], clock={"kind": "move", "seconds": 60})
        quick = f"/api/games/{fast['game']}/seats/0/push"
        assert (await refused(pushing.url, quick, good, fast["seats"][0]["token"]))[1]["code"] == "no_push"
        browsers = [Browser(service).subscription() for _ in range(5)]
        for browser in browsers:
            await post(pushing.url, path, browser, token)
        assert (await refused(pushing.url, path, good, token))[1]["code"] == "too_many_pushes"
        assert await post(pushing.url, path, browsers[0], token) == {"on": True}, "the same browser again"

    run(work())


def test_a_host_may_switch_it_off(tmp_path: Path) -> None:
    async def work(server: Server) -> None:
        assert "push" not in (await get(server.url, "/api/greeting"))["capabilities"]
        made = await new_game(server.url, [ME, OTHER])
        path = f"/api/games/{made['game']}/seats/0/push"
        body = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": "x", "auth": "x", "title": "x", "text": "x"}
        assert (await refused(server.url, path, body, made["seats"][0]["token"]))[1]["code"] == "no_push"

    with Server(str(tmp_path / "games.sqlite3"), *FAST, "--push-services", "none") as server:
        run(work(server))


# Below, a server's parts run in this process, and the test controls the clock.


@asynccontextmanager
async def hubs(url: str, service: Service, count: int = 1) -> AsyncIterator[list[Hub]]:
    """Yield several hubs; none looks for due games by itself."""
    made: list[Hub] = []
    settings = Settings(
        database=database_url(url), bot_processes=1, push_services=(service.host,), sweep=1e9, push_contact="mailto:x@y"
    )
    try:
        for _ in range(count):
            made.append(Hub(settings))
            await made[-1].open()
        yield made
    finally:
        for hub in made:
            await hub.close()


async def subscribed(hub: Hub, service: Service, count: int = 1, quiet: str | None = None) -> list[StoredPush]:
    """Subscribe browsers at a table whose seats are to act; return the subscriptions, which are due."""
    made = await made_at(hub, [ME, OTHER], clock={"kind": "days", "days": 1})
    found: list[StoredPush] = []
    for number in range(count):
        browser = Browser(service)
        push = StoredPush(
            **{**browser.subscription(), "game": made.game, "seat": number % 2, "print": hashed(browser.endpoint)},
            token=hashed(made.seats[number % 2].token),
            quiet=quiet,
        )
        assert await hub.reminding.reminders.store.add(push, count, count)
        found.append(push)
    await hub.reminding.reminders.turn(made.game, {0, 1})
    return found


async def pass_time(hub: Hub) -> None:
    """Make every scheduled push due now."""
    async with hub.storage.writing() as connection:
        await connection.execute(update(PUSHES).where(PUSHES.c.due.is_not(None)).values(due=time.time() - 1.0))


async def sent(hub: Hub, service: Service) -> int:
    """Process what is due; return how many messages arrived."""
    await hub.reminding.reminders.sweep()
    found = service.received.qsize()
    for _ in range(found):
        service.received.get()
    return found


async def states(hub: Hub, game: str) -> list[tuple[bool, int]]:
    """Return whether each subscription of a game will become due, and how often it was tried."""
    return [(push.due is not None, push.tries) for push in await hub.reminding.reminders.store.of(game)]


def test_a_service_that_fails_is_tried_again_and_a_turn_is_told_once(tmp_path: Path, service: Service) -> None:
    async def work() -> None:
        async with hubs(str(tmp_path / "games.sqlite3"), service) as (hub,):
            (push,) = await subscribed(hub, service)
            assert await sent(hub, service) == 0, "a page reload gets a few seconds"
            for tries in range(1, 4):
                await pass_time(hub)
                service.answers = [(500, 503, 429)[tries - 1]]
                before = time.time()
                assert await sent(hub, service) == 1
                assert await states(hub, push.game) == [(True, tries)]
                (kept,) = await hub.reminding.reminders.store.of(push.game)
                assert kept.due is not None
                assert kept.due - before >= 60 * 4 ** (tries - 1), "the delay grows"
                assert await sent(hub, service) == 0
            await pass_time(hub)
            assert await sent(hub, service) == 1
            assert await states(hub, push.game) == [(False, 0)]
            # Others act while it is still this seat's turn: no second message. The next turn has one.
            await hub.reminding.reminders.turn(push.game, {0, 1})
            assert await states(hub, push.game) == [(False, 0)]
            await hub.reminding.reminders.turn(push.game, {1})
            await hub.reminding.reminders.turn(push.game, {0})
            await pass_time(hub)
            service.answers = [500] * (RETRIES + 1)
            for _ in range(RETRIES + 1):
                assert await sent(hub, service) == 1
                await pass_time(hub)
            assert await states(hub, push.game) == [(False, RETRIES + 1)], "given up until the next turn"
            assert await sent(hub, service) == 0

    asyncio.run(work())


def test_a_host_where_nobody_answers_holds_up_no_other(
    tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def nobody(endpoint: str, *_: object) -> int:
        tried.append(endpoint)
        raise TimeoutError

    async def work() -> None:
        async with hubs(str(tmp_path / "games.sqlite3"), service) as (hub,):
            with monkeypatch.context() as patched:
                patched.setattr(reminders, "send", nobody)
                (first, *_) = await subscribed(hub, service, 20)
                await pass_time(hub)
                await hub.reminding.reminders.sweep()
                at_once = len(tried)
                assert 0 < at_once < 20
                await pass_time(hub)
                await hub.reminding.reminders.sweep()
                assert len(tried) == at_once, "the rest wait without trying"
            assert len(await states(hub, first.game)) == 20
            assert all(due for due, _ in await states(hub, first.game))

    asyncio.run(work())


def test_a_subscription_that_is_gone_is_deleted_and_what_is_refused_not_repeated(
    tmp_path: Path, service: Service
) -> None:
    async def work() -> None:
        async with hubs(str(tmp_path / "games.sqlite3"), service) as (hub,):
            for status, left in ((404, 0), (410, 0), (400, 1), (403, 1), (413, 1)):
                (push,) = await subscribed(hub, service)
                await pass_time(hub)
                service.answers = [status]
                assert await sent(hub, service) == 1
                assert await states(hub, push.game) == [(False, 0)] * left, status
                await pass_time(hub)
                assert await sent(hub, service) == 0

    asyncio.run(work())


def test_a_message_waits_for_the_end_of_quiet_hours(tmp_path: Path, service: Service) -> None:
    async def work() -> None:
        async with hubs(str(tmp_path / "games.sqlite3"), service) as (hub,):
            now = datetime.now(UTC)
            start, end = now.hour * 60 + now.minute, (now.hour * 60 + now.minute + 120) % 1440
            quiet = f'{{"start": {start}, "end": {end}, "zone": "UTC"}}'
            (push,) = await subscribed(hub, service, quiet=quiet)
            await pass_time(hub)
            assert await sent(hub, service) == 0
            (kept,) = await hub.reminding.reminders.store.of(push.game)
            assert kept.due is not None
            assert (
                timedelta(0) <= now + timedelta(hours=2) - datetime.fromtimestamp(kept.due, UTC) < timedelta(minutes=1)
            )
            # Players who move in the morning before the message get none.
            await hub.reminding.reminders.turn(push.game, {1})
            assert await states(hub, push.game) == [(False, 0)]

    asyncio.run(work())


def test_who_is_there_is_looked_at_twice_and_then_left_in_peace(tmp_path: Path, service: Service) -> None:
    """The connection of a phone that was put away lasts a while."""

    async def work() -> None:
        async with hubs(str(tmp_path / "games.sqlite3"), service) as (hub,):
            (push,) = await subscribed(hub, service)
            (token,) = [seat.token for seat in (await hub.storage.seats(push.game)) if seat.seat == push.seat]
            assert token == push.token
            room = await hub.home.room(push.game)
            line = Line({push.seat: push.token})
            room.add(line)
            await pass_time(hub)
            assert await sent(hub, service) == 0
            assert await states(hub, push.game) == [(True, 0)]
            room.remove(line)
            await pass_time(hub)
            assert await sent(hub, service) == 1
            await hub.reminding.reminders.turn(push.game, {1})
            await hub.reminding.reminders.turn(push.game, {0})
            room.add(line)
            async with hub.storage.writing() as connection:
                await connection.execute(update(PUSHES).values(turn=time.time() - 100, due=time.time() - 1))
            assert await sent(hub, service) == 0
            assert await states(hub, push.game) == [(False, 0)]

    asyncio.run(work())


def test_several_processes_send_each_message_once(postgres: Callable[[], str], service: Service) -> None:
    async def work() -> None:
        async with hubs(postgres(), service, 3) as processes:
            pushes = await subscribed(processes[0], service, 12)
            for hub in processes:
                (await hub.home.room(pushes[0].game)).loaded = float("-inf")
            await until(lambda: all(pushes[0].game in hub.reminding.games for hub in processes))
            await pass_time(processes[0])
            await asyncio.gather(*(hub.reminding.reminders.sweep() for hub in processes))
            paths = [service.received.get()[0] for _ in range(service.received.qsize())]
            assert sorted(service.url + path for path in paths) == sorted(push.endpoint for push in pushes)
            assert await states(processes[1], pushes[0].game) == [(False, 0)] * 12
            keys = {await hub.reminding.reminders.public_key() for hub in processes}
            assert len(keys) == 1, "all sign with the same key"

    asyncio.run(work())


def test_the_subscriptions_of_a_game_end_with_it(tmp_path: Path, service: Service) -> None:
    async def work() -> None:
        path = str(tmp_path / "games.sqlite3")
        async with hubs(path, service) as (hub,):
            deleted, left, over = [(await subscribed(hub, service))[0] for _ in range(3)]
            store = hub.reminding.reminders.store
            await delete_game(database_url(path), deleted.game)
            await forget_seat(database_url(path), left.game, left.seat)
            assert await store.games() == {over.game}
            hub.reminding.add(over.game)
            room = await hub.home.room(over.game)
            async with room.lock:
                for seat in (0, 1):
                    await room.append(room.table.prepare(hub.home.clock.now(), "bot_took_over", seat, reason="left"))
            while await store.games():
                await asyncio.sleep(0.02)
            assert over.game not in hub.reminding.games

    asyncio.run(work())


def test_who_subscribes_while_the_others_are_read_is_not_forgotten(tmp_path: Path, service: Service) -> None:
    async def work() -> None:
        async with hubs(str(tmp_path / "games.sqlite3"), service) as (hub,):
            reminding = hub.reminding
            read = reminding.reminders.store.of
            made = await made_at(hub, [ME, OTHER], clock={"kind": "days", "days": 1})
            reading, stored = asyncio.Event(), asyncio.Event()

            async def slowly(game: str) -> list[StoredPush]:
                found = await read(game)
                reading.set()
                await stored.wait()
                return found

            reminding.reminders.store.of = slowly  # type: ignore[method-assign]
            reminding.add(made.game)
            noting = asyncio.create_task(reminding._note(made.game))
            await reading.wait()
            reminding.add(made.game)
            stored.set()
            await noting
            assert made.game in reminding.games
            await reminding._note(made.game)
            assert made.game not in reminding.games, "now nobody has connected meanwhile"

    asyncio.run(work())


@pytest.mark.parametrize(
    ("local", "ends"),
    [
        ("21:59", "21:59"),
        ("22:00", "07:00"),
        ("23:30", "07:00"),
        ("00:10", "07:00"),
        ("06:59", "07:00"),
        ("07:00", "07:00"),
    ],
)
def test_quiet_hours_go_over_midnight_where_the_player_is(local: str, ends: str) -> None:
    night = Quiet(22 * 60, 7 * 60, "Europe/Warsaw")
    now = datetime.fromisoformat(f"2026-07-01T{local}:00+02:00")
    found = datetime.fromtimestamp(quiet_until(night, now.timestamp()), now.tzinfo)
    assert f"{found:%H:%M}" == ends
    assert timedelta(0) <= found - now < timedelta(hours=24)


@given(
    st.integers(0, 1439),
    st.integers(0, 1439),
    st.sampled_from(["UTC", "Europe/Warsaw", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"]),
    st.floats(1.7e9, 1.9e9),
)
def test_quiet_hours_end_within_a_day_and_outside_them_nothing_waits(
    start: int, end: int, zone: str, now: float
) -> None:
    """This includes the days on which the clocks change."""
    quiet = Quiet(start, end, zone)
    until = quiet_until(quiet, now)
    assert now <= until <= now + 25 * 3600
    assert quiet_until(quiet, until) <= until + 3600


@pytest.mark.parametrize("host", ["a..push.apple.com", ".push.apple.com", f"{'a' * 64}.push.apple.com"])
def test_a_name_that_nobody_can_have_is_refused(host: str) -> None:
    """Each attempt to resolve it would be an error."""
    for chosen in (services.KNOWN, (services.ANY,)):
        with pytest.raises(services.BadEndpoint, match="not the name of a host"):
            services.check_endpoint(f"https://{host}/1", chosen)
