"""Read a problem file: the problem, its conventions and points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal, get_args

from engine.conventions import parse_convention
from engine.errors import InvalidInput, PlytraceError, add_place, did_you_mean
from engine.search import SEARCHES
from tracer.ask.questions import LETTER_QUESTIONS, QUESTIONS
from tracer.marking.keys.problem import ANY, Problem
from tracer.marking.reading.part_names import ALL_PARTS, part_called
from tracer.questions import PARTS, WindowWanted
from tracer.text.numbers import parse_typed_number
from trees.files import MATRIX_SUFFIXES, TREE_SUFFIXES
from trees.formats.tree_yaml import read_tree
from trees.other_inputs.hand_run import SETTINGS, read_hand_run
from trees.text import is_letter, quote, shorten
from trees.yaml.plain_data import PlainFile

#: Keys that only a problem file has; in a tree file, `source` cites a publication.
_OWN: Final = ("search", "accept", "parts", "window", "follow-through", "tolerance", "ask", "cover")
#: Keys of a tree that are allowed in a problem file.
_TREES: Final = ("name", "description", "root", "players", "tree")
#: Whole numbers that `tracer.trace` takes.
_WHOLE: Final = ("depth", "rounds", "iterations", "seed", "win")
_TEXTS: Final = ("order", "evaluation", "opponent", "cells", "max", "terminal", "research")
_NUMBERS: Final = ("exploration", "guess", "gap", "margin", "sum", "near")
_OF_A_SEARCH: Final = ("root-window", "bounds", *_NUMBERS, *_WHOLE, *_TEXTS)
#: Keys that only `plytrace check-code` uses.
_OF_PROGRAMS: Final = (
    *("shape", "function", "adapter", "seconds", "fresh", "fresh-seed", "all-or-nothing"),
)
#: Keys of a question about a letter.
_OF_QUESTIONS: Final = ("ask", "whole", "ends")
#: The largest number of fresh trees.
_MOST_FRESH: Final = 20
#: All keys of a problem file.
KEYS: Final = (
    *("name", "description", "source", "tree", "root", "players", "matrix", "mcts"),
    *_OWN,
    *_OF_A_SEARCH,
    *_OF_PROGRAMS,
    *_OF_QUESTIONS,
    "late",
    "scale",
)
#: Keys about marks in a gradebook.
OF_GRADEBOOKS: Final = ("late", "scale")
#: Kinds of problems that are not searches.
_KINDS: Final[tuple[Literal["matrix", "mcts"], ...]] = ("matrix", "mcts")


def problem_in(file: PlainFile, label: str) -> Problem:
    """Return the problem in a file or a mapping."""
    kind = next((one for one in _KINDS if one in file.entries), None)
    with add_place(file.at or file.place("")):
        read = _of_kind(file, label, kind) if kind else _of_search(file, label)
    return replace(read, places={**file.places, "": file.place("")})


def _of_kind(file: PlainFile, label: str, kind: Literal["matrix", "mcts"]) -> Problem:
    """Return a payoff matrix or a hand run from the file itself or one that it names."""
    given = file.entries[kind]
    if not isinstance(given, str):
        if file.at:  # in a set, whose file is not a matrix
            return _inside(file, label, kind)
        if "parts" in file.entries:
            raise InvalidInput(
                f"parts: cannot be in the file of the {kind} itself",
                where=file.place("parts"),
                expected=f"a separate key with {kind}: and the name of this file",
                hint="Move parts: there, or remove it: then each answered part counts",
            )
        return Problem(label, label, kind=kind)
    _refuse_other_keys(file, kind, SETTINGS if kind == "mcts" else ())
    options = {key: _text(file, key) for key in SETTINGS if file.entries.get(key) is not None}
    return Problem(
        label,
        _beside(file, given),
        parts=_parts(file),
        tolerance=_tolerance(file),
        options=options,
        kind=kind,
        **read_gradebook_rules(file),
    )


def _inside(file: PlainFile, label: str, kind: Literal["matrix", "mcts"]) -> Problem:
    """Return a payoff matrix or a hand run inside a set."""
    assert file.node is not None, "a map of a file"
    _refuse_other_keys(file, kind, ())
    about = file.node.select_keys(("name", "description", kind))
    game: Any
    if kind == "matrix":
        from trees.other_inputs.matrix import read_matrix

        game = read_matrix(about, file.name)
    else:
        game = read_hand_run(about, file.name)
    return Problem(label, game, parts=_parts(file), tolerance=_tolerance(file), kind=kind)


def _refuse_other_keys(file: PlainFile, kind: str, more: Iterable[str]) -> None:
    """Refuse keys that do not belong to a matrix or a hand run."""
    allowed = ("name", "description", "parts", "tolerance", *OF_GRADEBOOKS, kind, *more)
    for key in file.entries:
        if key in ("source", "tree", *_KINDS) and key != kind:
            raise _excluded(file, kind, key)
        if key not in allowed:
            raise InvalidInput(
                f"a problem about {kind} has no key {quote(key)}",
                where=file.place(key),
                expected=f"one of {', '.join(allowed)}",
                hint=did_you_mean(key[:100], allowed),
            )


def is_problem(entries: Mapping[str, Any]) -> bool:
    """Return whether a file is a problem, and not a tree or position itself."""
    if any(key in entries for key in (*_OWN, *_KINDS)):
        return True
    if "tree" in entries:
        return any(key in entries for key in _OF_A_SEARCH)
    return "source" in entries and "game" not in entries


def _of_search(file: PlainFile, label: str) -> Problem:
    """Return the search problem in a file."""
    entries = file.entries
    for key in entries:
        if key == "game":
            raise InvalidInput(
                "a key cannot contain the position itself",
                where=file.place(key),
                expected="a separate file for it, and source: with that file's name",
            )
        if key not in KEYS:
            raise InvalidInput(
                f"a problem has no key {quote(key)}",
                where=file.place(key),
                expected=f"one of {', '.join(KEYS)}",
                hint=did_you_mean(key[:100], KEYS),
            )
    _refuse_idle_keys(file)
    question = _question(file)
    search = _text(file, "search")
    if search is not None and search not in SEARCHES:
        raise InvalidInput(
            f"there is no search {quote(search)}",
            where=file.place("search"),
            expected=", ".join(SEARCHES),
            hint=did_you_mean(search[:100], SEARCHES),
        )
    window = _text(file, "window") or "either"
    if window not in get_args(WindowWanted):
        raise InvalidInput(
            f"window: cannot be {quote(window)}",
            where=file.place("window"),
            expected="before, after or either: the window of a cutoff before or after the last "
            "child's value updates it",
        )
    required = _parts(file)
    of_programs = {
        name: points
        for name, points in (required or {}).items()
        if name in PARTS and PARTS[name].is_of_programs
    }
    parts = (
        None
        if required is None
        else {one: required[one] for one in required if one not in of_programs}
    )
    return Problem(
        label=label,
        source=_source(file, label),
        search=search,
        accept=_accepted(file),
        parts=parts,
        window=window,  # type: ignore[arg-type]
        follows=_follows(file),
        tolerance=_tolerance(file),
        options=_options(file),
        shape=_text(file, "shape"),
        function=_text(file, "function"),
        adapter=_adapter(file),
        seconds=_seconds(file),
        program_parts=of_programs,
        fresh=_fresh(file),
        fresh_seed=_text(file, "fresh-seed") or "",
        all_or_nothing=read_yes_or_no(file, "all-or-nothing"),
        covers=_covers(file),
        **read_gradebook_rules(file),
        kind="ask" if question else "search",
        question=question,
        whole=read_yes_or_no(file, "whole"),
        either_end=_text(file, "ends") == "either",
    )


def _question(file: PlainFile) -> str:
    """Return the question about a letter; empty if the key has none."""
    entries = file.entries
    question = " ".join((_text(file, "ask") or "").split())
    if "ask" in entries and not question:
        raise InvalidInput(
            "ask: is empty", where=file.place("ask"), expected="a question, such as pruned C2"
        )
    words = question.removeprefix("true ").split(" ")
    if question and (words[0] not in LETTER_QUESTIONS or len(words) == 1):
        raise InvalidInput(
            f"a key cannot ask {quote(shorten(question))}",
            where=file.place("ask"),
            expected=" or ".join(QUESTIONS[word] for word in LETTER_QUESTIONS),
        )
    idle = ("window", "follow-through", *_OF_PROGRAMS) if question else ("whole", "ends")
    for key in idle:
        if key in entries:
            raise InvalidInput(
                f"{key}: has no effect {'beside' if question else 'without'} ask:",
                where=file.place(key),
                expected="only one of the two" if question else "ask: and a question",
            )
    if (ends := _text(file, "ends") or "exact") not in ("exact", "either"):
        raise InvalidInput(
            f"ends: cannot be {quote(ends)}",
            where=file.place("ends"),
            expected="exact or either: whether an open end counts as a closed one",
        )
    return question


def _adapter(file: PlainFile) -> str | None:
    """Return the adapter: a name, or a Python file relative to the key."""
    given = _text(file, "adapter")
    for key in ("shape", "function"):
        if given and key in file.entries:
            raise _excluded(file, "adapter", key, "The adapter says which function it calls")
    if given is None or not given.endswith(".py") or file.name == "stdin":
        return given
    return str(Path(file.name).parent / given)


def _follows(file: PlainFile) -> bool:
    given = _text(file, "follow-through") or "one"
    if given not in ("one", "none"):
        raise InvalidInput(
            f"follow-through: cannot be {quote(given)}",
            where=file.place("follow-through"),
            expected="one or none: how many slips are charged only once",
        )
    return given == "one"


def _covers(file: PlainFile) -> bool:
    """Return whether `plytrace work` covers leaves, which a worksheet may have printed."""
    given = _text(file, "cover") or "yes"
    if given not in ("yes", "no"):
        raise InvalidInput(
            f"cover: cannot be {quote(given)}",
            where=file.place("cover"),
            expected="yes or no: whether plytrace work covers each leaf until it is visited",
        )
    return given == "yes"


def _tolerance(file: PlainFile) -> float | None:
    given = file.entries.get("tolerance")
    if given is None:
        return None
    number = _number(file, "tolerance", given)
    if not 0 <= number < math.inf:
        raise InvalidInput(
            f"tolerance: cannot be {number:g}",
            where=file.place("tolerance"),
            expected="the largest error of a right number, 0 or more",
        )
    return number


def _seconds(file: PlainFile) -> float | None:
    """Return the time limit; it requires the part `time`, and the reverse."""
    given = file.entries.get("seconds")
    is_timed = "time" in (_parts(file) or {})
    if given is None:
        if is_timed:
            raise InvalidInput(
                "the part time needs seconds:",
                where=file.place("parts"),
                expected="seconds: the processor time that a program may take",
            )
        return None
    seconds = _number(file, "seconds", given)
    if not 0 < seconds < 1e6:
        raise InvalidInput(
            f"seconds: cannot be {seconds:g}",
            where=file.place("seconds"),
            expected="a time above 0",
        )
    if not is_timed and _parts(file) is not None:
        raise InvalidInput(
            "seconds: needs the part time",
            where=file.place("seconds"),
            expected="time among the parts",
        )
    return seconds


def _fresh(file: PlainFile) -> int | None:
    """Return the number of fresh trees; None for the default."""
    if file.entries.get("fresh") is None:
        return None
    number = _whole(file, "fresh")
    if not 0 <= number <= _MOST_FRESH:
        raise InvalidInput(
            f"fresh: cannot be {number}",
            where=file.place("fresh"),
            expected=f"a number of trees from 0 to {_MOST_FRESH}",
        )
    return number


def read_yes_or_no(file: PlainFile, key: str) -> bool:
    """Return a setting that is true or false; false if it is missing."""
    given = (_text(file, key) or "false").lower()
    if given not in ("true", "false"):
        raise InvalidInput(
            f"{key}: cannot be {quote(given)}", where=file.place(key), expected="true or false"
        )
    return given == "true"


def read_gradebook_rules(file: PlainFile) -> dict[str, Any]:
    """Return the per cent that late sheets lose, and whether marks fill the column's maximum."""
    text = (_text(file, "late") or "0").removesuffix("%").strip()
    late = _number(file, "late", text)
    if not 0 <= late <= 100:
        raise InvalidInput(
            f"late: cannot be {late:g}",
            where=file.place("late"),
            expected="the per cent of its points that a late sheet loses, 0 to 100",
        )
    return {"late": late, "scales": read_yes_or_no(file, "scale")}


