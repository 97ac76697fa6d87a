"""The rules as forms: which parameters each has, with their types and limits.

A rule describes its parameters by reading them. So reading a table that only takes notes gives the form, and a new rule
needs none of its own.

    >>> [form.slug for form in rule_forms()][:2]
    ['turns', 'train_cards']
    >>> rule_forms()[1].fields[0].key, rule_forms()[1].fields[0].most
    ('each_colour', 20)
"""

from typing import Final

from semafor.model.hooks import Rule
from semafor.model.reading import UNBOUNDED, Reader, Table
from semafor.model.spec import RouteField
from semafor.rules.catalogue import all_rules

INTEGER: Final = "integer"
FLAG: Final = "flag"
CHOICE: Final = "choice"
CHOICES: Final = "choices"
BY_NUMBER: Final = "by_number"
TEXT: Final = "text"


class FormField:
    """A parameter of a rule.

    `kind` is `integer`, `flag`, `choice` (one of the `options`), `choices` (some of them, in an order), `by_number` (a
    whole number from `least` to `most` for each whole number from `first` to `last`) or `text`. One with a `default`
    may be left out.
    """

    def __init__(self, key: str, kind: str, required: bool, default: object = None) -> None:
        """Take what every kind has."""
        self.key = key
        self.kind = kind
        self.required = required
        self.default = default
        self.least: int | None = None
        self.most: int | None = None
        self.options: list[str] = []
        self.first = 0
        self.last = 0


class RuleForm:
    """A rule and its parameters; `routes` are the fields that it adds to routes."""

    def __init__(self, rule: type[Rule], fields: list[FormField]) -> None:
        """Take the rule, and the fields in the order in which it reads them."""
        self.slug = rule.slug
        self.required = rule.required
        self.names = rule.names
        self.about = rule.about
        self.routes: list[RouteField] = list(rule.route_fields)
        self.fields = fields


class _Notes(Table):
    """A table that notes what is read from it."""

    def __init__(self) -> None:
        """Start with an empty table, whose problems nobody reads."""
        super().__init__(Reader(), "", {}, True)
        self.fields: list[FormField] = []
        self.optional: set[str] = set()

    def _note(self, key: str, kind: str, required: bool, default: object) -> FormField:
        field = FormField(key, kind, required and key not in self.optional, default)
        self.fields.append(field)
        return field

    def has(self, key: str) -> bool:
        """Claim that it is there, so that the rule reads it; a rule that asks can do without."""
        self.optional.add(key)
        return True

    def integer(self, key: str, minimum: int = 0, maximum: int = UNBOUNDED, default: int | None = None) -> int:
        """Note a whole number."""
        field = self._note(key, INTEGER, default is None, default)
        field.least = minimum
        field.most = maximum if maximum < UNBOUNDED else None
        return minimum if default is None else default

    def text(self, key: str, default: str | None = None) -> str:
        """Note a text."""
        self._note(key, TEXT, default is None, default)
        return default or ""

    def flag(self, key: str, default: bool = False) -> bool:
        """Note a flag."""
        self._note(key, FLAG, False, default)
        return default

    def choice(self, key: str, options: list[str], default: str | None = None) -> str:
        """Note a choice."""
        self._note(key, CHOICE, default is None, default).options = list(options)
        return default or options[0]

    def choices(self, key: str, options: list[str]) -> list[str]:
        """Note a list of options."""
        self._note(key, CHOICES, True, None).options = list(options)
        return []

    def by_number(self, key: str, first: int, last: int, minimum: int, maximum: int) -> dict[int, int]:
        """Note a table of numbers by numbers."""
        field = self._note(key, BY_NUMBER, True, None)
        field.first = first
        field.last = last
        field.least = minimum
        field.most = maximum
        return {}


def rule_forms() -> list[RuleForm]:
    """Return the forms of all rules, in the order of the catalogue."""
    forms: list[RuleForm] = []
    for rule in all_rules():
        notes = _Notes()
        rule(notes)
        # A rule may read a parameter twice: `__init__` of a compiled class without its own runs twice.
        fields = {field.key: field for field in notes.fields}
        forms.append(RuleForm(rule, list(fields.values())))
    return forms
