"""Environments for research: the games for PettingZoo, Gymnasium and OpenSpiel, one at a time or many at once.

Needs the extra `env` (`pip install semafor[env]`), and for OpenSpiel the extra `openspiel`. docs/env.md has
the observations field by field.
"""

try:
    from semafor.env.aec import aec_env, raw_env
    from semafor.env.core.fields import OBSERVATION_VERSION
    from semafor.env.core.opponents import OpponentFailure
    from semafor.env.gym_vector import SemaforVectorEnv
    from semafor.env.layout import Layout
    from semafor.env.settings import EnvError
    from semafor.env.single import ID, SemaforEnv, register
    from semafor.env.vector import VectorEnv
except ModuleNotFoundError as error:
    raise ImportError(f"the environments need {error.name}: pip install 'semafor[env]'") from error

__all__ = [
    "ID",
    "OBSERVATION_VERSION",
    "EnvError",
    "Layout",
    "OpponentFailure",
    "SemaforEnv",
    "SemaforVectorEnv",
    "VectorEnv",
    "aec_env",
    "raw_env",
    "register_openspiel",
]

register()


def register_openspiel() -> None:
    """Register the game with OpenSpiel; then `pyspiel.load_game("semafor", {"board": "usa", "players": 2})`."""
    try:
        from semafor.env.openspiel import register_openspiel as register_game  # noqa: PLC0415 (an extra of its own)
    except ModuleNotFoundError as error:
        raise ImportError(f"OpenSpiel is needed ({error.name}): pip install 'semafor[openspiel]'") from error
    register_game()