def _refuse_idle_keys(file: PlainFile) -> None:
    """Refuse keys that have no effect beside other keys."""
    entries = file.entries
    if "tree" in entries and "source" in entries:
        raise _excluded(file, "tree", "source", "Use description: to say where the tree is from")
    for key in ("root", "players"):
        if key in entries and "tree" not in entries:
            raise InvalidInput(
                f"{key}: has no effect on a source, which sets its own players",
                where=file.place(key),
                expected=f"{key}: only with tree:",
                hint="max: to-move makes the player at the root MAX",
            )
    if _text(file, "window") in (None, "either"):
        return
    parts, search = _parts(file), _text(file, "search")
    if parts is not None and "cutoffs" not in parts:
        found, expected = "cutoffs are not among the parts", "cutoffs among the parts"
    elif search in SEARCHES and not SEARCHES[search].has_window:
        found, expected = f"{search} makes no cutoffs", "a search such as alphabeta"
    else:
        return
    raise InvalidInput(
        f"window: is about cutoffs, but {found}",
        where=file.place("window"),
        expected=f"{expected}, or no window:",
    )


def _excluded(file: PlainFile, one: str, other: str, hint: str = "") -> InvalidInput:
    """Return the error of a file that names two problems."""
    return InvalidInput(
        f"{one}: and {other}: cannot be combined",
        where=file.place(other),
        expected="one of them",
        hint=hint,
    )


