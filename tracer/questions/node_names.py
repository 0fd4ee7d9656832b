"""The names of a problem's nodes and moves, as students write them.

Names come first: one with a sign or a space in it, such as `S→A`, `A*` or the path `4 8` of a game,
becomes a single word before any sign of a sheet is taken for punctuation, the longest name first.
So the grammar of answers knows names as words only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any, Final, TypeVar

from engine.errors import InvalidInput
from tracer.questions.game_paths import ROOT, Move, find_paths, is_path, list_moves, lists_moves
from tracer.questions.typed_text import (
    AND_ABROAD,
    DOUBT,
    FIELDS,
    WORDS,
    breaks_off,
    is_none,
    normalized,
)
from trees.text import quote

_Typed = TypeVar("_Typed")

_QUOTES: Final = "\"'`“”‘’*"
_RUNS: Final = re.compile(r"(\d+)|([^\W\d_]+)")
#: A name that may be the mark of a question where it is alone on its line, or before a bracket.
_MAY_BE_MARK: Final = re.compile(r"q(?:\d+[a-h]?)?", re.IGNORECASE)
#: A name that no sign of the grammar can break.
_PLAIN: Final = re.compile(
    r"(?!(?:alpha|beta|[αβ])\d|[Vvi]\Z)(?:\w+(?:[-.]\w+)*|-?\d+(?:\.\d+)?|∞)"
)
#: Words that resemble nodes, and are not nodes unless one has this name.
_NO_NODES: Final = frozenset(("max", "min", "MAX", "MIN", "Max", "Min", *AND_ABROAD))
#: Words that a sheet needs for something else, except those that it reads as names too.
_WORDS: Final = (WORDS["any"] | WORDS["cutoff"] | WORDS["worth"] | WORDS["sheet"]) - WORDS["name"]
#: A verb of cutoffs.
_VERB: Final = re.compile(r"(?:skip|prun|discard)\w*|cut(?:s|ting)?(?:[ -]?offs?)?")
_SIGNS_ONLY: Final = re.compile(r"[-\u2010-\u2015−|→<>≤≥≠≈=:;.…*_~#%/\\'\"`^&+!?()\[\]{}]+")
#: Names that end or begin as an entry does, or that are the end of a number or a window.
_ENTRY: Final = re.compile(
    r".*[=:]|(?:alpha|beta|value|[vαβ])\s?=.*|[½⅓¼⅔¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|(?:inf(?:inity)?|oo|∞)[)\]]",
    re.IGNORECASE,
)
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
#: The mark of a path at the end of an entry of windows.
_WITHOUT_WINDOW: Final = re.compile(rf"{_MARKED.pattern}(?=\s*(?:[,;]|\Z))")

#: Names that are kept with what was found out about them: the trees of a key have the same ones.
_MOST_NAMES: Final = 10_000
#: Characters of a text that is kept with the names that it may be: a whole line is not one.
_LONGEST_KEPT: Final = 40
#: A sign between two paths that lists of other names do not have.
_TIGHT: Final = re.compile(r"[-–/+.]| [-–/+] ")


class NodeNames:
    """Find nodes and moves by name; case is ignored if that is unambiguous."""

    def __init__(
        self,
        nodes: Callable[[], Iterable[str]],
        moves: Callable[[], Iterable[str]],
        *,
        spaced: bool,
        others: Callable[[], Mapping[str, str]] | None = None,
        has_path: Callable[[Sequence[str]], bool] | None = None,
    ) -> None:
        self._may_be_spaced = spaced
        self._name_others = others
        self._has_path = has_path  # of a game whose nodes are not all known
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
        loose = {other: others[name] for other, name in _index_spellings(others).items()}
        exact = {other: name for other, name in others.items() if spellings.get(other) != other}
        return {**loose, **spellings, **exact}

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
        name = _look_up(self._nodes, self._read_mark(text))
        return name if name in self._nodes else " ".join(self._read_path(name)) or name

    def find_node(self, word: str) -> str | None:
        """Return the node that a word is, or looks like; None if it looks like none."""
        if self.is_node(word):  # most
            return word
        return self.node(word) if self.resembles_node(word) else None

    def is_node(self, name: str) -> bool:
        """Return whether there is a node of exactly this name."""
        return self._nodes.get(name) == name

    def names_node(self, text: str) -> bool:
        """Return whether a word as typed is the name of a node."""
        return self.node(text) in self._nodes

    def resembles_node(self, text: str) -> bool:
        """Return whether a word is a node, or looks like one: letters and digits, or a path."""
        if self.names_node(text) or self._read_mark(text) in self._paths:
            return True
        if _is_word(text) or text.casefold() in FIELDS or text.strip(".") in _NO_NODES:
            return False
        word = text.strip(_QUOTES + ".")
        return not self.spaced and _shape(word) in self._shapes and self._is_near(word)

    def _is_near(self, word: str) -> bool:
        """Return whether the letters of a word are those of nodes, or nearly, or one alone."""
        runs = (run[2].casefold() for run in _RUNS.finditer(word) if run[2])
        return all(
            len(run) == 1 or run in self._letters or get_close_matches(run, self._letters)
            for run in runs
        )

    @cached_property
    def _letters(self) -> frozenset[str]:
        """The runs of letters in names."""
        runs = (run[2] for name in self._nodes for run in _RUNS.finditer(name))
        return frozenset(run.casefold() for run in runs if run)

    def move(self, text: Any) -> str:
        """Return the move or node with a name; the name itself if there is neither."""
        text = self._read_mark(text)
        move = _look_up(self._moves, text)
        return move if move in self._moves else self.node(text)

    def is_move(self, text: str) -> bool:
        """Return whether a name is that of a move or of a node."""
        return self.move(text) in self._moves or self.is_node(self.move(text))

    def _read_mark(self, word: Any) -> Any:
        return self.unmark(word) if isinstance(word, str) and _MARK in word else word

    def moves_to(self, name: str) -> tuple[str, ...]:
        """Return the moves of a path that an answer named; else the name alone."""
        return self._paths.get(name, (name,))

    # Names first ----------------------------------------------------------------------------

    def mark(self, typed: _Typed) -> _Typed:
        """Return an answer, a list or a mapping in which each name with signs is one word."""
        marked: Any = typed
        if isinstance(typed, str):
            marked = self._mark_text(typed)
        elif isinstance(typed, list):
            marked = [self._mark_item(item) for item in typed]
        elif isinstance(typed, dict):
            pairs = typed.items()
            marked = {self._mark_item(name): self._mark_item(item) for name, item in pairs}
        return marked  # type: ignore[no-any-return]

    def _mark_item(self, item: Any) -> Any:
        """Return an item of a list or mapping; a path there is one node, whatever its signs."""
        if isinstance(item, str) and (path := self._read_path(item)):
            return self._mark_path(path)
        return self.mark(item)

    def _read_path(self, text: str) -> list[str]:
        """Return the moves of a text that is a path to a node, and nothing else."""
        moves = self._find_moves(text) if self.spaced else []
        path = list_moves(moves)
        is_node = " ".join(path) in self._nodes or (self._has_path and self._has_path(path))
        return path if is_node and is_path(text, moves) else []

    def has_only_moves(self, text: str) -> bool:
        """Return whether a text of `mark` lists moves of a game, and has no other words."""
        plain = self.unmark(text)
        return self.spaced and lists_moves(plain, self._find_moves(plain))

    def unmark(self, text: str) -> str:
        """Return a text of `mark` with the names themselves."""
        return _MARKED.sub(lambda mark: self._names_by_mark.get(mark[0], mark[0]), text)

    def split_windows(self, line: str) -> str:
        """Return a marked line whose paths are nodes with windows: (0,1) is one in (1,3) (0,1)."""
        return _WITHOUT_WINDOW.sub(self._split_window, line) if self.bracketed else line

    def _split_window(self, mark: re.Match[str]) -> str:
        path = self._paths.get(self._names_by_mark.get(mark[0], ""), ())
        return f"{self._mark_path(path[:-1])} {path[-1]}" if len(path) > 1 else mark[0]

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
            return self._mark_paths(text)
        return pattern.sub(self._mark_found, text) if pattern else text

    def _mark_found(self, name: re.Match[str]) -> str:
        """Return the word for a name in a text; the numeral v) of a question is none."""
        start = name.string.rfind("\n", 0, name.start()) + 1
        is_first = not name.string[start : name.start()].strip(" *_#>-")
        is_numeral = name[0] in ("i", "v", "x") and name.string.startswith(")", name.end())
        return name[0] if is_first and is_numeral else self._mark_name(name[0])

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
        return _make_pattern({*self._moves.values(), ROOT})

    def _mark_paths(self, text: str) -> str:
        """Return a text in which each path of a game is one word, and each move with signs."""
        pieces = []
        at = 0
        before: Sequence[Move] = ()
        for path in find_paths(text, self._find_moves(text), self._nodes.__contains__):
            start, end = path[0].start, path[-1].end
            is_closed = text[start - 1 : start] + text[end : end + 1] in ("()", "[]")
            if is_closed and not text[start - 2 : start - 1].isalnum():  # v(4,8)
                start, end = start - 1, end + 1
            between = text[at:start]
            if len(before) + len(path) > 2 and _TIGHT.fullmatch(between):  # 4,8-4,9
                between = ", "
            pieces += [between, self._mark_path(list_moves(path))]
            at, before = end, path
        return "".join((*pieces, text[at:]))

    def _mark_path(self, moves: Sequence[str]) -> str:
        if len(moves) == 1:
            return self._mark_name(moves[0])
        path = " ".join(moves)
        self._paths[path] = tuple(moves)
        return self._make_mark(path)

    def _find_moves(self, text: str) -> list[Move]:
        """Return the moves in a text, and its roots."""
        return [
            Move(self._name_spelled(move[0]) or move[0].casefold(), *move.span())
            for move in self._any_move.finditer(text)
        ]


def refuse_names(names: Iterable[str], place: str = "") -> None:
    """Refuse a name of a tree that no sheet could say, or that is read as another one."""
    names = dict.fromkeys(names)
    read_as: dict[str, str] = {}
    for name in names:
        other = read_as.setdefault(normalized(name), name)
        reason = f"is read as {quote(other, 40)}" if other != name else _find_fault(name, names)
        if reason:
            raise InvalidInput(
                f"a sheet cannot name the node {quote(name, 40)}, since this name {reason}",
                where=place,
                expected="a name such as B or left",
                hint="Give the node another id or move",
            )


def _find_fault(name: str, names: Collection[str]) -> str:
    """Return why no sheet could say a name; empty if one can."""
    if _SIGNS_ONLY.fullmatch(name):
        return "has only signs"
    if _is_word(name) and not _is_short_capitals(name):
        return "is a word of sheets"
    if _ENTRY.fullmatch(name) or (name.partition("=")[0] in names and "=" in name):
        return "looks like an entry"
    return ""


@lru_cache(_MOST_NAMES)
def _is_word(name: str) -> bool:
    """Return whether a name is a word that a sheet needs for something else."""
    word = name.casefold()
    is_of_list = word in _WORDS or _VERB.fullmatch(word) or DOUBT.fullmatch(word)
    return bool(is_of_list) or is_none(name) or breaks_off(name)


def _is_short_capitals(name: str) -> bool:
    """Return whether it is a name such as AS in a large tree, which only its capitals tell."""
    return name.isupper() and len(name) < 4


def _is_plain(name: str) -> bool:
    is_other = _MAY_BE_MARK.fullmatch(name) or _is_word(name)
    return _PLAIN.fullmatch(name) is not None and not is_other


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
    if _MAY_BE_MARK.fullmatch(name):  # no question begins so; `Q1: …` does
        before = r"(?:(?<=^)|(?<=^[-*•]\s)|(?<=^[*_`])|(?<=^\*\*)|(?<=^__))"
        return rf"(?m:{before}{re.escape(name)}(?=[*_`]*[ \t]*(?:$|\(\d)))"
    before, behind = (_same_as(end) for end in (name[0], name[-1]))
    spelled = f"(?-i:{name})" if _is_word(name) and name.isupper() else "".join(signs)
    return f"{before and f'(?<!{before})'}{spelled}{behind and f'(?!{behind})'}"


def _same_as(end: str) -> str:
    """Return the pattern of what would continue a name at one of its ends; empty if nothing."""
    if end.isalnum() or end == "_":
        return r"\w"
    if end == ".":  # one more ends a sentence
        return r"\.\."
    return re.escape(end) if end in _QUOTES or end in "~-" else ""


def _squeeze(text: str) -> str:
    return "".join(normalized(text).split()).replace(",", ".")


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
        for key in _list_spellings(name):
            loose[key] = name if loose.get(key, name) == name else None
    return {**{key: name for key, name in loose.items() if name is not None}, **found}


@lru_cache(_MOST_NAMES)
def _list_spellings(name: str) -> frozenset[str]:
    """Return the spellings of a name besides its own; none for a word that only capitals tell."""
    if _is_word(name) and name.isupper():
        return frozenset()
    plain = normalized(name)
    return frozenset((plain, name.casefold(), plain.casefold()))


def _look_up(names: Mapping[str, str], given: Any) -> str:
    text = given if isinstance(given, str) else str(given)
    if text in names:
        return names[text]
    guess = _guess_spellings if len(text) <= _LONGEST_KEPT else _guess_spellings.__wrapped__
    bare, spellings = guess(text)
    return next((names[spelling] for spelling in spellings if spelling in names), bare)


@lru_cache(_MOST_NAMES)
def _guess_spellings(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text without what is around a name, and the names that it may be."""
    plain = " ".join(normalized(text).split())
    bare = plain.strip(_QUOTES).strip()
    words = (plain, bare, bare.rstrip(".:"), bare.replace("_", ""), bare.replace(", ", ","))
    spellings = (spelling for word in words for spelling in (word, word.casefold()))
    return bare, tuple(dict.fromkeys(spellings))
