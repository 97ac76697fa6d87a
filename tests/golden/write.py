"""Rewrite the golden transcripts, on purpose: `python -m tests.golden.write`.

Do this after a change that is meant to change games, and read the diff. Every transcript is that of the first seed that
leads to its end.
"""

from itertools import count

from tests.golden.transcript import TALES, file_of, transcript


def main() -> None:
    """Write every transcript."""
    for name, players, way in TALES:
        text = next(text for seed in count(1) if (text := transcript(name, players, way, seed)) is not None)
        path = file_of(name, players, way)
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()
