"""MkDocs hooks: pages made from the repository, and links that lead out of docs/.

The site shows docs/ as it is, and adds the pages at the repository root, a page per board with its drawing, and a page
per module, which mkdocstrings fills from the sources without importing them.

On GitHub a page may link to any file of the repository. On the site a link to a module leads to its reference and a
link to a board file to the board's page; a link to anything else that is not on the site becomes plain text.
"""

import posixpath
import re
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"
BOARDS = SOURCES / "semafor" / "boards"
PLANS = ROOT / "build" / "docs" / "boards"  # written by `npm run plans`
ROOT_PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
}
COMMANDS = "command-line.md"
APPENDED = {"server-api.md": "requests", "server-websocket.md": "messages"}
"""Pages that end with a section that `generated.py` writes."""
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
DEFINITION = re.compile(r"^\[([^\]]+)\]: (\S+)\n?", re.MULTILINE)
INFO = re.compile(r"^```(\w+) [^\n]*")
"""What the tests read behind the language of a block, and Markdown does not know."""
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages and the drawings, and list them in the navigation."""
    for source, target in ROOT_PAGES.items():
        files.append(File.generated(config, target, content=(ROOT / source).read_text(encoding="utf-8")))

    files.append(File.generated(config, COMMANDS, content=generated("command_line")()))

    boards = []
    for path in sorted(PLANS.glob("*.svg")):
        files.append(File.generated(config, f"boards/{path.name}", abs_src_path=str(path)))
        files.append(File.generated(config, f"boards/{path.stem}.md", content=board_page(path.stem)))
        boards.append(f"boards/{path.stem}.md")
    if not boards:
        raise FileNotFoundError(f"{PLANS}: no drawings; `make docs` makes them")

    modules: dict[str, Any] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        if parts[-1] in {"__main__", "__init__"}:
            parts = parts[:-1] if parts[-1] == "__init__" else ()
        if not parts or any(part.startswith("_") for part in parts) or not (path.parent / "__init__.py").exists():
            continue
        name = ".".join(parts)
        target = reference_page(path)
        files.append(File.generated(config, target, content=f"# `{name}`\n\n::: {name}\n"))
        modules.setdefault(".".join(parts[:2]), []).append({name: target})

    assert isinstance(config.nav, list)
    rules = sorted(file.src_uri for file in files if file.src_uri.startswith("rules/"))
    config.nav.append({"Rules": rules})  # README.md sorts first and is the index
    config.nav.append({"Boards": boards})
    config.nav.append({"Reference": [{name: pages} for name, pages in modules.items()]})
    return files


def generated(function: str) -> Callable[[], str]:
    """Return a function of the module beside this one, which imports the sources."""
    for folder in (SOURCES, Path(__file__).parent):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    made: Callable[[], str] = getattr(import_module("generated"), function)
    return made


def board_page(board: str) -> str:
    """Return the page of a board: its drawing and its facts."""
    path = next(BOARDS.rglob(f"{board}.toml"))
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    routes = data["routes"]
    rows = {
        "players": f"{data['players']['min']} to {data['players']['max']}",
        "cities": len(data["cities"]),
        "routes": len(routes),
        "spaces": sum(route["length"] for route in routes),
        "rules": ", ".join(f"[{slug}](../rules/{slug}.md)" for slug in sorted(data["rules"])),
    }
    table = "\n".join(f"| {key} | {value} |" for key, value in rows.items())
    name = data["name"]["en"]
    return f"# {name}\n\n![The board {name}]({board}.svg)\n\n| | |\n| --- | --- |\n{table}\n"


def reference_page(path: Path) -> str:
    """Return the page of a module on the site."""
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return "/".join(["reference", *(part if part != "__init__" else "index" for part in parts)]) + ".md"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point the links of a page to the matching pages of the site."""
    here = page.file.src_uri
    origin = next((source for source, target in ROOT_PAGES.items() if target == here), f"docs/{here}")

    def on_site(link: str) -> str | None:
        path, hash_sign, anchor = link.partition("#")
        if not path or "://" in path:
            return link
        repository_path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), path))
        target = site_page(repository_path)
        if files.get_file_from_path(target) is None:
            return None
        return posixpath.relpath(target, posixpath.dirname(here) or ".") + hash_sign + anchor

    def lead(match: re.Match[str]) -> str:
        picture, text, link = match.groups()
        target = on_site(link)
        if target is None:
            return match[0] if picture else text
        return f"{picture}[{text}]({target})"

    def define(match: re.Match[str]) -> str:
        name, link = match.groups()
        target = on_site(link)
        if target is None:
            nowhere.append(name)
            return ""
        return f"[{name}]: {target}\n"

    nowhere: list[str] = []
    parts = FENCE.split(markdown)
    for number in range(0, len(parts), 2):
        parts[number] = DEFINITION.sub(define, LINK.sub(lead, parts[number]))
    for number in range(0, len(parts), 2):
        for name in nowhere:
            parts[number] = parts[number].replace(f"[{name}]", name)
    for number in range(1, len(parts), 2):
        parts[number] = INFO.sub(r"```\1", parts[number])
    if here in APPENDED:
        parts.append("\n" + generated(APPENDED[here])())
    return "".join(parts)


def site_page(path: str) -> str:
    """Return where the site has a file or folder of the repository."""
    if path in ROOT_PAGES:
        return ROOT_PAGES[path]
    full = ROOT / path
    if full.is_dir() and (full / "__init__.py").exists():
        return reference_page(full / "__init__.py")
    if full.is_relative_to(BOARDS) and full.suffix == ".toml":
        return f"boards/{full.stem}.md"
    if full.is_relative_to(SOURCES) and full.suffix == ".py":
        return reference_page(full)
    return path.removeprefix("docs/")
