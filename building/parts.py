"""Join mypyc's C files, one per module, into a few."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

# The library's C files and the modules in each. The compiler inlines only within a file, so what runs at every move
# stands together: first the game, then the players and environments. What runs once per game or per question is
# compiled with less optimisation, and what reads and writes files and boards with none, in a third of the time.
GAME = (
    "model/bits",
    "model/board",
    "model/chance",
    "model/hooks",
    "model/network/*",
    "model/numbers/*",
    "model/state",
    "model/tally",
    "rules/*",
    "engine/determinise",
    "engine/legality/offers",
    "engine/observation",
    "engine/playout",
    "engine/scoring/counting",
    "engine/turn",
)
PLAYERS = (
    "bots/greedy",
    "bots/lapses",
    "bots/net/*",
    "bots/planner",
    "bots/planning/*",
    "bots/policy",
    "bots/scripted",
    "bots/search",
    "bots/watcher",
    "env/core/*",
)
FILES = (
    "bots/external",
    "bots/levels",
    "bots/peer",
    "bots/registry",
    "engine/board_checks",
    "engine/boards",
    "engine/definition",
    "engine/files/game_file",
    "engine/files/game_text",
    "engine/files/action_json",
    "engine/positions/checks",
    "engine/files/strict_json",
    "engine/loading",
    "engine/view_picture",
    "model/board_file",
    "model/drawing/*",
    "model/reading",
    "model/spec",
)
# More flags for some of them.
CARE = {"rest": ["-O1"], "files": ["-O0"]}
# Operations that take Python a dozen steps and a processor one (model/bits.py, env/core/field.py); and the network's
# inner loop (bots/net/sums.py), which the compiler vectorises only if nothing in it can fail.
INTRINSICS = """
static inline int64_t quick_bit(int64_t n) { return (int64_t)1 << n; }
static inline int64_t quick_ones(int64_t word) { return __builtin_popcountll((uint64_t)word); }
static inline int64_t quick_lowest(int64_t word) { return __builtin_ctzll((uint64_t)word); }
static inline int64_t quick_nth(int64_t word, int64_t n) {
    while (n-- > 0) word &= word - 1;
    return quick_lowest(word);
}
static inline char quick_add_scaled(VecFloat sums, VecFloat numbers, int64_t at, double factor) {
    int64_t count = (int64_t)sums.len;
    if (at < 0 || at + count > (int64_t)numbers.len) return CPyDef_sums___add_scaled(sums, numbers, at, factor);
    double *restrict to = sums.items;
    const double *restrict from = numbers.items + at;
    for (int64_t i = 0; i < count; i++) to[i] += factor * from[i];
    return 1;
}
static inline char quick_write_zeros(VecU8 row, int64_t at, int64_t count) {
    if (at < 0 || count < 0 || at + count > (int64_t)row.len) return CPyDef_field___write_zeros(row, at, count);
    memset(row.items + at, 0, (size_t)count);
    return 1;
}
#define CPyDef_bits___bit quick_bit
#define CPyDef_bits___ones quick_ones
#define CPyDef_bits___lowest quick_lowest
#define CPyDef_bits___nth quick_nth
#define CPyDef_sums___add_scaled quick_add_scaled
#define CPyDef_field___write_zeros quick_write_zeros
"""


def join_files(sources: list[str]) -> list[str]:
    """Write a few C files that include those of mypyc, one per module, and return their paths."""
    parts: dict[str, list[Path]] = {"game": [], "players": [], "rest": [], "files": []}
    for source in map(Path, sources):
        module = source.stem.removeprefix("__native_semafor___").replace("___", "/")
        if matches(module, PLAYERS):
            parts["players"].append(source)
        elif matches(module, GAME) or not source.name.startswith("__native_"):
            parts["game"].append(source)  # and with it mypyc's own functions, which everything calls
        elif matches(module, FILES) or source.stem == "__native_semafor":
            parts["files"].append(source)  # and with it the table of all modules
        else:
            parts["rest"].append(source)
    return [write_part(name, members) for name, members in parts.items()]


def write_part(name: str, members: list[Path]) -> str:
    """Write a C file that includes others, and return its path."""
    # The functions that the intrinsics replace come before them, with mypyc's own: Python calls these as well.
    replaced = ("___bits.c", "___sums.c", "___field.c")
    first = [path for path in members if path.name.endswith(replaced) or not path.name.startswith("__native_")]
    lines = [f'#include "{path.resolve()}"' for path in first]
    if name not in CARE:
        lines += ['#include "__native_semafor.h"', '#include "__native_internal_semafor.h"', INTRINSICS]
    lines += [f'#include "{path.resolve()}"' for path in members if path not in first]
    part = Path("build", f"{name}.c")
    part.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return part.as_posix()


def matches(module: str, patterns: tuple[str, ...]) -> bool:
    """Return whether a module, such as rules/turns, matches one of the patterns."""
    return any(fnmatchcase(module, pattern) for pattern in patterns)
