"""Quiet hours, in the player's own time zone."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from semafor.table.wire.push_messages import Quiet


class UnknownZone(ValueError):
    """A time zone that the system does not know."""


def zone_of(quiet: Quiet) -> ZoneInfo:
    """Return the time zone; raise UnknownZone."""
    try:
        return ZoneInfo(quiet.zone)
    except (ValueError, OSError, KeyError):
        raise UnknownZone(f"the time zone {quiet.zone!r} is unknown") from None


def quiet_until(quiet: Quiet | None, now: float) -> float:
    """Return when a message may be sent: now, or when the quiet hours end. Times are in seconds since 1970.

    >>> night = Quiet(22 * 60, 7 * 60, "UTC")
    >>> quiet_until(night, 23 * 3600.0) / 3600, quiet_until(night, 12 * 3600.0) / 3600
    (31.0, 12.0)
    """
    if quiet is None or quiet.start == quiet.end:
        return now
    here = datetime.fromtimestamp(now, zone_of(quiet))
    minute = here.hour * 60 + here.minute
    over_midnight = quiet.start > quiet.end
    inside = minute >= quiet.start or minute < quiet.end if over_midnight else quiet.start <= minute < quiet.end
    if not inside:
        return now
    end = here.replace(hour=quiet.end // 60, minute=quiet.end % 60, second=0, microsecond=0)
    return (end if minute < quiet.end else end + timedelta(days=1)).timestamp()
