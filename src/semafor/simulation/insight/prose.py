"""The analysis of a finished game in sentences and a table, in the words of a language.

The texts are in `semafor/words`: those of the section `analysis`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from semafor.engine.files.action_json import parse_action
from semafor.engine.files.game_file import GameFile, read_game
from semafor.engine.files.records import Record
from semafor.engine.files.replay import replay
from semafor.engine.game import Game
from semafor.model.actions import Action, Claim, DrawCard, KeepTickets, PayTunnel
from semafor.simulation.insight import analysis
from semafor.simulation.insight.analysis import PLAYOUTS, Analysis

ROWS = 12
"""How many rows the table of chances has at most."""


def analyse(game: Game | GameFile | Record | str | Path, playouts: int = PLAYOUTS) -> Analysis:
    """Analyse a finished game, or that of a file; print the result, or take its `to_json()`."""
    if isinstance(game, (str, Path)):
        game = read_game(game)
    record = game if isinstance(game, Record) else game.record if isinstance(game, GameFile) else game.record()
    board = replay(record).board if isinstance(game, Record) else game.board
    found = analysis.analyse(record, board, playouts)
    return replace(found, prose=prose(found, record, words("en")))


def words(language: str) -> Mapping[str, str]:
    """Return the texts of a language."""
    source = files("semafor").joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    texts: dict[str, str] = tomllib.loads(source)["analysis"]
    return texts


def prose(found: Analysis, record: Record, say: Mapping[str, str]) -> str:
    """Return an analysis in sentences, with a table of the chances."""
    players = range(record.players)
    end = found.chances[-1].chances
    winners = ", ".join(str(seat) for seat in players if end[seat] > 0)
    lines = [say["analysis_end"].format(board=record.board, actions=len(record.steps), seats=winners)]
    for seat in players:
        own = [one for one in found.advice if one.seat == seat]
        lines.append(say["analysis_advice"].format(seat=seat, same=sum(one.same for one in own), decisions=len(own)))
    lines += ["", say["analysis_chances"].format(playouts=found.playouts)]
    heads = [say["analysis_seat"].format(seat=seat) for seat in players]
    lines.append("".join([f"{say['analysis_action']:>8}", *(f"{head:>12}" for head in heads)]))
    every = -(-len(found.chances) // ROWS)
    for point in [*found.chances[:-1:every], found.chances[-1]]:
        lines.append("".join([f"{point.after:>8}", *(f"{chance:>12.0%}" for chance in point.chances)]))
    lines.append("")
    for turn in found.turning_points:
        lines.append(
            say["analysis_turn"].format(
                seat=turn.seat, first=turn.after, last=turn.until, before=f"{turn.before:.0%}", then=f"{turn.then:.0%}"
            )
        )
    advised = {one.step: parse_action(one.action) for one in found.advice}
    for move in found.costly:
        lines.append(
            say["analysis_costly"].format(
                step=move.step,
                seat=move.seat,
                taken=in_words(record.steps[move.step - 1].action, say),
                advised=in_words(advised[move.step], say),
                cost=f"{100 * move.cost:.0f}",
            )
        )
    if not found.turning_points and not found.costly:
        lines.append(say["analysis_even"])
    return "\n".join(lines)


def in_words(action: Action, say: Mapping[str, str]) -> str:
    """Return an action in a few words."""
    what = {"route": "", "card": "", "tickets": ""}
    key = action.type
    if isinstance(action, Claim):
        what["route"] = action.route
    elif isinstance(action, DrawCard):
        what["card"] = action.card or ""
        key = "take_card" if action.card else key
    elif isinstance(action, KeepTickets):
        what["tickets"] = ", ".join(action.tickets)
    elif isinstance(action, PayTunnel):
        key = "pay_tunnel"
    return say[f"analysis_{key}"].format(**what)
