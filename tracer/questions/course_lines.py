"""Lines that the programs and sheets of the five courses print, as answers to items.

Each line of the table is a pattern, and for each item the text that answers it; a line may answer
several items. `read_course_line` comes before the search for labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tracer.questions.typed_text import NAME, VALUE

_COUNT: Final = r"(?P<count>\d{1,3}(?:,\d{3})+|\d+)"
_STEP: Final = r"\('[BW]', -?\d+, -?\d+\)"
_MOVE: Final = r"(?P<move>\([^()]*\)|[^\s,.]+)"

#: The value of a node as a course's program prints it: "MAX node A: minimax value = 3".
PRINTED_VALUE: Final = re.compile(
    rf"(?:max|min|chance) node (?P<node>{NAME}): (?:expecti)?(?:mini)?max value = "
    rf"(?P<value>{VALUE})",
    re.IGNORECASE,
)

#: A count of nodes, which a line may have behind another answer.
COUNTED: Final = re.compile(
    r"(?:the )?(?:nodes|states) (?:visited|explored|expanded|generated)(?:\s?[:=]| is)?\s?"
    rf"{_COUNT}",
    re.IGNORECASE,
)

#: Where a line is from, its pattern, and the items that it answers with their texts. An item that
#: is empty answers nothing: a heading, or a time.
_TABLE: Final = (
    # COMP 341: the lecture's programs.
    ("comp341", r"=+\s.*\bdemo\b.*\s=+", {"": ""}),
    ("comp341", PRINTED_VALUE.pattern, {"values": "{all}"}),
    ("comp341", r"Expected: \S+ \(MAX picks (?P<move>\S+ branch)\)", {"move": "{move}"}),
    # COMP 341, Lab 3 and CS 480 count the nodes that a search visits under several names.
    (
        "cs480",
        rf"(?:the )?(?:nodes|states) generated(?:\s?[:=]| is)?\s?{_COUNT}",
        {"counts": "nodes generated = {count}"},
    ),
    ("lab3", COUNTED.pattern, {"counts": "visited = {count}"}),
    # Lab 3: the comparison of minimax and alpha-beta.
    (
        "lab3",
        rf"best move: {_MOVE}, value: (?P<value>{VALUE})",
        {"move": "{move}", "utility": "{value}"},
    ),
    ("lab3", rf"expected value: (?P<value>{VALUE})", {"utility": "{value}"}),
    ("lab3", rf"(?:with(?:out)? ordering): +{_COUNT} nodes in [\d.]+s", {"counts": "{count}"}),
    # Fewer nodes than another search visits, which are not the children that a cutoff skips.
    ("lab3", rf"nodes pruned: {_COUNT} \([\d.]+% reduction\)", {"counts": "{count} fewer"}),
    ("lab3", rf"nodes pruned: {_COUNT}", {"counts": "skipped = {count}"}),
    ("lab3", r"(?:time|time taken|elapsed time): [\d.]+ ?(?:s|seconds)?", {"": ""}),
    # CS 480: the move of the computer.
    (
        "cs480",
        rf"[XO]'s selected move: {_MOVE}\. Number of search tree nodes generated: {_COUNT}",
        {"move": "{move}", "counts": "{count}"},
    ),
    ("cs480", rf"Number of search tree nodes generated: {_COUNT}", {"counts": "{count}"}),
    # MIT's problem set 5.
    ("mit", rf"(?:max|min) score = (?P<value>{VALUE})", {"utility": "{value}"}),
    ("mit", rf"states explored = {_COUNT}", {"counts": "{count}"}),
    # MP 520: the value and the line of a search of Reversi.
    (
        "mp520",
        rf"\((?P<value>{VALUE}), \[(?P<line>{_STEP}(?:, {_STEP})*)\]\)",
        {"utility": "{value}", "move": "{move}", "line": "{line}"},
    ),
    ("mp520", rf"number of truncations?: {_COUNT}", {"counts": "early_returns = {count}"}),
    (
        "mp520",
        rf"(?:number of )?terminal (?:states|nodes): {_COUNT}",
        {"counts": "terminals = {count}"},
    ),
    (
        "mp520",
        rf"truncation at (?:node )?(?P<node>{NAME})(?P<rest>.*)",
        {"cutoffs": "{node}{rest}"},
    ),
)
_LINES: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), answers) for _, pattern, answers in _TABLE
)
#: A move of MP 520's program: its player, row and column; −1 if there is none, as for a pass.
_TUPLE: Final = re.compile(r"\('[BW]', (\d+), (\d+)\)")
_NO_MOVES: Final = {"move": "none", "line": "none"}


def read_course_line(line: str) -> list[tuple[str, str]] | None:
    """Return the items that a printed line answers, each with its answer.

    None for any other line; a heading or a time answers no item.
    """
    plain = line.replace("−", "-").lstrip("-*• ")
    for pattern, answers in _LINES:
        if match := pattern.fullmatch(plain):
            parts = {name: text or "" for name, text in match.groupdict().items()}
            parts["all"] = plain
            if "line" in parts:
                moves = [*_moves_of(parts["line"])]
                parts |= {"move": moves[0], "line": ", ".join(moves)} if moves else _NO_MOVES
            return [(item, text.format(**parts)) for item, text in answers.items() if item]
    return None


def _moves_of(tuples: str) -> Iterable[str]:
    """Return the moves of MP 520's tuples as plytrace names them."""
    return (f"({row},{column})" for row, column in _TUPLE.findall(tuples))
