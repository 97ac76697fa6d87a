"""The settings of a server; the commands `semafor serve` and `semafor play` fill them in."""

from __future__ import annotations

from msgspec import Struct

from semafor.simulation.insight.analysis import PLAYOUTS
from semafor.table.game_table import Pace


class Settings(Struct, kw_only=True, frozen=True):
    """All settings."""

    database: str
    """URL of the database, as `database_url` writes it."""
    public_hosts: tuple[str, ...] = ()
    """Public host names of the server, besides addresses, localhost and the machine's own name."""
    network_port: int | None = None
    """The port, if the server listens to the whole network; `run` fills this in."""
    pace: Pace = Pace()
    """How long tables wait for people, and bots for an undo."""
    bot_processes: int = 2
    idle: float = 60.0
    """Seconds after which a game that nobody watches is evicted from memory; it stays in the database."""
    sweep: float = 2.0
    """Seconds between two searches for due games."""
    messages_per_second: float = 20.0
    """How many messages a connection may send before it is slowed down; `burst` of them at once."""
    burst: int = 60
    requests_per_second: float = 20.0
    """The same for REST requests of an address, which are refused instead."""
    request_burst: int = 200
    games_per_hour: int = 120
    """Tables that an address may make in an hour."""
    connections_per_address: int = 100
    processor_share: float = 0.1
    """The share of a core that an address may use on the event loop; when it is used up, the client waits."""
    analysis_playouts: int = PLAYOUTS
    """Games that bots play out from each moment of an analysed game."""
    push_services: tuple[str, ...] = ()
    """Hosts of push services (`any`: all with a public address); without any, no push messages are sent."""
    webhooks: tuple[str, ...] = ()
    """Hosts to which a table may send whose turn it is (`any`: all with a public address)."""
    push_contact: str = ""
    """How push services reach the host: a mailto or https URL."""
    own_bots: dict[str, str] = {}
    """Bots of this machine's owner by name, offered beside the levels; never on a public server."""
    unattended_games: int = 20
    """Games of an address that bots may continue at the same time with nobody watching."""
