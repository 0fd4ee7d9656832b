"""The paths of a game's nodes in a text: which signs are inside a path, and which between paths.

A path such as `4 8` may be written `4,8`, `4 → 8`, `(4, 8)`, `(4)(8)` or `4-8`. No sign has one
meaning everywhere. So a text is split in each way that treats a sign alike throughout, and the way
counts that gives nodes of the game, each once in a list. If several do, the strongest sign of a
list separates nodes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from typing import Final, NamedTuple, TypeAlias

ROOT: Final = "root"

#: The sign for each letter of a move, and that of a number.
_MOVE: Final = "\ue000"
_NUMBER: Final = "0"
_ARROW: Final = "(?:→|[-–—]+>|=+>|⇒|➔|⟶)"
#: A text with nothing but nodes.
_LIST: Final = re.compile(
    rf"(?:[{_MOVE}\s,;|.\[\](){{}}/+&*•>–—-]|{_ARROW}|\b(?:and|then|und)\b)*", re.IGNORECASE
)
#: What only separates nodes: a line, a semicolon, a word.
_BETWEEN_NODES: Final = re.compile(
    r"\s*\n\s*(?:[-*•]+\s+)?|\s*[;\t]\s*|\s*(?:[,;]\s*)?(?:and|then|und|&)\s+", re.IGNORECASE
)
#: Signs that may be inside a path or between paths, from the weakest to the strongest.
_SIGNS: Final = ("", "•", ".", "+", "/", "-", ">", "→", ",", "|")
_BRACKETS: Final = re.compile(r"[()\[\]{}]")
_WINDOW: Final = re.compile(
    rf"[(\[](?:[{_MOVE}\d\s,;.+−–/=αβab∞→-]|inf(?:inity)?|oo|alpha|beta)*[)\]]", re.IGNORECASE
)
#: A number that is a value, and no move: behind a sign, a node with a colon, or in a node's window.
_BEFORE_VALUE: Final = re.compile(
    rf"(?:[=≤≥<]\s*|(?<![-=–—])>\s*|{_MOVE}[)\]]?\s*:\s*)[-+−–]?(?:\d+[.,/])?\Z"
    rf"|{_MOVE}\s?[(\[][^()\[\]]*\Z"
)
_LONGEST_BEFORE: Final = 60
#: What follows a node that has an entry, and precedes one.
_ENTRY: Final = re.compile(
    r"[)\]]?\s*(?:[=:≤≥(\[]|(?:alpha|beta|is|skips|prunes|window)\b|[αβ])", re.IGNORECASE
)
_AT_NODE: Final = re.compile(r"\b(?:at|node)\s*[(\[]?\Z", re.IGNORECASE)

#: The sign between two moves, and whether it is outside of brackets and has spaces.
_Gap: TypeAlias = tuple[bool, bool, int]


class Move(NamedTuple):
    """A move of a text, or the root."""

    name: str
    start: int
    end: int


_Path: TypeAlias = Sequence[Move]


def find_paths(
    text: str, moves: Sequence[Move], is_node: Callable[[str], bool]
) -> Iterator[Sequence[Move]]:
    """Yield the paths in a text of several lines, each as its moves."""
    blank, moves = _blank_out(text, moves)
    runs = [*_find_runs(blank, moves)]
    gaps = sorted({gap for run in runs for gap in run.gaps if gap is not None})
    is_list = _LIST.fullmatch(blank) is not None
    is_parted = any(None in run.gaps for run in runs)
    is_loose = len(gaps) == 1 and not is_parted  # one sign for all: the longest nodes count

    def list_paths(inside: Collection[_Gap]) -> list[list[_Path]]:
        return [[*_split(run, inside, is_node if is_loose else None)] for run in runs]

    def cost(inside: Collection[_Gap]) -> int:
        paths = list_paths(inside)
        return sum(_cost(run, listed, is_node) for run, listed in zip(runs, paths, strict=True))

    ways = [gaps[:most] for most in range(len(gaps), -1, -1)]
    if not is_list:  # an entry has one node: what is tight is in its path
        ways.insert(0, [gap for gap in gaps if not gap[0] or not gap[1] or not gap[2]])
    elif not is_parted and gaps:
        ways.append(ways.pop(0))
    ways += [[gap] for gap in gaps]
    for paths in list_paths(min(ways, key=cost)):
        yield from paths


def list_moves(path: _Path) -> list[str]:
    """Return the names of a path's moves; a root before them is none."""
    names = [move.name for move in path]
    return names[1:] if len(names) > 1 and names[0] == ROOT else names


def is_path(text: str, moves: Sequence[Move]) -> bool:
    """Return whether a text has nothing but moves, brackets, and signs that may be in a path."""
    blank, moves = _blank_out(text, moves)
    bare = _BRACKETS.sub("", blank).strip()
    if not moves or not _LIST.fullmatch(blank) or {bare[0], bare[-1]} != {_MOVE}:
        return False
    return not any(None in run.gaps for run in _find_runs(blank, moves))


