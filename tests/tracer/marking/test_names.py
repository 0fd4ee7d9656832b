"""Names precede all other signs: a right sheet has full marks, or the tree is refused as a key."""

import json
from typing import Any

import pytest

from engine.errors import PlytraceError
from tests.support.cases import over
from tests.support.tables import table
from tests.tracer.worksheet.made import set_of
from tracer.marking.grading.grader import Grader
from tracer.marking.reading.formats import sheet_of_text
from tracer.questions import PARTS

PARTS_ASKED = ("visits", "values", "move", "line", "utility", "cutoffs", "windows")
#: Right sheets of a tree R with the children NAME (5, 9), Z (3, 7) and Y (4, 6), and of one with Z
#: (10, 9) and NAME (5, 9).
FIRST = table(__file__, "names-first-sheets")
LAST = table(__file__, "names-last-sheets")
NAMES = table(__file__, "names")
GAMES = [
    *("race:4,2", "race:5,3", "nim:1,2", "nim:2,2"),
    *("tic-tac-toe@xox|.xo|o..", "tic-tac-toe@xo.|.xo|o.x"),
]


def grader_with(*children: dict[str, Any]) -> Grader:
    tree = {"id": "R", "children": children}
    parts = dict.fromkeys(PARTS_ASKED, 1)
    return grader_of_key(tree=tree, search="alphabeta", accept=["aima"], parts=parts)


def grader_of_key(**key: Any) -> Grader:
    (grader,) = set_of(json.dumps(key)).graders
    assert isinstance(grader, Grader)
    return grader


@over("name", NAMES, ms=75)
def test_right_sheet_has_full_marks_if_the_tree_with_this_name_is_a_key(name: str):
    others = {"id": "Z", "children": [3, 7]}, {"id": "Y", "children": [4, 6]}
    try:
        first = grader_with({"id": name, "children": [5, 9]}, *others)
    except PlytraceError:
        return
    last = grader_with({"id": "Z", "children": [10, 9]}, {"id": name, "children": [5, 9]})
    for grader, sheets in ((first, FIRST), (last, LAST)):
        for sheet in sheets:
            marked = grader.mark(sheet_of_text(sheet.replace("{n}", name), "sheet", ".txt"))
            assert marked.score == len(PARTS_ASKED), (name, marked.record())


def test_there_are_150_names_of_which_most_are_accepted():
    assert len(NAMES) >= 150


@over("name", NAMES, ms=75)
def test_right_sheet_has_full_marks_if_a_leaf_has_this_name(name: str):
    """The keys of a mapping are the moves to its leaves, which sheets name as well."""
    parts = {"visits": 1, "cutoffs": 1, "pruned": 1, "leaves": 1}
    try:
        visited, skipped = (
            grader_of_key(
                tree={"id": "R", "children": {"Y": {"A": 5, "B": 9}, "Z": leaves}},
                search="alphabeta",
                accept=["aima"],
                parts=parts,
            )
            for leaves in ({name: 3, "Z2": 7}, {"Z1": 3, name: 7})
        )
    except PlytraceError:
        return
    for grader, first, last in ((visited, name, "Z2"), (skipped, "Z1", name)):
        sheet = (
            f"visits: R, Y, A, B, Z, {first}\nleaves: A → B → {first}\n"
            f"cutoffs: At Z with alpha=5 and beta=inf, prune {last}\npruned: {last}\n"
        )
        marked = grader.mark(sheet_of_text(sheet, "sheet", ".txt"))
        assert marked.score == len(parts), (name, sheet, marked.record())


@over("name", ["α", "values", "pruned", "at", "none", "C=2", "a:", "½", "→", "--", "*", "≤"], ms=60)
def test_tree_is_refused_as_a_key_if_no_sheet_could_say_a_name(name: str):
    others = {"id": "Z", "children": [3, 7]}, {"id": "C", "children": [1, 2]}
    for child in ({"id": name, "children": [5, 9]}, {"id": "N", "children": {name: 5, "N2": 9}}):
        with pytest.raises(PlytraceError, match="a sheet cannot name the node"):
            grader_with(child, *others)


