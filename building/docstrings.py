"""Put the docstrings of Python sources into the C code that mypyc makes of them.

mypyc writes signatures into its tables of methods, but no docstrings, so that `help()` shows nothing about compiled
classes. The tables are plain: a name, then a string that ends where the docstring belongs.
"""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

# `static PyMethodDef game___Game_methods[] = {`, and the same for properties; of a module: `gamemodule_methods`.
TABLE = re.compile(r"static (?:PyMethodDef|PyGetSetDef) (\w+)_(?:methods|getseters)\[\] = \{")
ENTRY = re.compile(r'\s*\{"(\w+)",')
SIGNATURE = re.compile(r'PyDoc_STR\("((\w+)\(.*\)\\n--\\n\\n)"\)')
# The last two fields of a property: its docstring, and a pointer that we don't need.
PROPERTY_END = "NULL, NULL},"


def document(generated: Path, source: Path) -> None:
    """Add the docstrings of a module to its C file."""
    docs = docstrings(source)
    owner, name = "", ""
    lines = generated.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines):
        if table := TABLE.match(line):
            owner = max((known for known, _ in docs if known and table[1].endswith(f"___{known}")), key=len, default="")
        elif entry := ENTRY.match(line):
            name = entry[1]
        if found := SIGNATURE.search(line):
            doc = docs.get((found[2], "")) if ".tp_doc" in line else docs.get((owner, name))
            if doc:
                lines[number] = line.replace(found[0], f'PyDoc_STR("{found[1]}{c_text(doc)}")')
        elif line.endswith(PROPERTY_END) and (doc := docs.get((owner, name))):
            lines[number] = f'{line.removesuffix(PROPERTY_END)}PyDoc_STR("{c_text(doc)}"), NULL}},'
    generated.write_text("\n".join(lines), encoding="utf-8")


def docstrings(source: Path) -> dict[tuple[str, str], str]:
    """Return the docstrings of a module's classes, functions and methods, by class and name."""
    docs: dict[tuple[str, str], str] = {}
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            docs["", node.name] = ast.get_docstring(node) or ""
        elif isinstance(node, ast.ClassDef):
            docs[node.name, ""] = ast.get_docstring(node) or ""
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    docs[node.name, inner.name] = ast.get_docstring(inner) or ""
    return docs


def c_text(doc: str) -> str:
    r"""Write a docstring as the inside of a C string.

    >>> print(c_text('Say "no".\n\nPięć.'))
    Say \"no\".\n\nPi\304\231\304\207.
    """
    text = inspect.cleandoc(doc).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("?", "\\?")
    return "".join(char if char.isascii() else "".join(f"\\{byte:03o}" for byte in char.encode()) for char in text)
