"""Names that work for one more release."""

import sys
import warnings
from types import FrameType


def renamed(old: str, new: str) -> None:
    """Warn whoever calls Semafor that a name will go, and say which one to use."""
    level = 2
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and str(frame.f_globals.get("__name__", "")).startswith("semafor."):
        frame = frame.f_back
        level += 1
    warnings.warn(f"{old} goes in the next release; use {new}", DeprecationWarning, stacklevel=level)