def _source(file: PlainFile, label: str) -> Any:
    if "tree" in file.entries:
        from trees.sources import Source

        about = file.node or file.text
        tree = read_tree(about, file.name, title=Path(label).stem, only=_TREES)
        return Source(label, tree, "tree", str(tree))
    source = file.entries.get("source")
    if source is None:
        raise InvalidInput(
            "the source is missing",
            where=file.place("source"),
            expected="source: a SOURCE, or tree:",
        )
    if not isinstance(source, str):  # nested lists, with numbers as texts
        return _listed(source, file)
    return _beside(file, source)


def _beside(file: PlainFile, source: str) -> str:
    """Return a source; a file is relative to the key."""
    if file.name == "stdin" or Path(source).is_absolute():
        return source
    head = source.partition(":")[0]
    beside = Path(file.name).parent
    is_own = head.endswith(".py") and (beside / head).is_file()
    suffixes = (*TREE_SUFFIXES, *MATRIX_SUFFIXES)
    is_file = source.lower().endswith(suffixes) and (beside / source).is_file()
    return str(beside / source) if is_own or is_file else source


def _listed(node: Any, file: PlainFile) -> Any:
    """Convert nested lists to numbers."""
    if isinstance(node, list):
        return [_listed(one, file) for one in node]
    if is_letter(node):
        return node
    try:
        return parse_typed_number(node)
    except InvalidInput as error:
        raise InvalidInput(error.found, where=file.place("source"), expected="numbers") from error


