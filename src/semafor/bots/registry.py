"""Bots by name: `planner`, `search:time=1.0,actions=5`, `net:weights=FILE`, `my_bot.py:MyBot`, `exec:node my_bot.mjs`.

A class, a function or an object of one's own will do as well.

>>> from semafor.engine.boards import load_board
>>> bot = make_bot("greedy", load_board("toy"))
>>> make_bot("gready", load_board("toy"))
Traceback (most recent call last):
    ...
semafor.BotError: there is no bot "gready"; did you mean greedy?
"""

import importlib.util
import inspect
import json
import re
import shlex
import shutil
import sys
import warnings
from collections.abc import Callable
from difflib import get_close_matches
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path as FilePath
from types import ModuleType
from typing import Any, Final

from semafor.bots.base import Bot, PolicyBot
from semafor.bots.external import BotFailure, ExternalBot
from semafor.bots.greedy import Greedy
from semafor.bots.lapses import Inattentive
from semafor.bots.net.files import WeightsError, stored_weights, trained_boards, trained_players
from semafor.bots.net.player import Net, NetBot
from semafor.bots.peer import PeerBot
from semafor.bots.planner import Planner
from semafor.bots.planning.weights import Weights
from semafor.bots.policy import Policy, RandomPolicy
from semafor.bots.reasons import Reason, said
from semafor.bots.search import Search
from semafor.bots.styles import Hungry, LongRoute, OneStep, Path
from semafor.bots.watcher import Watcher
from semafor.engine.boards import load_board
from semafor.engine.game import Observation
from semafor.engine.legality.legal_actions import LegalActions
from semafor.engine.values.bots import AnyBot
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.errors import SemaforError

GROUP: Final = "semafor.bots"
"""The entry point group for bots of other packages."""
EXTERNAL: Final = "exec:"
"""The prefix of a program that answers requests (docs/bots-external.md)."""
PEER: Final = "engine:"
"""The prefix of a program that sends requests, as to `semafor engine`."""


class BotError(SemaforError):
    """A bot that can't be made; the message says what is possible."""


class UnfitBot(BotError):
    """A bot that can't play on this board, but may on others."""


class Option:
    """A numeric option of a bot."""

    def __init__(
        self, name: str, default: float, least: float, whole: bool, about: str, most: float = float("inf")
    ) -> None:
        """Take the range, whether the number is `whole`, and the description `about`."""
        self.name = name
        self.default = default
        self.least = least
        self.whole = whole
        self.about = about
        self.most = most

    def describe(self) -> str:
        """Return its usage."""
        return f"{self.name} ({self.type_name()}, {self.about}; {self.default:g} if left out)"

    def type_name(self) -> str:
        """Return its type."""
        return "a whole number" if self.whole else "a number"

    def read(self, text: str) -> float | str:
        """Parse a value; raise BotError if it is invalid."""
        try:
            value = float(int(text)) if self.whole else float(text)
        except ValueError:
            raise BotError(f"{self.name} must be {self.type_name()}, not {text!r}") from None
        if not self.least <= value < float("inf"):
            raise BotError(f"{self.name} must be at least {self.least:g}, not {text}")
        if value > self.most:
            raise BotError(f"{self.name} must be at most {self.most:g}, not {text}")
        return value


class FileOption(Option):
    """An option that names a file."""

    def __init__(self, name: str, about: str) -> None:
        """Take what the file is."""
        super().__init__(name, 0.0, 0.0, False, about)

    def describe(self) -> str:
        """Return its usage."""
        return f"{self.name} (a file, {self.about})"

    def read(self, text: str) -> float | str:
        """Return the path; raise BotError if there is no such file."""
        if not FilePath(text).is_file():
            raise BotError(f"{self.name}: there is no file {text}")
        return text


class BotKind:
    """A bot that can be made by name."""

    def __init__(
        self,
        name: str,
        make: Callable[[Board, dict[str, Any]], Bot],
        options: list[Option],
        boards: list[str] | None = None,
    ) -> None:
        """`make` gets the board and a value for every option; `boards` are the supported ones, all if None."""
        self.name = name
        self.make = make
        self.options = options
        self.boards = boards

    def read_options(self, text: str) -> dict[str, Any]:
        """Parse options such as `time=1.0,actions=5`, with defaults for the others."""
        values: dict[str, Any] = {option.name: option.default for option in self.options}
        for part in [part.strip() for part in text.split(",") if part.strip()]:
            name, equals, value = part.partition("=")
            option = self._option(name.strip())
            if not equals:
                raise BotError(f"{option.name} needs a value: {self.name}:{option.name}={option.default:g}")
            values[option.name] = option.read(value.strip())
        return values

    def _option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        if not self.options:
            raise BotError(f'{self.name} takes no options, so "{name}" means nothing to it')
        known = "; ".join([option.describe() for option in self.options])
        raise BotError(f'{self.name} has no option "{name}"; it has {known}')