@over("name", ["AS", "AT", "IN", "IS", "NO", "OO", "AND", "V", "I"], ms=60)
def test_name_of_a_large_tree_is_not_the_word_in_small_letters(name: str):
    grader = grader_with({"id": "Z", "children": [5, 9]}, {"id": name, "children": [3, 7]})
    sheet = (
        f"visits: R Z Z1 Z2 {name} {name}1\nvalues: R=5 Z=5 {name}=3\nThe best move is Z.\n"
        f"line: Z Z1\nutility: 5\n"
        f"cutoffs: at {name} with alpha=5 and beta=inf, prune {name}2, as it is no better\n"
        f"windows: R (-inf, inf), Z (-inf, inf), {name} (5, inf)\n"
    )
    marked = grader.mark(sheet_of_text(sheet, "sheet", ".txt"))
    assert marked.score == len(PARTS_ASKED), marked.record()


@over("source", ["lecture", "fractions", "ties", "worst-order", "ghosts", "pacman", *GAMES], ms=75)
def test_shown_right_answer_has_full_marks_in_every_form_and_part(source: str):
    """What a report says is right can be copied to the sheet."""
    names = [name for name, part in PARTS.items() if not part.is_of_programs]
    grader = grader_of_key(source=source, accept=["aima"], parts=dict.fromkeys(names, 1))
    right = grader.mark(sheet_of_text("move: zzz", "sheet", ".txt")).record()["right"]
    for part, answer in right.items():
        for text, suffix in (
            (f"{part}: {answer}\n", ".txt"),
            (f"## {part}\n\n{answer}\n", ".md"),
            (json.dumps({part: answer}), ".json"),
        ):
            marked = grader.mark(sheet_of_text(text, "sheet", suffix))
            mark = next(mark for mark in marked.parts if mark.part == part)
            assert (mark.ok, mark.pending) == (True, False), (part, text, mark)


@over("case", table(__file__, "paths"))
def test_path_of_a_game_is_one_name_whatever_its_signs(case: dict[str, Any]):
    grader = grader_of_key(
        source=case["source"], accept=["aima"], parts={case["part"]: 1}, **case.get("options", {})
    )
    for text in case["texts"]:
        sheet = sheet_of_text(text if "|" in text else f"{case['part']}: {text}", "sheet", ".md")
        marked = grader.mark(sheet)
        assert marked.ok, (text, marked.record())


@over(("source", "options"), table(__file__, "names-games"))
def test_paths_of_a_game_are_read_as_they_are_shown_and_with_arrows(source, options):
    parts = {"visits": 1, "values": 1, "line": 1}
    grader = grader_of_key(source=source, search="alphabeta", parts=parts, **options)
    right = grader.preferred.answers
    wrote = {part: PARTS[part].wrote(right, grader.preferred.rules) for part in parts}
    shown = "\n".join(f"{part}: {PARTS[part].show(claim)}" for part, claim in wrote.items())
    values = "\n".join(f"{name} = {value}" for name, value in wrote["values"].items())
    visits, line = (" → ".join(names) for names in (right.visits, right.moves))
    arrows = f"visits: {visits}\nvalues:\n{values}\nline: {line}"
    for text in (shown, arrows):
        assert grader.mark(sheet_of_text(text, "sheet", ".txt")).ok, text


def test_openspiels_moves_are_read_as_openspiel_writes_them():
    pytest.importorskip("pyspiel")
    source = "openspiel:tic_tac_toe@4,0,8,2,1,7,3"
    parts = {"visits": 1, "move": 1, "line": 1}
    grader = grader_of_key(source=source, parts=parts, rules="Tic-tac-toe.")
    for sign in ".,":
        moves = [
            f"{player}({cell})".replace(".", sign)
            for player, cell in (("o", "1.2"), ("x", "2.0"), ("o", "2.0"), ("x", "1.2"))
        ]
        first, second, third, fourth = moves
        sheet = (
            f"visits: root, {first}, {first} {second}, {third}, {third} {fourth}\n"
            f"line: {first}, {second}\nmove: {first}\n"
        )
        assert grader.mark(sheet_of_text(sheet, "sheet", ".txt")).ok, sheet
