"""The rules of a board in sentences, with the parameters that its file gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from semafor.cli.words.language import Speech
from semafor.model.hooks import Rule

Mark = Callable[[str], str]
"""Gives the sign of a value that is marked in the board file, by its path; empty for one that is not."""


class RuleText:
    """Describes one rule of a board file."""

    def __init__(self, rule: Rule, parameters: Mapping[str, object], mark: Mark, speech: Speech) -> None:
        """Take the rule, its table in the file, a way to find marks, and the language to speak."""
        self.rule = rule
        self.slug = rule.slug
        self.parameters = parameters
        self.mark = mark
        self.speech = speech

    def sentence(self) -> str:
        """Say what the rule does on this board; a rule of somebody's own brings its words with it."""
        key = f"rule_{self.slug}"
        if self.slug == "ferries":
            key += f"_{self.parameters.get('substitute')}"
        if self.speech.knows(key):
            return self.speech(key, **{name: self._value(name) for name in [*self.parameters, "cards"]}, **self._more())
        return self.speech.name({"en": "", **self.rule.about})

    def cited(self) -> str:
        """List the rule ids that this rule rests on, but for those of a reason that can't arise on this board."""
        wild_on = self.parameters.get("wild_on")
        idle = {
            "not_wild": isinstance(wild_on, list) and set(wild_on) == {"plain", "ferry", "tunnel"},
            "substitute": self.parameters.get("substitute") == "none",
        }
        return ", ".join(dict.fromkeys(id for reason, id in self.rule.cites.items() if not idle.get(reason)))

    def _value(self, key: str) -> str:
        """Say a parameter with its marks: a number, words of the board file, or a table such as `1→1, 2→2`."""
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
        """Say a word that a board file uses for something."""
        said = {"order": f"tie_{word}", "given_back": f"given_{word}"}.get(key, word)
        return self.speech(said) if self.speech.knows(said) else word

    def _more(self) -> dict[str, str]:
        """Say what depends on several parameters."""
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
