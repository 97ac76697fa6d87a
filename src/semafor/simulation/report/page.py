"""The arena's page: one self-contained file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from semafor.model.drawing.board_map import BoardMap
from semafor.simulation.report.charts import rating_plot, score_chart, score_scale
from semafor.simulation.report.curves import Curve, curve_plot
from semafor.simulation.report.maps import route_map, ticket_map
from semafor.simulation.report.success import MANY_TRAINS, Success, losses, of_routes, of_tickets
from semafor.simulation.statistics.crosstable import Contestant, Crosstable

_STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --card: #fff; --ink: #1d2430; --soft: #667085; --line: #dfe2e8;
  --accent: #0b6e8f; --good: #0b7a5b; --bad: #c2410c; --cold: #d3d8e0; }
@media (prefers-color-scheme: dark) { :root { --paper: #12161c; --card: #1a2028; --ink: #e8ebf0; --soft: #98a2b3;
  --line: #303844; --accent: #4cc3e6; --good: #46c79b; --bad: #f08a4b; --cold: #36404d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.3rem; margin: 2.5rem 0 .25rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; } h4 { font-size: .95rem; margin: 0 0 .5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); font-size: .9rem; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .4rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
tr:last-child td, tr:last-child th { border-bottom: 0; }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--card); }
thead th { color: var(--soft); font-weight: 500; }
td.share { background: color-mix(in oklab, var(--good) calc(var(--share) * .45), transparent); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .75rem; }
.grid { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
.maps { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
details { margin-top: .75rem; } summary { cursor: pointer; padding: .3rem 0; font-weight: 600; }
.failures { color: var(--bad); } svg { display: block; width: 100%; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); }
svg .tick { fill: var(--soft); text-anchor: middle; } svg .name, svg .value { text-anchor: end; }
svg .grid { stroke: var(--line); } svg .interval { stroke: var(--accent); stroke-width: 3; stroke-linecap: round; }
svg .dot { fill: var(--accent); stroke: var(--card); stroke-width: 2; } svg .bar { fill: var(--accent); }
svg .curve { fill: none; stroke: var(--accent); stroke-width: 2; }
svg .mean { stroke: var(--ink); stroke-dasharray: 3 3; }
svg .route { stroke: color-mix(in oklab, var(--bad) var(--heat), var(--cold)); stroke-linecap: round; }
svg .ticket { fill: none; stroke: color-mix(in oklab, var(--good) var(--made), var(--bad)); stroke-opacity: .6; }
svg .city { fill: var(--ink); stroke: var(--card); }
svg text.place { font-size: 14px; text-anchor: middle; paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
@media (max-width: 600px) { svg text { font-size: 17px; } svg text.place { font-size: 16px; } }
"""

_DIAGNOSTICS = {
    "tickets_kept": "tickets",
    "tickets_made": "made",
    "ticket_points_lost": "points lost",
    "ticket_draws": "draws",
    "turns": "turns",
    "route_points": "routes",
    "bonus_points": "bonus",
    "longest_path": "longest path",
    "trains_left": "trains left",
    "cards_left": "cards left",
}


def write_report(standings: Sequence[Crosstable], curves: Sequence[Curve] = ()) -> str:
    """Return the page for some standings, one section each, and for some learning curves."""
    sections = "".join(_section(standing) for standing in standings)
    if curves:
        charts = "".join(f'<div class="card"><h4>{escape(one.name)}</h4>{curve_plot(one)}</div>' for one in curves)
        told = "Share of test games won during a network's training, by the number of decisions."
        sections += f'<h2>Learning curves</h2><p class="soft">{told}</p><div class="maps">{charts}</div>'
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Semafor arena</title><style>{_STYLE}</style></head><body><main><h1>Semafor arena</h1>"
        '<p class="soft">Every block plays all rotations of the seats on the same decks; intervals are 95 %, over '
        f"blocks. Shared wins count as fractions.</p>{sections}</main></body></html>\n"
    )


def _section(standing: Crosstable) -> str:
    plan = standing.plan
    ranked = sorted(standing.entries, key=lambda entry: -entry.elo)
    told = (
        f"{len(standing.games)} games in {standing.blocks} blocks, seed {plan.seed} ({plan.seed_space}), "
        f"{plan.seconds:g} s per decision; mean of the winning points {standing.winning_points:.1f}"
    )
    parts = [
        f"<h2>{escape(standing.board.spec.names['en'])}, {plan.players} players</h2>",
        f'<p class="soft">{escape(told)}</p>',
    ]
    if not standing.games:
        return "".join(parts)
    parts += [_results(ranked), _failures(ranked)]
    if standing.verdict is not None:
        verdict = standing.verdict
        parts.append(f"<p>Sequential test: <b>{verdict.answer}</b> after {verdict.blocks} blocks.</p>")
    if len(ranked) > 1:
        zero = "the mean of all" if standing.anchor is None else standing.plan.names[standing.anchor]
        parts.append(f'<h3>Ratings</h3><div class="card">{rating_plot(ranked)}</div>')
        parts.append(f'<p class="soft">Elo, after Bradley and Terry; {escape(zero)} is at 0.</p>')
    if len(ranked) > 2:
        parts.append(f"<h3>Ahead of the other, %</h3>{_matrix(standing, ranked)}{_cycles(standing)}")
    scale = score_scale(ranked)
    charts = "".join(
        f'<div class="card"><h4>{escape(entry.name)}</h4>{score_chart(entry, *scale)}</div>' for entry in ranked
    )
    parts.append(f'<h3>Points</h3><div class="grid">{charts}</div><p class="soft">The dashed line is the mean.</p>')
    parts.append(f"<h3>How they play, per game</h3>{_diagnostics(ranked)}")
    parts.append(f"<h3>Where games were lost</h3>{_losses(standing, ranked)}")
    parts.append(_maps(standing, ranked))
    return "".join(parts)


