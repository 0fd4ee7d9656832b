"""Reading a problem file: what is asked, by which conventions, and the points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args

from engine.conventions import parse_convention
from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.search import SEARCHES
from engine.settings import OPTION_NAMES
from tracer.check.part_names import ALL_PARTS, part_called
from tracer.check.parts import WindowWanted
from tracer.check.problem import ANY, Problem
from tracer.typed_numbers import typed_number
from trees.files import TREE_SUFFIXES
from trees.hand_run import SETTINGS, read_hand_run
from trees.plain import PlainFile, plain_tree
from trees.quoting import quoted

__all__ = ["KEYS", "is_problem", "problem_in"]

#: The keys that only a problem file has; `source` is also where a tree was published.
_OWN: Final = ("search", "accept", "parts", "window")
#: The keys of a tree that may stand in a problem file.
_TREES: Final = ("name", "description", "root", "players", "tree")
#: Whole numbers that `tracer.trace` takes.
_WHOLE: Final = ("depth", "rounds", "iterations", "seed", "win")
_TEXTS: Final = ("order", "evaluation", "opponent", "cells", "max")
_OF_A_SEARCH: Final = ("root-window", "exploration", *_WHOLE, *_TEXTS)
#: What only `plytrace check-code` looks at.
_OF_PROGRAMS: Final = ("shape", "function", "seconds")
#: All keys of a problem file.
KEYS: Final = (
    *("name", "description", "source", "tree", "root", "players", "matrix", "mcts"),
    *_OWN,
    *_OF_A_SEARCH,
    *_OF_PROGRAMS,
)
#: Problems that are no searches.
_KINDS: Final[tuple[Literal["matrix", "mcts"], ...]] = ("matrix", "mcts")


def problem_in(file: PlainFile, label: str) -> Problem:
    """The problem of a problem file, or of a map that says what one says.

    Args:
        file: the file or map.
        label: what to call it.

    Raises:
        InvalidInput: it is no problem, with the place.
    """
    for kind in _KINDS:
        if kind in file.entries:
            return _of_kind(file, label, kind)
    return _of_search(file, label)


def _of_kind(file: PlainFile, label: str, kind: Literal["matrix", "mcts"]) -> Problem:
    """A payoff matrix or a hand run: the file itself, or one that it names."""
    given = file.entries[kind]
    if not isinstance(given, str):
        if file.at:  # in a set, whose file is no matrix
            return _inside(file, label, kind)
        if "parts" in file.entries:
            raise InvalidInput(
                f"parts beside the {kind} itself",
                where=file.place("parts"),
                expected=f"a key of its own, with {kind}: and the name of this file",
                hint="Put the parts there; without them a sheet is asked for what it answers",
            )
        return Problem(label, label, kind=kind)
    _refuse_other_keys(file, kind, SETTINGS if kind == "mcts" else ())
    options = {key: _text(file, key) for key in SETTINGS if file.entries.get(key) is not None}
    return Problem(label, _beside(file, given), parts=_parts(file), options=options, kind=kind)


def _inside(file: PlainFile, label: str, kind: Literal["matrix", "mcts"]) -> Problem:
    """A payoff matrix or a hand run that stands in a set."""
    assert file.node is not None, "a map of a file"
    _refuse_other_keys(file, kind, ())
    about = file.node.with_only(("name", "description", kind))
    game: Any
    if kind == "matrix":
        from trees.matrix import read_matrix

        game = read_matrix(about, file.name)
    else:
        game = read_hand_run(about, file.name)
    return Problem(label, game, parts=_parts(file), kind=kind)


def _refuse_other_keys(file: PlainFile, kind: str, more: Iterable[str]) -> None:
    """Refuse what a problem about a matrix or a hand run does not say."""
    allowed = ("name", "description", "parts", kind, *more)
    for key in file.entries:
        if key in ("source", "tree", *_KINDS) and key != kind:
            raise _excluded(file, kind, key)
        if key not in allowed:
            raise InvalidInput(
                f"a problem about {kind} has no key {quoted(key)}",
                where=file.place(key),
                expected=f"one of {', '.join(allowed)}",
                hint=did_you_mean(key[:100], allowed),
            )


def is_problem(entries: Mapping[str, Any]) -> bool:
    """Whether a file is a problem, and not the tree or position itself.

    Args:
        entries: what stands in it.
    """
    if any(key in entries for key in (*_OWN, *_KINDS)):
        return True
    if "tree" in entries:
        return any(key in entries for key in _OF_A_SEARCH)
    return "source" in entries and "game" not in entries


def _of_search(file: PlainFile, label: str) -> Problem:
    """The problem of a file, which is a search.

    Args:
        file: the file.
        label: what to call it.

    Raises:
        InvalidInput: it is no problem, with the place.
    """
    entries = file.entries
    for key in entries:
        if key == "game":
            raise InvalidInput(
                "the position itself stands in the key",
                where=file.place(key),
                expected="a file of its own for it, and here source: with that file's name",
            )
        if key not in KEYS:
            raise InvalidInput(
                f"a problem has no key {quoted(key)}",
                where=file.place(key),
                expected=f"one of {', '.join(KEYS)}",
                hint=did_you_mean(key[:100], KEYS),
            )
    _refuse_idle_keys(file)
    search = _text(file, "search")
    if search is not None and search not in SEARCHES:
        raise InvalidInput(
            f"there is no search {quoted(search)}",
            where=file.place("search"),
            expected=", ".join(SEARCHES),
            hint=did_you_mean(search[:100], SEARCHES),
        )
    window = _text(file, "window") or "either"
    if window not in get_args(WindowWanted):
        raise InvalidInput(
            f"window: {quoted(window)}",
            where=file.place("window"),
            expected="before, after or either: of a cutoff, the window before or after the last "
            "child's value",
        )
    return Problem(
        label=label,
        source=_source(file, label),
        search=search,
        accept=_accepted(file),
        parts=_parts(file),
        window=window,  # type: ignore[arg-type]
        options=_options(file),
        shape=_text(file, "shape"),
        function=_text(file, "function"),
        seconds=_seconds(file),
    )


def _seconds(file: PlainFile) -> float | None:
    """The time in which a program is to be done; the part `time` and it go together."""
    given = file.entries.get("seconds")
    asked = "time" in (_parts(file) or {})
    if given is None:
        if asked:
            raise InvalidInput(
                "the part time, and no seconds:",
                where=file.place("parts"),
                expected="seconds: the processor time in which a program is to be done",
            )
        return None
    seconds = _number(file, "seconds", given)
    if not 0 < seconds < 1e6:
        raise InvalidInput(
            f"seconds: {seconds:g}", where=file.place("seconds"), expected="a time above 0"
        )
    if not asked and _parts(file) is not None:
        raise InvalidInput(
            "seconds: without the part time",
            where=file.place("seconds"),
            expected="time among the parts, which it says the limit of",
        )
    return seconds


def _refuse_idle_keys(file: PlainFile) -> None:
    """Refuse keys that would change nothing because of another one that is there."""
    entries = file.entries
    if "tree" in entries and "source" in entries:
        raise _excluded(file, "tree", "source", "Where a tree is from, description: can say")
    for key in ("root", "players"):
        if key in entries and "tree" not in entries:
            raise InvalidInput(
                f"{key}: says nothing of a source, which says itself who moves",
                where=file.place(key),
                expected=f"{key}: beside tree:",
                hint="max: to-move makes MAX whoever moves at the root",
            )
    if _text(file, "window") in (None, "either"):
        return
    parts, search = _parts(file), _text(file, "search")
    if parts is not None and "cutoffs" not in parts:
        found, expected = "cutoffs are not asked for", "cutoffs among the parts"
    elif search in SEARCHES and not SEARCHES[search].has_window:
        found, expected = f"{search} makes none", "a search such as alphabeta"
    else:
        return
    raise InvalidInput(
        f"window: is about the window of a cutoff, and {found}",
        where=file.place("window"),
        expected=f"{expected}, or no window:",
    )


def _excluded(file: PlainFile, one: str, other: str, hint: str = "") -> InvalidInput:
    """The error of a key that names two problems."""
    return InvalidInput(
        f"{one}: and {other}: exclude each other",
        where=file.place(other),
        expected="one of them: what the problem is about",
        hint=hint,
    )


def _source(file: PlainFile, label: str) -> Any:
    if "tree" in file.entries:
        from trees.sources import Source

        tree = plain_tree(file, _TREES, title=Path(label).stem)
        return Source(label, tree, "tree", str(tree))
    source = file.entries.get("source")
    if source is None:
        raise InvalidInput(
            "no source", where=file.place("source"), expected="source: a SOURCE, or tree:"
        )
    if not isinstance(source, str):  # nested lists, whose numbers are texts here
        return _listed(source, file)
    return _beside(file, source)


def _beside(file: PlainFile, source: str) -> str:
    """A source, or where it is a file, that file: it stands beside the key."""
    if file.name == "stdin" or Path(source).is_absolute():
        return source
    head = source.partition(":")[0]
    beside = Path(file.name).parent
    is_own = head.endswith(".py") and (beside / head).is_file()
    is_file = source.lower().endswith(TREE_SUFFIXES) and (beside / source).is_file()
    return str(beside / source) if is_own or is_file else source


def _listed(node: Any, file: PlainFile) -> Any:
    """Nested lists as numbers."""
    if isinstance(node, list):
        return [_listed(one, file) for one in node]
    try:
        return typed_number(node)
    except InvalidInput as error:
        raise InvalidInput(error.found, where=file.place("source"), expected="numbers") from error


def _text(file: PlainFile, key: str) -> str | None:
    value = file.entries.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise InvalidInput(f"{key}: {value!r:.60}", where=file.place(key), expected="a word")
    return value.strip()


def _accepted(file: PlainFile) -> Any:
    given = file.entries.get("accept")
    if given is None or given == "any":
        return ANY
    listed = given if isinstance(given, list) else [given]
    if not listed or not all(isinstance(one, str) for one in listed):
        raise InvalidInput(
            f"accept: {given!r:.60}",
            where=file.place("accept"),
            expected="conventions, such as [aima, cs188], or any",
        )
    try:
        return tuple(parse_convention(one) for one in listed)
    except PlytraceError as error:
        raise InvalidInput(
            error.found, where=file.place("accept"), expected=error.expected, hint=error.hint
        ) from error


def _parts(file: PlainFile) -> dict[str, float] | None:
    given = file.entries.get("parts")
    if given is None:
        return None
    pairs = [(one, "1") for one in given] if isinstance(given, list) else given
    if isinstance(pairs, Mapping):
        pairs = list(pairs.items())
    if not isinstance(pairs, list) or not pairs:
        raise InvalidInput(
            f"parts: {given!r:.60}", where=file.place("parts"), expected="such as {visits: 4}"
        )
    points: dict[str, float] = {}
    for word, value in pairs:
        part = part_called(str(word))
        if part is None:
            raise InvalidInput(
                f"there is no part {quoted(str(word))}",
                where=file.place("parts"),
                expected=", ".join(ALL_PARTS),
                hint=did_you_mean(str(word)[:100], ALL_PARTS),
            )
        try:
            number = typed_number(value)
        except InvalidInput:
            number = -1.0
        if not 0 <= number < 1e6:
            raise InvalidInput(
                f"{quoted(str(value))} points for {part}",
                where=file.place("parts"),
                expected="a number of points, 0 or more",
            )
        if part in points:
            raise InvalidInput(
                f"{part} stands twice among the parts, once as {quoted(str(word))}",
                where=file.place("parts"),
                expected="each part once",
            )
        points[part] = number
    if not sum(points.values()):
        raise InvalidInput("no points at all", where=file.place("parts"), expected="some points")
    return points


def _options(file: PlainFile) -> dict[str, Any]:
    """The further arguments of `tracer.trace`; what does not go together it says itself."""
    options: dict[str, Any] = {}
    for key in _WHOLE:
        if file.entries.get(key) is not None:
            options[key] = _whole(file, key)
    for key in _TEXTS:
        value = _text(file, key)
        if value is not None:
            named = _beside(file, value) if key == "evaluation" else value
            options["max_player" if key == "max" else key] = named
    if file.entries.get("exploration") is not None:
        options["exploration"] = _number(file, "exploration", file.entries["exploration"])
    window = file.entries.get("root-window")
    if window is not None:
        if isinstance(window, str):
            window = window.strip("()[] ").split(",")
        if not isinstance(window, list) or len(window) != 2:
            raise InvalidInput(
                f"root-window: {window!r:.60}",
                where=file.place("root-window"),
                expected="α and β, such as [-2, 2]",
            )
        alpha, beta = (_number(file, "root-window", end) for end in window)
        options["window"] = (alpha, beta)
    return options


def _whole(file: PlainFile, key: str) -> int:
    number = _number(file, key, file.entries[key])
    if number != int(number):
        raise InvalidInput(f"{key}: {number:g}", where=file.place(key), expected="a whole number")
    return int(number)


def _number(file: PlainFile, key: str, given: Any) -> float:
    try:
        return typed_number(given)
    except InvalidInput as error:
        what = OPTION_NAMES.get(key, key)
        raise InvalidInput(
            f"{error.found} as the {what}", where=file.place(key), expected="a number"
        ) from error