def _text(file: PlainFile, key: str) -> str | None:
    value = file.entries.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise InvalidInput(
            f"{key}: cannot be {value!r:.60}", where=file.place(key), expected="a word"
        )
    return value.strip()


def _accepted(file: PlainFile) -> Any:
    given = file.entries.get("accept")
    if given is None or given == "any":
        return ANY
    listed = given if isinstance(given, list) else [given]
    if not listed or not all(isinstance(one, str) for one in listed):
        raise InvalidInput(
            f"accept: cannot be {given!r:.60}",
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
            f"parts: cannot be {given!r:.60}",
            where=file.place("parts"),
            expected="such as {visits: 4}",
        )
    points: dict[str, float] = {}
    for word, value in pairs:
        part = str(word) if word in ALL_PARTS else part_called(str(word))
        if part is None:
            raise InvalidInput(
                f"there is no part {quote(str(word))}",
                where=file.place("parts"),
                expected=", ".join(ALL_PARTS),
                hint=did_you_mean(str(word)[:100], ALL_PARTS),
            )
        try:
            number = parse_typed_number(value)
        except InvalidInput:
            number = -1.0
        if not 0 <= number < 1e6:
            raise InvalidInput(
                f"{part} cannot have {quote(str(value))} points",
                where=file.place("parts"),
                expected="a number of points, 0 or more",
            )
        if part in points:
            raise InvalidInput(
                f"{part} appears twice among the parts, once as {quote(str(word))}",
                where=file.place("parts"),
                expected="each part once",
            )
        points[part] = number
    if not sum(points.values()):
        raise InvalidInput(
            "the parts have no points", where=file.place("parts"), expected="some points"
        )
    return points


def _options(file: PlainFile) -> dict[str, Any]:
    """Return the other arguments of `tracer.trace`, which checks their combination itself."""
    options: dict[str, Any] = {}
    for key in _WHOLE:
        if file.entries.get(key) is not None:
            options[key] = _whole(file, key)
    for key in _TEXTS:
        value = _text(file, key)
        if value is not None:
            named = _beside(file, value) if key == "evaluation" else value
            options["max_player" if key == "max" else key] = named
    for key in _NUMBERS:
        if file.entries.get(key) is not None:
            options[key] = _number(file, key, file.entries[key])
    for key, option, expected in (
        ("root-window", "window", "α and β, such as [-2, 2]"),
        ("bounds", "bounds", "the smallest and the largest value, such as [0, 10]"),
    ):
        pair = file.entries.get(key)
        if pair is not None:
            if isinstance(pair, str):
                pair = pair.strip("()[] ").split(",")
            if not isinstance(pair, list) or len(pair) != 2:
                raise InvalidInput(
                    f"{key}: cannot be {pair!r:.60}", where=file.place(key), expected=expected
                )
            low, high = (_number(file, key, end) for end in pair)
            options[option] = (low, high)
    return options


def _whole(file: PlainFile, key: str) -> int:
    number = _number(file, key, file.entries[key])
    if not math.isfinite(number) or number != int(number):
        raise InvalidInput(
            f"{key}: cannot be {number:g}", where=file.place(key), expected="a whole number"
        )
    return int(number)


def _number(file: PlainFile, key: str, given: Any) -> float:
    try:
        return parse_typed_number(given)
    except InvalidInput as error:
        raise InvalidInput(
            f"{key}: {error.found}", where=file.place(key), expected="a number"
        ) from error
