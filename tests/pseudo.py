"""A pseudo-language: every English word becomes ⟦ãççéñţéđ⟧ and longer. Other words are not from a catalogue.

`python -m tests.pseudo FOLDER` writes a copy of the installed package there that has this language, `qps`, too.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tomllib
from pathlib import Path

import semafor

ACCENTS = str.maketrans("aceinosuyz", "ãçéïñöšüýž")


def pseudo(text: str) -> str:
    """Write a text in accented letters between brackets; placeholders stay, and each paragraph has its own brackets."""
    if "\n\n" in text:
        return "\n\n".join(map(pseudo, text.split("\n\n")))
    if text.startswith(("\b\n", "\n")):
        start = text.index("\n") + 1
        return text[:start] + pseudo(text[start:])
    parts = re.split(r"(\{[^{}]*\})", text)
    return "⟦" + "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in parts) + "~~⟧"


def other_words(text: str) -> list[str]:
    """Return the words outside the brackets, except for players' names and rule ids."""
    text = text.replace("\b", "")
    while "⟦" in text:
        smaller = re.sub("⟦[^⟦⟧]*⟧", " ", text)
        assert smaller != text, text
        text = smaller
    return re.findall(r"[^\W\d_]{2,}", text.replace("Åä", "").replace("Öö", ""))


def write_package(folder: Path, sources: Path, compiled: bool) -> None:
    """Copy a package and add the language only as files: a catalogue, and names in the board files."""
    copied = folder / "semafor"
    ignored = ["web", "__pycache__", *([] if compiled else ["*.so"])]
    shutil.copytree(sources, copied, ignore=shutil.ignore_patterns(*ignored))
    english = (sources / "words" / "en.toml").read_text(encoding="utf-8")
    (copied / "words" / "qps.toml").write_text(_catalogue(english), encoding="utf-8")
    for board in (copied / "boards").rglob("*.toml"):
        board.write_text(_named(board.read_text(encoding="utf-8")), encoding="utf-8")


def _catalogue(english: str) -> str:
    data = tomllib.loads(english)
    lines = [f"language = {json.dumps(pseudo(data['language']), ensure_ascii=False)}"]
    lines.append('plural = { forms = ["one", "other"], rule = "n == 1 ? 0 : 1" }')
    for section, texts in data.items():
        if isinstance(texts, dict) and section != "plural":
            lines.append(f"[{section}]")
            lines += [f"{key} = {_said(text)}" for key, text in texts.items()]
    return "\n".join(lines)


def _said(text: object) -> str:
    if isinstance(text, dict):
        return "{ " + ", ".join(f"{form} = {_said(words)}" for form, words in text.items()) + " }"
    if isinstance(text, list):
        return json.dumps([f"{word}q" for word in text], ensure_ascii=False)
    return json.dumps(pseudo(str(text)), ensure_ascii=False)


def _named(text: str) -> str:
    """Add a translated name to everything on a board that has a name, line by line."""
    return "\n".join(map(_named_line, text.splitlines()))


def _named_line(line: str) -> str:
    found = re.search(r'name = (?:\{ en = )?"([^"]*)"', line)
    if found is None:
        return line
    name = json.dumps(pseudo(found[1] or "X"), ensure_ascii=False)
    if "names = {" in line:
        return line.replace("names = {", f"names = {{ qps = {name},")
    if line.startswith("name ="):
        return f"{line}\nnames = {{ qps = {name} }}"
    return re.sub(r" \},$", f", names = {{ qps = {name} }} }},", line)


if __name__ == "__main__":
    write_package(Path(sys.argv[1]), Path(semafor.__file__).parent, compiled=True)
