"""Pages and sections written from the program itself: every request of the REST API, and every command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

import click
import msgspec
from click.testing import CliRunner

WIDTH: Final = 100


def requests() -> str:
    """Return a section with every request of the API, from its OpenAPI description."""
    from semafor.home.endpoints.describe import openapi  # noqa: PLC0415 (a site without it needs no server)
    from semafor.server.app import SERVED  # noqa: PLC0415

    described = openapi(SERVED)
    schemas = described["components"]["schemas"]
    lines = ["## Every request", "", "| request | what it does | it takes | it gives |", "| --- | --- | --- | --- |"]
    for path, operations in sorted(described["paths"].items()):
        for method, one in operations.items():
            what = one["description"].partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")
            given = next(iter(one["responses"]["200"]["content"].values()))["schema"]
            cells = [f"`{method.upper()} {path}`", what, _taken(one, schemas), _named(given)]
            lines.append(f"| {' | '.join(cells)} |")
    lines += ["", "## Every message", "", "| name | fields |", "| --- | --- |"]
    for name, schema in sorted(schemas.items()):
        if "properties" in schema:
            lines.append(f"| `{name}` | {_fields(schema)} |")
    return "\n".join(lines) + "\n"


def messages() -> str:
    """Return a section with every message of the WebSocket."""
    from semafor.table.wire.client_messages import ClientMessages  # noqa: PLC0415
    from semafor.table.wire.messages import ServerMessages  # noqa: PLC0415

    lines = ["## Every message", ""]
    for title, union in (("From the client", ClientMessages), ("From the server", ServerMessages)):
        lines += [f"**{title}**", "", "| type | fields | what it does |", "| --- | --- | --- |"]
        _, schemas = msgspec.json.schema_components(get_args(union))
        for kind in get_args(union):
            schema = schemas[kind.__name__]
            what = " ".join(schema.get("description", "").split()).replace("|", "\\|")
            lines.append(f"| `{schema['properties'].pop('type')['enum'][0]}` | {_fields(schema)} | {what} |")
        lines.append("")
    return "\n".join(lines)


def _taken(operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    query = [f"`?{one['name']}`" for one in operation.get("parameters", ()) if one["in"] == "query"]
    body = operation.get("requestBody")
    if body is None:
        return ", ".join(query)
    schema = next(iter(body["content"].values()))["schema"]
    name = schema.get("$ref", "").rpartition("/")[2]
    return ", ".join([*query, _fields(schemas[name]) if name in schemas else _named(schema)])


def _fields(schema: Mapping[str, Any]) -> str:
    needed = schema.get("required", ())
    return ", ".join(f"`{name}`" + ("" if name in needed else "?") for name in schema["properties"])


def _named(schema: Mapping[str, Any]) -> str:
    """Return a schema's name, or what kind of value it is."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "items" in schema:
        return f"list of {_named(schema['items'])}"
    if "anyOf" in schema:
        return " or ".join(_named(one) for one in schema["anyOf"])
    return str(schema.get("type", "anything"))


def command_line() -> str:
    """Return a page with the help of every command."""
    from semafor.cli.main import cli  # noqa: PLC0415

    lines = ["# The command line", "", "What `semafor COMMAND --help` says.", ""]
    for words in _commands(cli):
        asked = [*words, "--help"]
        help = CliRunner(env={"LC_ALL": "C.UTF-8"}).invoke(cli, asked, prog_name="semafor", terminal_width=WIDTH).output
        lines += [f"## `{' '.join(['semafor', *words])}`", "", "```text", help.rstrip(), "```", ""]
    return "\n".join(lines)


def _commands(cli: click.Group) -> Iterator[list[str]]:
    context = cli.make_context("semafor", [], resilient_parsing=True)
    for name in cli.list_commands(context):
        _, command, _ = cli.resolve_command(context, [name])
        members = command.commands if isinstance(command, click.Group) else {}
        yield from ([name, member] for member in members) if members else ([name],)
