"""The files in deploy/ name only existing metrics, options and files, and match the server's limits."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
import yaml  # type: ignore[import-untyped]

from semafor.cli.db import db
from semafor.cli.serve import serve
from semafor.server import metrics
from semafor.server.http.security import LARGEST_BODY
from semafor.server.main import PING_SECONDS
from semafor.server.metrics import REGISTRY

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
DASHBOARD = json.loads((DEPLOY / "grafana" / "semafor.json").read_text(encoding="utf-8"))
ALERTS = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text(encoding="utf-8"))
SERIES = {sample.name for metric in REGISTRY.collect() for sample in metric.samples} | {
    f"{metric.name}{suffix}"
    for metric in REGISTRY.collect()
    for suffix in {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}[metric.type]
}


def expressions() -> list[str]:
    """Return the PromQL expressions of the dashboard and the alerts."""
    shown = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    return shown + [rule["expr"] for group in ALERTS["groups"] for rule in group["rules"]]


def test_dashboard_and_alerts_name_metrics_that_there_are() -> None:
    named = {name for one in expressions() for name in re.findall(r"\bsemafor_\w+", one)}
    assert named - SERIES == set()
    families = {metric.name for metric in REGISTRY.collect()}
    missing = {family for family in families if not any(name.startswith(family) for name in named)}
    assert missing == set(), "every metric is on the dashboard or in an alert"


def test_no_alert_asks_for_more_than_its_histogram_can_show() -> None:
    """Prometheus never returns more than the last bucket bound of a histogram."""
    bounds: dict[str, float] = {}
    for metric in REGISTRY.collect():
        if metric.type == "histogram":
            (own,) = (one for name, one in vars(metrics).items() if getattr(one, "_name", None) == metric.name)
            bounds[metric.name] = own._upper_bounds[-2]
    asked = [re.search(r"histogram_quantile.*\b(semafor_\w+)_bucket.*> ([\d.]+)$", one) for one in expressions()]
    found = [one for one in asked if one is not None]
    assert len(found) >= 3
    for one in found:
        assert float(one[2]) < bounds[one[1]], one[0]


def test_every_alert_says_what_is_wrong() -> None:
    rules = [rule for group in ALERTS["groups"] for rule in group["rules"]]
    names = {rule["alert"] for rule in rules}
    assert len(names) == len(rules)
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert {name for name in names if f"`{name}`" not in guide} == set(), "the guide says what to do"
    trials = yaml.safe_load((ROOT / "tests/server/hosting/alerts.yml").read_text(encoding="utf-8"))["tests"]
    for trial in trials:
        assert {one["alertname"] for one in trial["alert_rule_test"]} == names
    assert all(rule["annotations"]["summary"] and rule["labels"]["severity"] in {"page", "ticket"} for rule in rules)


def test_the_files_set_options_that_there_are() -> None:
    commands = [serve, *db.commands.values()]
    known = {option.envvar for command in commands for option in command.params if isinstance(option, click.Option)}
    for path in FILES:
        named = set(re.findall(r"\bSEMAFOR_[A-Z_]+", path.read_text(encoding="utf-8")))
        assert named <= known, path.name
    units = "\n".join(path.read_text(encoding="utf-8") for path in (DEPLOY / "systemd").iterdir())
    for line in re.findall(r"bin/semafor ((?:serve|db) .*)", units):
        options = {option for command in commands for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", line)) <= options, line


def test_what_the_container_copies_is_there() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    copied = [words.split()[:-1] for words in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE)]
    assert copied
    assert [name for names in copied for name in names if not (ROOT / name).exists()] == []


def test_the_services_of_the_compose_file_fit_together() -> None:
    made: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = made["services"]
    assert (DEPLOY / services["semafor"]["build"]["context"] / services["semafor"]["build"]["dockerfile"]).is_file()
    assert services["semafor"]["environment"]["SEMAFOR_DATABASE"].endswith("@database/semafor")
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in made["volumes"] or (DEPLOY / source).is_file()


def test_the_limits_of_the_proxies_are_those_of_the_server() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    megabytes = re.search(r"client_max_body_size (\d+)m;", nginx)
    assert megabytes is not None
    assert int(megabytes[1]) * 2**20 >= LARGEST_BODY > (int(megabytes[1]) - 1) * 2**20
    assert f"max_size {LARGEST_BODY // 10**6}MB" in caddy
    silence = re.search(r"proxy_read_timeout (\d+)s;", nginx)
    assert silence is not None
    assert int(silence[1]) > 2 * PING_SECONDS


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_in_the_guide(path: Path) -> None:
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert f"deploy/{path.relative_to(DEPLOY).as_posix()}" in guide
