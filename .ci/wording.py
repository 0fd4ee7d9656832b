"""Find odd phrases in the product and the docs, and print a plain one for each.

    python .ci/wording.py            the whole repository
    python .ci/wording.py PATH...    these files and folders

`phrases.txt` has a regular expression and its replacement a line, `meant.txt` the places where a
phrase is meant: a file or folder, and the words that are allowed there (`*` for all).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
#: What people read: tests and benchmarks are not among it.
READ: Final = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs"),
    *("engine", "trees", "tracer", "tui"),
)
SUFFIXES: Final = frozenset(
    [".css", ".html", ".js", ".json", ".md", ".pxi", ".py", ".pyx", ".tcss", ".typ", ".yaml"]
)


class Hit(NamedTuple):
    """A phrase in a file."""

    path: Path
    line: int
    words: str
    replacement: str


def read_table(name: str) -> list[tuple[str, str]]:
    """Return the lines of a file of two columns; `#` begins a comment."""
    rows = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            first, tab, second = line.partition("\t")
            if not tab:
                sys.exit(f".ci/{name}: {line!r} has no tab; expected two columns")
            rows.append((first, second))
    return rows


def files(paths: list[Path]) -> Iterator[Path]:
    """Yield the files with text that people read, below some files and folders."""
    for path in paths:
        for one in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if one.suffix in SUFFIXES and one.is_file():
                yield one


def is_meant(path: Path, words: str, meant: list[tuple[str, str]]) -> bool:
    """Return whether a phrase is allowed in a file."""
    name = path.relative_to(ROOT).as_posix()
    return any(
        (name == place or name.startswith(f"{place}/")) and allowed in ("*", words.lower())
        for place, allowed in meant
    )


def hits(paths: list[Path]) -> Iterator[Hit]:
    """Yield the phrases below some paths that are not meant."""
    meant = read_table("meant.txt")
    phrases = [(re.compile(one, re.IGNORECASE), new) for one, new in read_table("phrases.txt")]
    for path in files(paths):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for pattern, replacement in phrases:
                for found in pattern.finditer(line):
                    if not is_meant(path, found[0], meant):
                        yield Hit(path, number, found[0], replacement)


def main_of(paths: list[Path]) -> None:
    """Print each hit with its place; exit 1 if there is any."""
    found = [*hits(paths)]
    for hit in found:
        place = hit.path.relative_to(ROOT).as_posix()
        print(f"{place}:{hit.line}: {hit.words!r}; write: {hit.replacement}")
    if found:
        sys.exit(f"{len(found)} odd phrases; change them, or list what is meant in .ci/meant.txt")


if __name__ == "__main__":
    main_of([Path(name).resolve() for name in sys.argv[1:]] or [ROOT / name for name in READ])
