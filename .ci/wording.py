"""Find odd phrases in the product and the docs, and print a plain one for each.

    python .ci/wording.py            the whole repository
    python .ci/wording.py PATH...    these files and folders

`phrases.txt` has a regular expression and its replacement a line, `meant.txt` the places where a
phrase is meant: a file or folder, and the words that are allowed there (`*` for all). Of the whole
repository, the phrases in tests and the names of functions and variables are counted too:
`names.txt` has the refused names, and how many each folder may still have.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
#: What people read. Tests have sheets in the words of students, so their phrases are only counted.
READ: Final = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs"),
    *("engine", "trees", "tracer", "tui"),
)
#: The number of odd phrases in tests and benchmarks, which may only fall.
IN_TESTS: Final = 143
#: The kinds of names, and where a node of the syntax tree has its name.
KINDS: Final = ("function", "variable")
NAMING: Final[dict[type[ast.AST], tuple[str, str]]] = {
    ast.FunctionDef: ("function", "name"),
    ast.AsyncFunctionDef: ("function", "name"),
    ast.arg: ("variable", "arg"),
    ast.Name: ("variable", "id"),
}
SUFFIXES: Final = frozenset(
    (
        *(".css", ".html", ".js", ".json", ".md", ".pxi", ".py", ".pyx", ".tcss", ".tex", ".txt"),
        *(".typ", ".yaml", ".command", ".session"),
    )
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


def room_of(path: str) -> str:
    """Return the folder whose ceiling counts for a file, such as `tracer/text`."""
    parts = path.removesuffix(".py").split("/")
    return "/".join(parts[: 1 if parts[0] in ("engine", "trees") else 2])


def refused_names(tree: ast.AST, shapes: dict[str, str]) -> Iterator[tuple[str, int, str]]:
    """Yield the refused names that a file defines: the kind, the line, the name."""
    for node in ast.walk(tree):
        kind, field = NAMING.get(type(node), ("", ""))
        name = getattr(node, field, "__")
        if name.endswith("__") or isinstance(getattr(node, "ctx", None), ast.Load):
            continue
        if re.fullmatch(shapes[kind], name.strip("_")):
            yield kind, getattr(node, "lineno", 0), name


def name_faults(table: list[tuple[str, str]], paths: Iterable[Path]) -> Iterator[str]:
    """Yield a message for each folder with more refused names than its ceiling, or with fewer."""
    shapes = {kind: "|".join(text for key, text in table if key == kind) for kind in KINDS}
    ceilings = {key: int(text) for key, text in table if key not in KINDS}
    places: dict[str, list[str]] = {key: [] for key in ceilings}
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        for kind, line, word in refused_names(ast.parse(path.read_bytes()), shapes):
            places.setdefault(f"{kind} {room_of(name)}", []).append(f"  {name}:{line}: {word}")
    for key, hits_there in sorted(places.items()):
        ceiling = ceilings.get(key, 0)
        if len(hits_there) > ceiling:
            yield "\n".join(
                [f"{key}: {len(hits_there)} refused names, not {ceiling}:", *hits_there]
            )
        elif len(hits_there) < ceiling:
            yield f"{key}: {len(hits_there)} refused names; lower its {ceiling} in .ci/names.txt"


def main_of(paths: list[Path]) -> None:
    """Print each hit with its place; exit 1 if there is any."""
    odd = [*hits(paths)]
    for hit in odd:
        place = hit.path.relative_to(ROOT).as_posix()
        print(f"{place}:{hit.line}: {hit.words!r}; write: {hit.replacement}")
    if odd:
        sys.exit(f"{len(odd)} odd phrases; change them, or list what is meant in .ci/meant.txt")


def check_tests() -> None:
    """Exit 1 if tests have more odd phrases than before, or fewer than the ceiling says."""
    count = sum(1 for _ in hits([ROOT / "tests", ROOT / "bench"]))
    if count != IN_TESTS:
        advice = "see them with" if count > IN_TESTS else "lower IN_TESTS; the rest is listed by"
        sys.exit(f"tests: {count} odd phrases, not {IN_TESTS}; {advice} .ci/wording.py tests bench")


def check_names() -> None:
    """Print the folders whose numbers of refused names differ from `names.txt`; exit 1 if any."""
    product = [path for room in READ[-4:] for path in sorted((ROOT / room).rglob("*.py"))]
    faults = [*name_faults(read_table("names.txt"), product)]
    if faults:
        sys.exit("\n".join(faults) + "\nA function's name is a verb and its object.")


if __name__ == "__main__":
    main_of([Path(name).resolve() for name in sys.argv[1:]] or [ROOT / name for name in READ])
    if not sys.argv[1:]:
        check_tests()
        check_names()
