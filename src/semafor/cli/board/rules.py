"""The rules of a board in sentences, with the parameters that its file gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from semafor.cli.words.language import Speech
from semafor.model.hooks import Rule

Mark = Callable[[str], str]
"""Returns the sign for a marked value of the board file by its path; empty if it is not marked."""


class RuleText:
    """Describes one rule of a board file."""

    def __init__(self, rule: Rule, parameters: Mapping[str, object], mark: Mark, speech: Speech) -> None:
        """Take the rule, its table in the file, the function that finds marks, and the language."""
        self.rule = rule
        self.slug = rule.slug
        self.parameters = parameters
        self.mark = mark
        self.speech = speech

    def sentence(self) -> str:
        """Describe the rule on this board; a third-party rule has its own text."""
        key = f"rule_{self.slug}"
        if self.slug == "ferries":
            key += f"_{self.parameters.get('substitute')}"
        if self.speech.knows(key):
            return self.speech(key, **{name: self._value(name) for name in [*self.parameters, "cards"]}, **self._more())
        return self.speech.name({"en": "", **self.rule.about})

    def cited(self) -> str:
        """List the rule ids of this rule, except those whose case can't arise on this board."""
        wild_on = self.parameters.get("wild_on")
        idle = {
            "not_wild": isinstance(wild_on, list) and set(wild_on) == {"plain", "ferry", "tunnel"},
            "substitute": self.parameters.get("substitute") == "none",
        }
        return ", ".join(dict.fromkeys(id for reason, id in self.rule.cites.items() if not idle.get(reason)))

    def _value(self, key: str) -> str:
        """Format a parameter with its marks: a number, words of the board file, or a table such as `1→1, 2→2`."""
        found = self.parameters.get(key, "")
        path = f"rules.{self.slug}.{key}"
        if isinstance(found, dict):
            return ", ".join(f"{number}→{value}{self.mark(f'{path}.{number}')}" for number, value in found.items())
        if isinstance(found, list):
            return (self.speech("then") if key == "order" else ", ").join(self._word(key, str(word)) for word in found)
        if key == "given_back":
            return self._word(key, str(found))
        return f"{found}{self.mark(path)}"

    def _word(self, key: str, word: str) -> str:
        """Translate a keyword of the board file."""
        said = {"order": f"tie_{word}", "given_back": f"given_{word}"}.get(key, word)
        return self.speech(said) if self.speech.knows(said) else word

    def _more(self) -> dict[str, str]:
        """Return the texts that depend on several parameters."""
        if self.slug == "card_market":
            whole = self.parameters.get("locomotive_is_whole_draw")
            swept = self.parameters.get("sweep_at")
            return {
                "sweep": self.speech("market_swept", sweep_at=self._value("sweep_at"))
                if swept
                else self.speech("market_never_swept"),
                "draw": self.speech("market_whole_draw" if whole else "market_one_card"),
            }
        if self.slug == "parallel_routes":
            sizes = [size for size in ("double", "triple") if size in self.parameters]
            return {"lanes": "; ".join(f"{self.speech(size)}: {self._value(size)}" for size in sizes)}
        return {}
