"""Read a problem by the table of keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from engine.errors import InvalidInput, add_place
from engine.search import SEARCHES
from tracer.marking.keys.key_table import KEYS, find_key, read_entry
from tracer.marking.keys.problem import (
    GradebookRules,
    LetterQuestion,
    Problem,
    ProblemKind,
    ProgramRules,
    SearchRules,
)
from tracer.questions import PARTS
from tracer.text.numbers import parse_typed_number
from trees.files import MATRIX_SUFFIXES, TREE_SUFFIXES
from trees.formats.tree_yaml import POSITION_KEYS, TREE_KEYS, read_tree
from trees.other_inputs.hand_run import read_hand_run
from trees.text import is_letter
from trees.yaml.plain_data import PlainFile

#: The keys of which a problem has exactly one.
Subject: TypeAlias = Literal["source", "tree", "matrix", "mcts"]
SUBJECTS: Final[tuple[Subject, ...]] = get_args(Subject)
#: Keys of a tree that are allowed in a problem file.
_TREES: Final = ("name", "description", "root", "players", "tree")


def is_problem(entries: Mapping[str, Any]) -> bool:
    """Return whether a file is a problem, and not a tree or position itself."""
    is_own = any(key in KEYS and key not in (*TREE_KEYS, *POSITION_KEYS) for key in entries)
    return is_own or ("source" in entries and not {"tree", "game"} & entries.keys())


def read_problem(file: PlainFile, label: str) -> Problem:
    """Read the problem in a file or a mapping."""
    with add_place(file.at or file.place("")):
        problem = _read_keys(file, label)
    return replace(problem, places={**file.places, "": file.place("")})


def read_entries(file: PlainFile, *holders: str) -> Mapping[str, dict[str, Any]]:
    """Return the values of the keys of a file by group and field; empty ones are skipped."""
    values: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for name, typed in file.entries.items():
        key = find_key(file, name, *holders)
        if name == "ask" and not typed:
            raise InvalidInput("ask: is empty", where=file.place(name), expected=key.form.expected)
        if typed is not None:
            value = read_entry(file, key)
            values[key.group][key.field] = find_beside(file, value) if key.is_file else value
    return values


def _read_keys(file: PlainFile, label: str) -> Problem:
    """Read the keys of a problem."""
    subject = _find_subject(file)
    kind: ProblemKind = "ask" if "ask" in file.entries else "search"
    if subject in ("matrix", "mcts"):
        kind = subject
    values = read_entries(file, kind, *(["tree"] if subject == "tree" else []))
    search = SearchRules(options=values["options"], **values["search"])
    problem = Problem(
        label,
        _read_subject(file, subject, label, search.options),
        search,
        kind=kind,
        letter=LetterQuestion(**values["letter"]) if kind == "ask" else None,
        programs=ProgramRules(**values["programs"]),
        gradebook=GradebookRules(**values["gradebook"]),
        **values["problem"],
    )
    _refuse_idle_window(file, problem)
    _refuse_odd_program_keys(file, problem)
    return _split_parts(problem)


def _find_subject(file: PlainFile) -> Subject:
    """Return the key that says what the problem is about."""
    if "game" in file.entries:
        raise InvalidInput(
            "a key cannot contain the position itself",
            where=file.place("game"),
            expected="a separate file for it, and source: with that file's name",
        )
    subjects = [key for key in SUBJECTS if key in file.entries]
    if len(subjects) > 1:
        first, second = sorted(subjects, key=[*file.entries].index)[:2]
        raise _refuse_both(file, first, second)
    if not subjects or file.entries[subjects[0]] is None:
        name = subjects[0] if subjects else "source"
        for key in file.entries:  # a misspelt one
            find_key(file, key, "search", "tree")
        raise InvalidInput(
            f"the {name} is missing",
            where=file.place(name),
            expected=f"{name}: and {KEYS[name].meaning.partition(': ')[2]}",
        )
    return subjects[0]


def _refuse_both(file: PlainFile, first: str, second: str, hint: str = "") -> InvalidInput:
    """Return the error of a file with two keys that cannot be combined."""
    return InvalidInput(
        f"{first}: and {second}: cannot be combined",
        where=file.place(second),
        expected="one of them",
        hint=hint,
    )


def _read_subject(file: PlainFile, subject: Subject, label: str, options: Mapping[str, Any]) -> Any:
    """Return what a problem is about: an open tree, matrix or run, or the text of a SOURCE."""
    typed = file.entries[subject]
    if isinstance(typed, str) and subject != "tree":
        return find_beside(file, typed)
    if subject == "source":
        return _read_lists(typed, file)
    if subject == "tree":
        from trees.sources import Source

        tree = read_tree(file.node.select_keys(_TREES), file.name, title=Path(label).stem)
        return Source(label, tree, "tree", str(tree))
    about = file.node.select_keys(("name", "description", subject))
    if subject == "mcts":
        return read_hand_run(about, file.name, options)
    from trees.other_inputs.matrix import read_matrix

    return read_matrix(about, file.name, title=Path(label).stem)


def find_beside(file: PlainFile, name: str) -> str:
    """Return the path of a file beside the key; the name itself if there is no such file."""
    head = name.partition(":")[0] if ".py:" in name else name
    path = Path(file.name).parent / head
    is_named = head.lower().endswith((".py", *TREE_SUFFIXES, *MATRIX_SUFFIXES))
    if file.name == "stdin" or Path(name).is_absolute() or not (is_named and path.is_file()):
        return name
    return f"{path}{name.removeprefix(head)}"


def _read_lists(node: Any, file: PlainFile) -> Any:
    """Return nested lists with numbers instead of texts."""
    if isinstance(node, list):
        return [_read_lists(item, file) for item in node]
    if is_letter(node):
        return node
    try:
        return parse_typed_number(node)
    except InvalidInput as error:
        raise InvalidInput(error.found, where=file.place("source"), expected="numbers") from error


def _refuse_idle_window(file: PlainFile, problem: Problem) -> None:
    """Refuse a choice of the window of cutoffs if nothing asks for cutoffs."""
    search = problem.search
    if search.window == "either":
        return
    if problem.parts is not None and "cutoffs" not in problem.parts:
        fault, expected = "cutoffs are not among the parts", "cutoffs among the parts"
    elif search.name is not None and not SEARCHES[search.name].has_window:
        fault, expected = f"{search.name} makes no cutoffs", "a search such as alphabeta"
    else:
        return
    raise InvalidInput(
        f"window: is about cutoffs, but {fault}",
        where=file.place("window"),
        expected=f"{expected}, or no window:",
    )


def _refuse_odd_program_keys(file: PlainFile, problem: Problem) -> None:
    """Refuse an adapter with what it replaces, and a time without its limit or the reverse."""
    programs = problem.programs
    for key, value in (("shape", programs.shape), ("function", programs.function)):
        if programs.adapter and value:
            hint = "The adapter says which function it calls"
            raise _refuse_both(file, "adapter", key, hint)
    if problem.parts is None or ("time" in problem.parts) == (programs.seconds is not None):
        return
    if "time" in problem.parts:
        raise InvalidInput(
            "the part time needs seconds:",
            where=file.place("parts"),
            expected="seconds: the processor time that a program may take",
        )
    raise InvalidInput(
        "seconds: needs the part time",
        where=file.place("seconds"),
        expected="time among the parts",
    )


def _split_parts(problem: Problem) -> Problem:
    """Return a problem whose parts for programs alone are among the rules for programs."""
    of_programs = {
        part: points
        for part, points in (problem.parts or {}).items()
        if part in PARTS and PARTS[part].is_of_programs
    }
    if not of_programs:
        return problem
    parts = {part: most for part, most in (problem.parts or {}).items() if part not in of_programs}
    return replace(problem, parts=parts, programs=replace(problem.programs, parts=of_programs))
