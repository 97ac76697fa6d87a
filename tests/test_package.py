"""What an installed package, especially a wheel, must contain besides its code."""

from importlib import metadata
from importlib.resources import files

import semafor


def test_the_version_is_written_once() -> None:
    assert metadata.version("semafor") == semafor.__version__


def test_the_client_is_inside() -> None:
    client = files("semafor.server") / "web"
    page = (client / "index.html").read_text(encoding="utf-8")
    assert '<script type="module"' in page
    assert any(file.name.endswith(".js") for file in (client / "assets").iterdir())


def test_the_boards_and_the_types_are_inside() -> None:
    boards = {file.name for file in (files("semafor") / "boards").iterdir()}
    assert boards >= {"usa.toml", "nordic-countries.toml", "italy.toml", "northern-lights.toml"}
    assert (files("semafor") / "py.typed").is_file()


def test_the_command_is_there() -> None:
    (command,) = (entry for entry in metadata.entry_points(group="console_scripts") if entry.name == "semafor")
    assert callable(command.load())
