"""Read how a board file says that its board is drawn: the optional table `drawing`.

The engine ignores it, and so does the digest. Clients draw by it: what it leaves out they find themselves, and what is
about no city or route of the board they ignore, so that a route that gets another colour spoils no file.
"""

from typing import Final

from semafor.model.reading import Table, shown
from semafor.model.spec import BoardSpec

SMALLEST: Final = 300
LARGEST: Final = 6000
"""The width and height of a drawing, in units; a space is 32 to 58 units long."""
SCENERIES: Final = ["plain", "prairie", "snow", "aurora", "mediterranean"]
NAME_PLACES: Final = 20
"""The places around a city where its name may stand."""


def read_drawing(table: Table, spec: BoardSpec) -> None:
    """Read the table `drawing`, if there is one."""
    if not table.has("drawing"):
        return
    drawing = table.table("drawing")
    drawing.number("width", SMALLEST, LARGEST)
    drawing.number("height", SMALLEST, LARGEST)
    drawing.choice("scenery", SCENERIES, "plain")
    if drawing.has("ground"):
        ground = drawing.table("ground")
        west, east = ground.number("west", -180, 180), ground.number("east", -180, 180)
        south, north = ground.number("south", -90, 90), ground.number("north", -90, 90)
        if west >= east and not ground.absent:
            ground.report("east", "must be more than {least}, got {got}", least=f"{west:g}", got=shown(east))
        if south >= north and not ground.absent:
            ground.report("north", "must be more than {least}, got {got}", least=f"{south:g}", got=shown(north))
        ground.finish()
    spots = drawing.table("spots", False)
    for id in spots.data:
        _read_spot(spots.table(id))
    bends = drawing.table("bends", False)
    for id in bends.data:
        bends.numbers(id, 4, -LARGEST, LARGEST)
    drawing.finish()
    spec.drawing = drawing.data


def _read_spot(spot: Table) -> None:
    """Read where a city or an end of a route is, and where its name stands."""
    spot.number("x", -LARGEST, LARGEST)
    spot.number("y", -LARGEST, LARGEST)
    if isinstance(spot.raw("label"), list):
        spot.numbers("label", 2, -LARGEST, LARGEST)
    else:
        spot.integer("label", 0, NAME_PLACES - 1, 0)
    spot.finish()