def _results(ranked: Sequence[Contestant]) -> str:
    head = ["bot", "games", "win %", "95 %", "Elo", "95 %", "points", "margin", "p50 ms", "p99 ms"]
    rows = [
        [
            entry.name,
            str(entry.games),
            f"{entry.win_share * 100:.1f}",
            f"{entry.ci[0] * 100:.1f} – {entry.ci[1] * 100:.1f}",
            f"{entry.elo:.0f}",
            "" if entry.elo_ci is None else f"{entry.elo_ci[0]:.0f} … {entry.elo_ci[1]:.0f}",
            f"{entry.mean_points:.1f}",
            f"{entry.mean_margin:+.1f}",
            f"{entry.times.quantile(0.5):.2f}",
            f"{entry.times.quantile(0.99):.2f}",
        ]
        for entry in ranked
    ]
    return _table(head, rows)


def _failures(ranked: Sequence[Contestant]) -> str:
    told = [
        f"{entry.name}: {', '.join(f'{kind} {count}' for kind, count in entry.failures.items())} ({entry.example})"
        for entry in ranked
        if entry.failures
    ]
    return "".join(f'<p class="failures">Forfeited: {escape(line)}</p>' for line in told)


def _matrix(standing: Crosstable, ranked: Sequence[Contestant]) -> str:
    rows: list[str] = []
    for entry in ranked:
        cells = ""
        for other in ranked:
            meeting = standing.matrix[entry.name].get(other.name)
            if meeting is None:
                cells += "<td></td>"
            else:
                reach = f"{meeting.ci[0]:.1%} to {meeting.ci[1]:.1%}, {meeting.games} games"
                share = meeting.win_share * 100
                cells += f'<td class="share" style="--share:{share:.0f}%" title="{reach}">{share:.1f}</td>'
        rows.append(f"<tr><th>{escape(entry.name)}</th>{cells}</tr>")
    head = "".join(f"<th>{escape(entry.name)}</th>" for entry in ranked)
    return f'<div class="scroll"><table><thead><tr><th></th>{head}</tr></thead>{"".join(rows)}</table></div>'


def _cycles(standing: Crosstable) -> str:
    told = [" beats ".join([*cycle, cycle[0]]) for cycle in standing.cycles]
    return "".join(f'<p class="soft">A cycle: {escape(line)}.</p>' for line in told)


def _diagnostics(ranked: Sequence[Contestant]) -> str:
    rows = [[entry.name, *(f"{entry.diagnostics[name]:.1f}" for name in _DIAGNOSTICS)] for entry in ranked]
    return _table(["bot", *_DIAGNOSTICS.values()], rows)


def _losses(standing: Crosstable, ranked: Sequence[Contestant]) -> str:
    head = [
        "bot",
        "lost",
        "by points",
        "tickets decided",
        f"{MANY_TRAINS} or more trains left",
        "trains",
        "turns wasted",
    ]
    rows: list[list[str]] = []
    for entry in ranked:
        found = losses(standing.board, standing.games, standing.plan.names.index(entry.name))
        share = 1 / max(found.games, 1)
        rows.append(
            [
                entry.name,
                str(found.games),
                f"{found.margin:.1f}",
                f"{found.by_tickets * share:.0%}",
                f"{found.by_trains * share:.0%}",
                f"{found.trains:.1f}",
                f"{found.cards / 2:.1f}",
            ]
        )
    told = (
        "Means over lost games. Tickets decided: completing the failed ones would have won the game. Turns wasted: two "
        "cards that were never played are a turn."
    )
    return f'{_table(head, rows)}<p class="soft">{told}</p>'


def _success(found: Sequence[Success], games: int, head: Sequence[str], made: bool) -> str:
    rows: list[list[str]] = []
    for one in found:
        row = [one.name, f"{one.had / games:.0%}"]
        if made:
            row.append(f"{one.made / one.had:.0%}")
        rows.append([*row, f"{one.won:.0%}"])
    return _table(head, rows)


def _maps(standing: Crosstable, ranked: Sequence[Contestant]) -> str:
    """Return two maps for every bot, collapsed except for the best one's."""
    layout = BoardMap(standing.board.spec)
    parts = ["<h3>Routes and tickets</h3>"]
    for position, entry in enumerate(ranked):
        number = standing.plan.names.index(entry.name)
        seats = [seat for game in standing.games for seat in game.seats if seat.entry == number]
        parts.append(
            f"<details{' open' if position == 0 else ''}><summary>{escape(entry.name)}</summary>"
            '<div class="maps"><div class="card"><h4>Routes: the warmer and wider, the more often claimed</h4>'
            f"{route_map(layout, standing.board, seats, entry.name)}</div>"
            '<div class="card"><h4>Tickets: wide if kept often, green if completed</h4>'
            f"{ticket_map(layout, standing.board, seats, entry.name)}</div></div>"
            "<details><summary>Every ticket and route</summary>"
            '<div class="maps">'
            f"{_success(of_tickets(standing.board, seats), len(seats), ('ticket', 'kept', 'made', 'won'), True)}"
            f"{_success(of_routes(standing.board, seats), len(seats), ('route', 'claimed', 'won'), False)}"
            "</div></details></details>"
        )
    return "".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose first column names the rows."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><th>{escape(row[0])}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in row[1:])}</tr>" for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead>{body}</table></div>'
