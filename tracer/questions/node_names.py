"""The names of a problem's nodes and moves, as students write them.

Names come first: one with a sign or a space in it, such as `S→A`, `A*` or the path `4 8` of a game,
becomes a single word before any sign of a sheet is taken for punctuation, the longest name first.
So the grammar of answers knows names as words only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, TypeVar

from engine.errors import InvalidInput
from tracer.questions.typed_text import normalized
from trees.text import quote

_Typed = TypeVar("_Typed")

_QUOTES: Final = "\"'`“”‘’*"
_RUNS: Final = re.compile(r"(\d+)|([^\W\d_]+)")
#: A name that no sign of the grammar can break, unless it is one of these words.
_PLAIN: Final = re.compile(r"\w+(?:[-.]\w+)*|-?\d+(?:[./]\d+)?|[½⅓¼⅔¾∞]")
_GRAMMAR_WORDS: Final = frozenset({"and", "because", "since", "as", "weil", "v", "skip", "cut"})
#: Names that a sheet needs for something else, or that are nothing but signs.
_LABELS: Final = frozenset(
    {
        *("alpha", "beta", "α", "β", "value", "values", "visits", "window", "windows"),
        *("cutoffs", "pruned", "skipped", "utility", "counts", "leaves", "move", "line"),
    }
)
_SIGNS_ONLY: Final = re.compile(r"[-\u2010-\u2015−|→<>≤≥≠≈=:;.…*_~#%/\\'\"`^&+!?()\[\]{}]+")
#: Other spellings of the signs in a name.
_ALIKE: Final = {
    "→": "(?:→|[-–—]+>|=+>|⇒|➔|⟶)",
    "≤": r"(?:≤|<=|⩽)",
    "≥": r"(?:≥|>=|⩾)",
    ".": "[.,]",
    ",": "[.,]",
    " ": r"\s+",
    **dict.fromkeys("-−–", "[-−–‐‑]"),
    **dict.fromkeys("'’", "['’‘]"),
}
#: The first letter of the word that stands for a name, and the letters behind it. They are letters
#: of a script that no sheet uses, so that the word has no signs, digits or capitals.
_MARK: Final = "\U00020000"
_FIRST, _LETTERS = 0x20001, 40_000
_MARKED: Final = re.compile(f"{_MARK}[\U00020001-\U0002a6d6]+{_MARK}")
#: What may stand between two moves of a path, from the weakest to the strongest.
_BETWEEN_MOVES: Final = (
    re.compile(r"[^\S\t]"),
    re.compile(r",|→|->"),
    re.compile(r",\s+|\s*(?:→|[-–—]+>|=+>)\s*"),
    re.compile(r"\s*(?:[;|\t]\s*)(?:and\s|then\s)?"),
)
#: A sign of values: a move of digits behind it is a number.
_BEFORE_VALUE: Final = re.compile(r"(?:[=≤≥<(:]|(?<![-=])>)\s*\Z")
#: Text between the nodes of a list, without signs of entries.
_OF_LISTS: Final = re.compile(r"(?:[\s,;|→>.\[\]{}-]|\b(?:root|and|then)\b)*", re.IGNORECASE)


class NodeNames:
    """Find nodes and moves by name; case is ignored if that is unambiguous."""

    def __init__(
        self,
        nodes: Callable[[], Iterable[str]],
        moves: Callable[[], Iterable[str]],
        *,
        spaced: bool,
        others: Callable[[], Mapping[str, str]] | None = None,
    ) -> None:
        self._may_be_spaced = spaced
        self._name_others = others
        self._name_nodes = nodes
        self._name_moves = moves
        self._names_by_mark: dict[str, str] = {}
        self._marks: dict[str, str] = {}
        self._paths: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _nodes(self) -> Mapping[str, str]:
        names = self._name_nodes()
        if isinstance(names, Mapping):
            return names
        spellings = _index_spellings(names)
        others = self._name_others() if self._name_others else {}
        return {**{normalized(other): name for other, name in others.items()}, **spellings}

    @cached_property
    def spaced(self) -> bool:
        """Whether names contain spaces, since they are the moves to a node."""
        if not self._may_be_spaced:
            return False
        names = self._nodes
        return not isinstance(names, dict) or any(" " in name for name in names.values())

    @cached_property
    def _moves(self) -> dict[str, str]:
        return _index_spellings(self._name_moves())

    @cached_property
    def _shapes(self) -> frozenset[str]:
        return frozenset(map(_shape, self._nodes))

    @cached_property
    def bracketed(self) -> bool:
        """Whether names of moves begin with a bracket, such as (0,1)."""
        return any(move.startswith("(") for move in self._moves)

    def node(self, text: Any) -> str:
        """Return the node with a name; the name itself if there is no such node."""
        return _look_up(self._nodes, self._read_mark(text))

    def is_node(self, name: str) -> bool:
        """Return whether there is a node of exactly this name."""
        return self._nodes.get(name) == name

    def names_node(self, text: str) -> bool:
        """Return whether a word as typed is the name of a node."""
        return self.node(text) in self._nodes

    def resembles_node(self, text: str) -> bool:
        """Return whether a word is a node, or looks like one: letters and digits as in B3."""
        if self.names_node(text):
            return True
        if text in ("α", "β"):  # bounds, and no names
            return False
        word = text.strip(_QUOTES + ".")
        return not self.spaced and _shape(word) in self._shapes and self._is_near(word)

    def _is_near(self, word: str) -> bool:
        """Return whether the letters of a word are those of nodes, or nearly."""
        runs = (run[2].casefold() for run in _RUNS.finditer(word) if run[2])
        return all(
            run in self._letters or (len(run) > 1 and bool(get_close_matches(run, self._letters)))
            for run in runs
        )

    @cached_property
    def _letters(self) -> frozenset[str]:
        """The runs of letters in names, and three single letters after the last one."""
        runs = {run[2].casefold() for name in self._nodes for run in _RUNS.finditer(name) if run[2]}
        last = max((run for run in runs if len(run) == 1), default="")
        return frozenset(runs | {chr(ord(last) + step) for step in (1, 2, 3) if last})

    def move(self, text: Any) -> str:
        """Return the move or node with a name; the name itself if there is neither."""
        text = self._read_mark(text)
        move = _look_up(self._moves, text)
        return move if move in self._moves else _look_up(self._nodes, text)

    def is_move(self, text: str) -> bool:
        """Return whether a name is that of a move or of a node."""
        return self.move(text) in self._moves or self.is_node(self.move(text))

    def _read_mark(self, word: Any) -> Any:
        return self._names_by_mark.get(word, word) if isinstance(word, str) else word

    def moves_to(self, name: str) -> tuple[str, ...]:
        """Return the moves of a path that an answer named; else the name alone."""
        return self._paths.get(name, (name,))

    # Names first ----------------------------------------------------------------------------

    def mark(self, typed: _Typed) -> _Typed:
        """Return an answer in which each name that has signs or spaces is one word.

        Args:
            typed: a text, or a list or mapping of texts; anything else is returned as it is.
        """
        marked: Any = typed
        if isinstance(typed, str):
            marked = self._mark_text(typed)
        elif isinstance(typed, list):
            marked = [self.mark(item) for item in typed]
        elif isinstance(typed, dict):
            marked = {self.mark(name): self.mark(item) for name, item in typed.items()}
        return marked  # type: ignore[no-any-return]

    def unmark(self, text: str) -> str:
        """Return a text of `mark` with the names themselves."""
        return _MARKED.sub(lambda mark: self._names_by_mark.get(mark[0], mark[0]), text)

    @property
    def has_signs(self) -> bool:
        """Whether some names of nodes contain signs that mean something on a sheet."""
        return not self.spaced and self._sign_pattern is not None

    def _mark_text(self, text: str) -> str:
        pattern = self._sign_pattern
        if pattern is None and not self.spaced:
            return text
        text = _MARKED.sub(lambda mark: self._names_by_mark.get(mark[0], ""), text)
        if self.spaced:
            lines = text.split("\n")
            return "\n".join(self._mark_paths(line, is_alone=len(lines) < 2) for line in lines)
        return pattern.sub(lambda name: self._mark_name(name[0]), text) if pattern else text

    def _mark_name(self, text: str) -> str:
        """Return the word that stands for a name; the text itself if it is ambiguous."""
        name = self._name_spelled(text)
        return name or text if not name or _is_plain(name) else self._make_mark(name)

    def _name_spelled(self, text: str) -> str:
        """Return the name with a spelling; empty if it is ambiguous."""
        names, squeezed = self._squeezed_names, _squeeze(text)
        return names.get(squeezed) or names.get(squeezed.casefold(), "")

    def _make_mark(self, name: str) -> str:
        mark = self._marks.get(name)
        if mark is None:
            high, low = divmod(len(self._marks), _LETTERS)
            mark = f"{_MARK}{chr(_FIRST + high)}{chr(_FIRST + low)}{_MARK}"
            self._marks[name] = mark
            self._names_by_mark[mark] = name
        return mark

    @cached_property
    def _squeezed_names(self) -> Mapping[str, str]:
        """The names by their spelling without spaces; an ambiguous one is empty."""
        names = [*dict.fromkeys((*self._moves.values(), *self._tree_names))]
        loose: dict[str, str] = {}
        for name in names:
            key = _squeeze(name).casefold()
            loose[key] = "" if loose.get(key, name) != name else name
        return {**loose, **{_squeeze(name): name for name in names}}

    @property
    def _tree_names(self) -> Iterable[str]:
        return () if self.spaced else dict.fromkeys(self._nodes.values())

    @cached_property
    def _sign_pattern(self) -> re.Pattern[str] | None:
        """The pattern of the names with signs, the longest first; None if there are none.

        A plain name that contains another name with signs is among them: 1.1 beside 1.
        """
        names = {*self._moves.values(), *self._tree_names}
        signed = [name for name in names if not _is_plain(name)]
        if not signed:
            return None
        inside = _make_pattern(signed)
        signed += [name for name in names if _is_plain(name) and inside.search(name)]
        return _make_pattern(signed)

    @cached_property
    def _any_move(self) -> re.Pattern[str]:
        return _make_pattern({*self._moves.values()})

    def _mark_paths(self, line: str, *, is_alone: bool) -> str:
        """Return a line in which each path of a game is one word, and each move with signs.

        The strongest sign between moves separates nodes, so that a weaker one is in a path. Among
        entries, and in a list with a node a line, a comma or an arrow without spaces is in a path.
        """
        moves = [move for move in self._any_move.finditer(line) if not _is_value(line, move)]
        if not moves:
            return line
        gaps = [_rank_gap(line[left.end() : right.start()]) for left, right in pairwise(moves)]
        strongest = max((gap for gap in gaps if gap is not None), default=0)
        around = line[: moves[0].start()] + line[moves[-1].end() :]
        if not _OF_LISTS.fullmatch("".join(_between(line, moves))) or not (
            is_alone or around.strip(" -*•.")
        ):
            strongest = 2
        elif strongest == 0 and len({move[0] for move in moves}) < len(moves):
            strongest = 1  # a list of paths has the first moves several times
        joins = [gap is not None and gap < strongest for gap in gaps]
        pieces = []
        at = first = 0
        while first < len(moves):
            last = first
            while last < len(joins) and joins[last]:
                last += 1
            names = [self._name_spelled(move[0]) for move in moves[first : last + 1]]
            while len(names) > 1 and " ".join(names) not in self._nodes:
                names.pop()
            last = first + len(names) - 1
            mark = self._mark_name(moves[first][0])
            if len(names) > 1:
                path = " ".join(names)
                self._paths[path] = tuple(names)
                mark = self._make_mark(path)
            pieces += [line[at : moves[first].start()], mark]
            at = moves[last].end()
            first = last + 1
        return "".join((*pieces, line[at:]))


def refuse_names(names: Iterable[str], place: str = "") -> None:
    """Refuse names of nodes that no sheet could say.

    Args:
        names: the names of a tree that becomes a key.
        place: where the tree is, for the message.

    Raises:
        InvalidInput: a name is a word that sheets need as a label, or has only signs.
    """
    for name in names:
        if name.casefold() in _LABELS or _SIGNS_ONLY.fullmatch(name):
            what = "has only signs" if _SIGNS_ONLY.fullmatch(name) else "is a label of sheets"
            raise InvalidInput(
                f"a sheet cannot name the node {quote(name, 40)}, since this name {what}",
                where=place,
                expected="a name such as B or left",
                hint="Give the node another id",
            )


def _is_plain(name: str) -> bool:
    return _PLAIN.fullmatch(name) is not None and name.casefold() not in _GRAMMAR_WORDS


def _make_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of whole names, the longest first, with the spellings of their signs."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return re.compile("|".join(map(_spell_whole, longest_first)) or r"(?!)", re.IGNORECASE)


def _spell_whole(name: str) -> str:
    """Return the pattern of a name that does not go on: A* is not in `**A**`."""
    signs = [_ALIKE.get(sign) or re.escape(sign) for sign in name]
    for place in range(1, len(name) - 1):
        if name[place] in "→,=":
            signs[place] = rf"\s?{signs[place]}\s?"
    before, behind = (_same_as(end) for end in (name[0], name[-1]))
    return f"{before and f'(?<!{before})'}{''.join(signs)}{behind and f'(?!{behind})'}"


def _same_as(end: str) -> str:
    """Return the pattern of what would continue a name at one of its ends; empty if nothing."""
    if end.isalnum() or end == "_":
        return r"\w"
    return re.escape(end) if end in _QUOTES or end in "~.-" else ""


def _squeeze(text: str) -> str:
    return "".join(normalized(text).split()).replace(",", ".")


def _is_value(line: str, move: re.Match[str]) -> bool:
    """Return whether a move that is a number follows a sign of values."""
    return move[0].isdigit() and _BEFORE_VALUE.search(line, 0, move.start()) is not None


def _rank_gap(text: str) -> int | None:
    """Return how strongly a text separates two moves; None if more than a sign is between them."""
    ranks = (rank for rank, gap in enumerate(_BETWEEN_MOVES) if gap.fullmatch(text))
    return next(ranks, None)


def _between(line: str, moves: list[re.Match[str]]) -> Iterator[str]:
    """Yield the text of a line around its moves."""
    at = 0
    for move in moves:
        yield f"{line[at : move.start()]} "
        at = move.end()
    yield line[at:]


def _shape(name: str) -> str:
    """Return the kinds of signs in a name: B12 and c3 have the same shape.

    Words keep their length, so that "then" does not look like the node A.
    """
    return _RUNS.sub(lambda run: "0" if run[1] else "a" * len(run[2]), name)


def _index_spellings(names: Iterable[str]) -> dict[str, str]:
    """Return names by spelling; an ambiguous spelling is omitted."""
    found = {name: name for name in names}
    loose: dict[str, str | None] = {}
    for name in found:
        for key in {normalized(name), name.casefold(), normalized(name).casefold()}:
            loose[key] = name if loose.get(key, name) == name else None
    return {**{key: name for key, name in loose.items() if name is not None}, **found}


def _look_up(names: Mapping[str, str], given: Any) -> str:
    text = given if isinstance(given, str) else str(given)
    if text in names:
        return names[text]
    bare = " ".join(normalized(text).strip().strip(_QUOTES).split())
    for word in (bare, bare.rstrip(".:"), bare.replace("_", ""), bare.replace(", ", ",")):
        for spelling in (word, word.casefold()):
            if spelling in names:
                return names[spelling]
    return bare
