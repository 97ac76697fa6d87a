"""Which rule of a board's rulebook a refusal, a score or the sheet of a board cites.

The code of a rule knows its reasons; the rulebooks number them differently. So each rule has the ids of the
base rules as its own, and a board file may name others in `cites`.
"""

from semafor.model.reading import Table


def read_cites(table: Table, defaults: dict[str, str]) -> dict[str, str]:
    """The rule ids by reason: the defaults, with those of the board file in their place."""
    cites = dict(defaults)
    if table.has("cites"):
        named = table.table("cites")
        for reason in defaults:
            if named.has(reason):
                cites[reason] = named.text(reason)
        named.finish()
    return cites