_KINDS: dict[str, BotKind] = {}


LAPSES: Final = Option("lapses", 0, 0, True, "careless turns, in percent", 100)


def _planner(board: Board, lapses: int) -> Policy:
    """Return a planner, with lapses if there are any."""
    planner = Planner(board, Weights({}))
    return Inattentive(planner, lapses) if lapses else planner


def _net(board: Board, options: dict[str, Any]) -> Bot:
    """Return the learned player, or that of a file; raise BotError if it was not trained for the board."""
    file = options["weights"]
    try:
        data = FilePath(file).read_bytes() if file else None
        if options["anyway"]:
            data = _as_if_for(board, data or stored_weights(board))
        return NetBot(Net(board, data), int(options["lapses"]))
    except WeightsError as error:
        raise UnfitBot(f"net can't play: {error}") from None


def _as_if_for(board: Board, data: bytes) -> bytes:
    """Return weights as if they were for a board, whose places, routes and tickets must be as many."""
    head, _, layers = data.partition(b"\n")
    try:
        about: dict[str, Any] = {**json.loads(head), "board": board.id, "digest": board.spec.digest}
    except (ValueError, TypeError):
        raise WeightsError("these are no weights of a network") from None
    return json.dumps(about).encode() + b"\n" + layers


def _search(board: Board, options: dict[str, Any]) -> Bot:
    """Return a search, guided by the learned player if one was trained and `net` is not 0."""
    net = Net(board, None) if options["net"] > 0 and trained_players(board) else None
    if options["net"] > 0 and net is None and board.id in trained_boards():
        warnings.warn(
            f"search plays {board.id} without its network, which was trained on another revision of the board",
            stacklevel=2,
        )
    return Search(
        board, options["time"], int(options["playouts"]), int(options["actions"]), options["beliefs"] > 0, net
    )


def register(kind: BotKind) -> None:
    """Register a bot by name."""
    if kind.name in _KINDS:
        raise BotError(f'there is a bot "{kind.name}" already')
    _KINDS[kind.name] = kind


register(BotKind("random", lambda board, options: PolicyBot(RandomPolicy(board)), []))
register(BotKind("greedy", lambda board, options: PolicyBot(Greedy(board)), []))
register(BotKind("hungry", lambda board, options: PolicyBot(Hungry(board)), []))
register(BotKind("path", lambda board, options: PolicyBot(Path(board)), []))
register(BotKind("one-step", lambda board, options: PolicyBot(OneStep(board)), []))
register(BotKind("long-route", lambda board, options: PolicyBot(LongRoute(board)), []))
register(
    BotKind(
        "planner",
        lambda board, options: PolicyBot(_planner(board, int(options["lapses"]))),
        [LAPSES],
    )
)
register(BotKind("watcher", lambda board, options: PolicyBot(Watcher(board, Weights({}))), []))
register(
    BotKind(
        "net",
        _net,
        [
            LAPSES,
            FileOption("weights", "the network to play by, instead of the one that comes with Semafor"),
            Option(
                "anyway",
                0,
                0,
                True,
                "1: plays by weights of another board with as many places, routes and tickets",
                1,
            ),
        ],
        trained_boards(),
    )
)
register(
    BotKind(
        "search",
        _search,
        [
            Option("time", 1.0, 0.01, False, "seconds for a decision"),
            Option("playouts", 0, 0, True, "games played out for a decision, in place of time"),
            Option("actions", 16, 2, True, "actions that are tried"),
            Option("beliefs", 1, 0, True, "1: guesses tickets by what the others have built, 0: at random", 1),
            Option("net", 1, 0, True, "1: guided by the learned player where one is trained, 0: by the planner", 1),
        ],
    )
)


def own_bot_names(board: str | None = None) -> list[str]:
    """Return the names of the built-in bots, the weakest first; with a board's id only those that play on it."""
    return [kind.name for kind in _KINDS.values() if board is None or kind.boards is None or board in kind.boards]


def bot_names(board: str | None = None) -> list[str]:
    """Return the names of all bots: built-in ones, as above, then those of installed packages."""
    plugged = sorted({point.name for point in entry_points(group=GROUP)} - set(_KINDS))
    return [*own_bot_names(board), *plugged]


