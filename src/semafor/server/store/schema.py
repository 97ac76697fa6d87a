"""The tables of the database, the same for SQLite and PostgreSQL. Changes go through `migrations`."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

METADATA: Final = MetaData()

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("board", String(100), nullable=False),
    Column("board_text", Text),  # the text of a custom board file
    Column("digest", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("seed", Text, nullable=False),  # secret until the game is over
    Column("commitment", String(64), nullable=False),
    Column("first", Integer),
    Column("status", String(10), nullable=False),
    Column("clock", Text, nullable=False),  # JSON
    Column("spectators", Boolean, nullable=False),
    Column("spectator_delay", Integer, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("tracker", Boolean, nullable=False),
    Column("invite", String(32), nullable=False, unique=True),
    Column("rematch", String(32)),
    Column("created", Double, nullable=False),
    Column("wake_at", Double),  # when the game is due, if nobody is playing
    Column("hints", Boolean),  # null: where one person plays against bots
    Column("continues", String(32)),  # the finished game that this one goes on from
    Column("contest", String(32)),
    Column("sealed", Boolean, nullable=False, server_default=false()),  # other tables still play this deal
    Column("screen", String(64)),  # the hashed secret of the big screen
    Column("kids", Boolean, nullable=False, server_default=false()),
    Column("maker", Integer),  # which address made it, as far as it has to be told from others
    Index("games_wake_at", "wake_at"),
    # All that the lobby asks for: the rows themselves may hold long board files.
    Index("games_lobby", "public", "status", "created", "maker", "spectators", "id"),
)
SEATS: Final = Table(
    "seats",
    METADATA,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(80), nullable=False),
    Column("colour", String(10), nullable=False),
    Column("level", String(40)),
    Column("token", String(64)),  # hashed
    Column("owner", Boolean, nullable=False),
    Column("bot", String(32)),  # the account of an external bot
    Column("face", Integer),  # the number of the picture that the player chose
    Index("seats_bot", "bot"),
)
ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("seat", Integer),
    Column("action", Text),  # JSON
    Column("by_bot", Boolean, nullable=False),
    Column("reason", String(10)),
    Column("yes", Boolean),
    Column("client_id", String(64)),
    Column("at", Double, nullable=False),
    UniqueConstraint("game", "seat", "client_id", name="entries_client_id"),
)
ANALYSES: Final = Table(
    "analyses",
    METADATA,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),  # JSON
)
CHAT: Final = Table(
    "chat",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", Text),
    Column("phrase", String(20)),
    Column("client_id", String(64), nullable=False),
    Column("at", Double, nullable=False),
    UniqueConstraint("game", "seat", "client_id", name="chat_client_id"),
)
TRANSFERS: Final = Table(
    "transfers",
    METADATA,
    Column("code", String(64), primary_key=True),  # hashed
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("expires", Double, nullable=False),
)
BOTS: Final = Table(
    "bots",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("token", String(64), nullable=False, unique=True),  # hashed
    Column("created", Double, nullable=False),
)
GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("key", String(64), primary_key=True),  # hashed
    Column("name", String(80), nullable=False),
    Column("face", Integer),
    Column("created", Double, nullable=False),
    Column("ladder", Boolean, nullable=False),  # whether games count for a rating
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("rated_at", Double),  # when the last game counted
    Index("guests_ladder", "ladder", "rating"),
)
DAY_RESULTS: Final = Table(
    "day_results",
    METADATA,
    Column("deal", String(200), primary_key=True),
    Column("guest", ForeignKey("guests.key", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32)),  # the table of a sealed deal; null for a record that was sent in
    Column("points", Integer),  # null until the game is over
    Column("margin", Integer),
    Column("won", Boolean),
    Column("print", String(64)),
    Column("at", Double, nullable=False),
    UniqueConstraint("deal", "print", name="day_results_print"),
)
RATED_SEATS: Final = Table(
    "rated_seats",
    METADATA,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", ForeignKey("guests.key", ondelete="CASCADE"), nullable=False),
    Column("counted_at", Double),  # null until the game has counted
    Index("rated_seats_waiting", "counted_at", "game"),
)
SEALS: Final = Table(
    "seals",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("secret", String(64), nullable=False),  # until the day is over
)
CONTESTS: Final = Table(
    "contests",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("host", String(64), nullable=False),  # the host's token, hashed
    Column("name", String(80), nullable=False),
    Column("board", String(100), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Text, nullable=False),  # JSON
    Column("clock", Text, nullable=False),  # JSON
    Column("joining", Boolean, nullable=False),
    Column("created", Double, nullable=False),
)
CONTEST_DEALS: Final = Table(
    "contest_deals",
    METADATA,
    Column("contest", ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("seed", Text, nullable=False),  # secret until the deal is open
    Column("open", Boolean, nullable=False),
)
CONTEST_TABLES: Final = Table(
    "contest_tables",
    METADATA,
    Column("contest", ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("withdrawn", Boolean, nullable=False),
)
CONTEST_PLAYERS: Final = Table(
    "contest_players",
    METADATA,
    Column("contest", ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("token", String(64), nullable=False),  # hashed
    Column("ready", Integer, nullable=False),  # the last deal that they were ready for
)
CONTEST_GAMES: Final = Table(
    "contest_games",
    METADATA,
    Column("contest", ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("result", Text),  # JSON, once it is over: the points of every seat, and how often bots acted for people
)
PUSH_KEYS: Final = Table(
    "push_keys",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("key", String(64), nullable=False),  # the server's secret key
)
PUSHES: Final = Table(
    "pushes",
    METADATA,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("print", String(64), primary_key=True),  # the endpoint, hashed
    Column("token", String(64), nullable=False),  # the seat's, hashed
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("title", String(100), nullable=False),
    Column("text", String(200), nullable=False),
    Column("quiet", Text),  # JSON
    Column("turn", Double),  # when the seat's turn began, if it is its turn
    Column("due", Double),  # when to send a message, if one is to be sent
    Column("tries", Integer, nullable=False),
    Index("pushes_due", "due"),
)
