"""The rules as forms for people, with their names in every language, and those of our boards as presets.

>>> forms = rule_forms_message()
>>> [field.names["pl"] for field in forms.rules[1].fields]
['Karty każdego koloru', 'Lokomotywy', 'Karty dla każdego gracza na początek']
"""

from __future__ import annotations

import importlib.resources
import tomllib
from functools import cache
from typing import Any, Literal, cast

from semafor import load_board
from semafor.engine import rule_forms
from semafor.table.board_info import offered_boards
from semafor.table.wire.workshop_messages import FormField, Option, RuleForm, RuleForms

_Kind = Literal["integer", "flag", "choice", "choices", "by_number", "text"]


@cache
def rule_forms_message() -> RuleForms:
    """Return the forms of all rules, and the presets."""
    return RuleForms(
        [_form(form) for form in rule_forms.rule_forms()],
        {id: load_board(id).spec.rules for id in offered_boards()},
    )


def _form(form: rule_forms.RuleForm) -> RuleForm:
    slug = form.slug
    about = _words(f"rule_{slug}") or dict(form.about)
    return RuleForm(
        slug,
        form.required,
        _words(f"form_{slug}") or dict(form.names) or {"en": slug},
        about,
        [_field(slug, field) for field in form.fields],
        [field.key for field in form.routes],
    )


def _field(slug: str, field: rule_forms.FormField) -> FormField:
    name = f"form_{slug}_{field.key}"
    default: Any = field.default
    return FormField(
        key=field.key,
        kind=cast(_Kind, field.kind),
        names=_words(name) or {"en": field.key.replace("_", " ")},
        required=field.required,
        default=default,
        least=field.least,
        most=field.most,
        options=[Option(option, _words(f"{name}_{option}") or {"en": option}) for option in field.options],
        first=field.first,
        last=field.last,
    )


def _words(key: str) -> dict[str, str]:
    """Return a text by language; empty for a rule of somebody else."""
    return {language: texts[key] for language, texts in _catalogues().items() if isinstance(texts.get(key), str)}


@cache
def _catalogues() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for file in sorted(importlib.resources.files("semafor").joinpath("words").iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            found[file.name.removesuffix(".toml")] = {**data["board"], **data["forms"]}
    return found