def lists_moves(text: str, moves: Sequence[Move]) -> bool:
    """Return whether a text has only moves, and what may be between the nodes of a list."""
    return bool(moves) and _LIST.fullmatch(_blank_out(text, moves)[0]) is not None


class _Run(NamedTuple):
    """Moves with only signs between them; a gap is None if it separates nodes."""

    moves: Sequence[Move]
    gaps: Sequence[_Gap | None]
    #: Whether the moves are of one node, at least behind the last gap that separates nodes.
    is_one: bool


def _blank_out(text: str, moves: Sequence[Move]) -> tuple[str, list[Move]]:
    """Return a text with signs instead of its moves, and its moves without the values."""
    signs = [*text]
    for move in moves:
        signs[move.start : move.end] = _MOVE * (move.end - move.start)
    blank = "".join(signs)
    windows = {
        place
        for window in _WINDOW.finditer(blank)
        if not _LIST.fullmatch(window[0])
        for place in range(*window.span())
    }
    moves_alone = []
    is_list = _LIST.fullmatch(blank) is not None
    for move in moves:
        before = "".join(signs[max(0, move.start - _LONGEST_BEFORE) : move.start])
        before = before.replace(">", " ") if is_list else before  # between nodes, no bound
        is_value = move.start in windows or _BEFORE_VALUE.search(before) is not None
        if is_value and move.name.isdigit():
            signs[move.start : move.end] = _NUMBER * (move.end - move.start)
        else:
            moves_alone.append(move)
    return "".join(signs), moves_alone


def _find_runs(blank: str, moves: Sequence[Move]) -> Iterator[_Run]:
    """Yield the moves that have only signs between them."""
    depths = [0]
    for sign in blank:
        depths.append(depths[-1] + (sign in "([{") - (sign in ")]}"))
    first = 0
    for place, move in enumerate(moves, 1):
        following = moves[place] if place < len(moves) else None
        if following and _LIST.fullmatch(blank, move.end, following.start):
            continue
        run = moves[first:place]
        first = place
        outside = min(depths[run[0].start : move.end + 1])
        gaps = [
            _find_gap(blank[left.end : right.start], is_outside=depths[left.end] == outside)
            for left, right in pairwise(run)
        ]
        before = blank[max(0, run[0].start - _LONGEST_BEFORE) : run[0].start]
        is_closed = before.endswith("(") and blank.startswith(")", move.end)
        is_one = is_closed or _ENTRY.match(blank, move.end) or _AT_NODE.search(before)
        yield _Run(run, gaps, bool(is_one))


def _find_gap(text: str, *, is_outside: bool) -> _Gap | None:
    """Return the sign between two moves; None if it separates nodes."""
    plain = _BRACKETS.sub("", text)
    sign = re.sub("[–—]", "-", re.sub(_ARROW, "→", plain.strip()))
    if _BETWEEN_NODES.fullmatch(plain) or sign not in _SIGNS:
        return None
    return is_outside or plain != text, plain != plain.strip(), _SIGNS.index(sign)


def _split(
    run: _Run, inside: Collection[_Gap], is_node: Callable[[str], bool] | None = None
) -> Iterator[_Path]:
    """Yield the paths of a run with some signs inside of paths, or the longest nodes of them."""
    path = [*run.moves[:1]]
    for gap, move in zip((*run.gaps, None), (*run.moves[1:], None), strict=True):
        if move is not None and gap in inside:
            path.append(move)
            continue
        first = 0
        while first < len(path):
            length = max(1, _count_known(path, first, is_node)) if is_node else len(path)
            yield path[first : first + length]
            first += length
        path = [move] if move is not None else []


def _count_known(path: _Path, first: int, is_node: Callable[[str], bool]) -> int:
    """Return how many moves from one on lead to a node; each node is below another one."""
    names: list[str] = []
    for move in islice(path, first, None):
        if not is_node(" ".join((*names, move.name))):
            break
        names.append(move.name)
    return len(names)


def _cost(run: _Run, paths: Sequence[_Path], is_node: Callable[[str], bool]) -> int:
    """Return how much speaks against some paths: moves to no node, and nodes listed twice."""
    listed = [list_moves(path) for path in paths]
    cost = len(listed) - len({*map(tuple, listed)})
    roots = [path for path in paths if path[0].name == ROOT]
    if len(roots) < 2 or len(roots) < len(paths):  # a root before some paths is a node
        cost += 2 * sum(len(path) > 1 for path in roots)
    for path in paths:
        first = int(len(path) > 1 and path[0].name == ROOT)
        cost += 2 * (len(path) - first - _count_known(path, first, is_node))
    if run.is_one:
        last = next((at for at, gap in enumerate(reversed(run.gaps)) if gap is None), len(run.gaps))
        lengths = accumulate(len(path) for path in reversed(paths))
        cost += sum(length <= last for length in lengths)
    return cost