def make_bot(bot: AnyBot, board: Board | str) -> Bot:
    """Return a new bot for one seat of one game; raise BotError if it can't be made."""
    if isinstance(board, str):
        board = load_board(board)
    if not isinstance(bot, str):
        return _plugged(bot_name(bot), bot, board)
    spec = bot.strip()
    if spec.startswith(EXTERNAL):
        return ExternalBot(_command(spec, EXTERNAL), board)
    if spec.startswith(PEER):
        return PeerBot(_command(spec, PEER), board)
    in_file = re.fullmatch(r"(.+\.py):(\w+)", spec)
    if in_file is not None:
        return _plugged(spec, _found_in(FilePath(in_file[1]), in_file[2]), board)
    name, _, options = spec.partition(":")
    kind = _KINDS.get(name)
    if kind is not None:
        return kind.make(board, kind.read_options(options))
    for point in entry_points(group=GROUP):
        if point.name == name:
            if options:
                raise BotError(f'{name} takes no options, so "{options}" means nothing to it')
            return _plugged(name, _loaded(point), board)
    raise BotError(f'there is no bot "{name}"; {_suggestion(name)}')


def bot_name(bot: AnyBot) -> str:
    """Return what to call a bot: its name, or that of its class or function."""
    if isinstance(bot, str):
        return bot.strip()
    return str(getattr(bot, "__name__", type(bot).__name__))


def split_specs(text: str) -> list[str]:
    """Split a list of bots: a comma also separates options, and an option belongs to the bot before it.

    >>> split_specs("planner,search:time=1.0,actions=5,greedy")
    ['planner', 'search:time=1.0,actions=5', 'greedy']
    """
    specs: list[str] = []
    for part in text.split(","):
        if specs and ":" in specs[-1] and re.match(r"\s*\w+=", part):
            specs[-1] += "," + part
        else:
            specs.append(part)
    return [spec.strip() for spec in specs if spec.strip()]


def _suggestion(name: str) -> str:
    names = bot_names()
    near = get_close_matches(name, names, 3)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"there are {', '.join(names)}, file.py:Class, {EXTERNAL}COMMAND and {PEER}COMMAND"


def _command(spec: str, kind: str) -> list[str]:
    """Return the words of a command whose program can be found."""
    text = spec.removeprefix(kind)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BotError(f"the command {text!r} can't be read: {error}") from None
    if not words:
        raise BotError(f"{kind} needs a command, for example {kind}python3 my_bot.py")
    if shutil.which(words[0]) is None:
        raise BotError(f"there is no program {words[0]!r} that could be run")
    return words


# Plug-ins


class _PluggedBot(Bot):
    """A player of a third-party class, which need not inherit from Bot: having its methods is enough."""

    def __init__(self, player: Any) -> None:
        self.player = player

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        action: object = self.player.choose(seen, legal, chance, seconds)
        if not isinstance(action, Action):
            raise BotFailure("nonsense", f"the bot answered with {type(action).__name__}, not with an action")
        return action

    def explain(self) -> Reason | None:
        explain = getattr(self.player, "explain", None)
        found: object = explain() if callable(explain) else None
        if found is None or isinstance(found, Reason):
            return found
        return said(str(found))


class _Function:
    """A function as a player."""

    def __init__(self, function: Any) -> None:
        self.choose = function


def _plugged(name: str, given: Any, board: Board) -> Bot:
    """Return a bot of a class, which is made with the board if it takes one, of a function, or of an object."""
    player: Any = given
    if isinstance(given, type):
        if not callable(getattr(given, "choose", None)):
            raise BotError(f"{name} is no bot: it must be a class with a method choose(seen, legal, chance, seconds)")
        try:
            player = given(board) if _takes_board(given) else given()
        except Exception as error:
            raise BotError(f"{name} could not be made: {_one_line(error)}") from error
    elif not callable(getattr(given, "choose", None)):
        if not callable(given):
            raise BotError(
                f"{name} is no bot: it must be a class with a method choose or a function, not {type(given).__name__}"
            )
        player = _Function(given)
    return player if isinstance(player, Bot) else _PluggedBot(player)


def _takes_board(made_by: Any) -> bool:
    """Return whether a class takes an argument."""
    try:
        parameters = inspect.signature(made_by).parameters.values()
    except ValueError:
        return True
    return any(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD, one.VAR_POSITIONAL) for one in parameters)


def _found_in(path: FilePath, name: str) -> object:
    """Return a class or a function of a Python file, which is executed once per program, however often it is named."""
    if not path.is_file():
        raise BotError(f"there is no file {path}")
    module = _module(path.resolve())
    if not hasattr(module, name):
        classes = [key for key, value in vars(module).items() if isinstance(value, type) and hasattr(value, "choose")]
        has = f"it has {', '.join(classes)}" if classes else "it has no bot at all"
        raise BotError(f"{path} has no class {name}; {has}")
    found: object = getattr(module, name)
    return found


def _module(path: FilePath) -> ModuleType:
    name = f"semafor_bot_{path.stem}_{sha256(str(path).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BotError(f"{path} could not be run: {_one_line(error)}") from error
    return module


def _loaded(point: EntryPoint) -> object:
    try:
        found: object = point.load()
    except Exception as error:
        raise BotError(f"{point.name} ({point.value}) could not be loaded: {_one_line(error)}") from error
    return found


def _one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".split("\n", 1)[0]
