"""Push services that never answer."""

from __future__ import annotations

from semafor.server.push.silence import FIRST_WAIT, MOST_TIMES, Silences


def test_a_silent_host_is_tried_by_one_message_later_and_later() -> None:
    silences = Silences()
    now, waits = 1000.0, []
    for _ in range(MOST_TIMES + 2):
        assert silences.until("push.example", now) == now
        silences.note("push.example", False, now)
        assert silences.until("other.example", now) == now
        until = silences.until("push.example", now)
        waits.append((until - now) / FIRST_WAIT)
        now = until
    assert waits == [min(2**times, 2 ** (MOST_TIMES - 1)) for times in range(MOST_TIMES + 2)]
    assert silences.until("push.example", now) == now
    assert silences.until("push.example", now) > now, "one at a time"
    silences.note("push.example", True, now)
    assert [silences.until("push.example", now) for _ in range(3)] == [now] * 3
