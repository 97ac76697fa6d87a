"""Whether this installation runs as compiled C or is interpreted.

The packages ``model``, ``rules``, ``engine``, ``bots`` and ``env.core`` are compiled when Semafor is installed.
Where no C compiler was found, the same files run interpreted: the games are the same, only much slower.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

__all__ = ["COMPILED", "warn_if_interpreted"]

_PACKAGES = ("model", "rules", "engine", "bots", "env/core")

_MESSAGE = (
    "semafor runs interpreted, many times slower than compiled: "
    "install a C compiler and the Python headers (Debian and Ubuntu: gcc and python3-dev), "
    "then install semafor again"
)


def _is_compiled(root: Path) -> bool:
    """Tell whether every module that should be compiled has an extension module beside it.

    Python prefers the extension module, so its presence decides; nothing need be imported.
    """
    modules = [path for package in _PACKAGES for path in (root / package).glob("*.py") if path.name != "__init__.py"]
    return bool(modules) and all(
        any(path.with_name(path.stem + suffix).exists() for suffix in EXTENSION_SUFFIXES) for path in modules
    )


COMPILED: bool = _is_compiled(Path(__file__).parent)
"""True if the engine and everything below it are the compiled ones."""


@cache  # the body runs on the first call only, hence one warning per process
def warn_if_interpreted() -> None:
    """Warn, once per process, if the engine is not the compiled one."""
    if not COMPILED:
        warnings.warn(_MESSAGE, RuntimeWarning, stacklevel=2)
