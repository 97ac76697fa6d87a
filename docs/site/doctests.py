"""A Griffe extension: show the doctests of a docstring as code.

Without a heading above them they would be Markdown: `>>>` a quotation, and a printed list a link to nowhere.
"""

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Puts a fence around each doctest."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of a loaded object."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    """Return a docstring with a fence around each doctest."""
    return DOCTEST.sub(lambda found: f"```pycon\n{found[0]}\n```", docstring)
