"""Tell the C compiler that mypyc's checks usually pass.

Every index of a vector is checked, and every division looks at the signs. The compiler can't know that these checks
hardly ever fail, so it puts what follows a failure in the middle of the code that runs. Marked as likely, random games
are 6 to 12 % faster.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

IN_BOUNDS = re.compile(r"((cpy_r_r\d+) = \(uint64_t\)\S+ < \(uint64_t\)\S+;\n    if )\(\2\)")
SAME_SIGN = re.compile(r"( = \d+ < 0;\n    (cpy_r_r\d+) = \S+ == \S+;\n    if )\(\2\)")


def expect(generated: Path) -> None:
    """Mark the checks in a module's C file as likely to succeed."""
    text = generated.read_text(encoding="utf-8")
    for check in (IN_BOUNDS, SAME_SIGN):
        text = check.sub(r"\1(likely(\2))", text)
    generated.write_text(text, encoding="utf-8")
