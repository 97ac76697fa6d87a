"""The base of all errors that Semafor raises on purpose."""

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class SemaforError(ValueError):
    """Something that can't be done as asked; the message says what was wrong and what would be right."""
