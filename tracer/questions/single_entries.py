"""The grammar of single answers: the move, the value of the root, and the counts.

A move or a value may stand in a sentence if all its other words are of one fixed list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any, Final, TypeVar

from engine.errors import InvalidInput
from engine.log.counts import COUNT_MEANINGS
from tracer.answers.answers import NodeValue
from tracer.questions.base import PartReading
from tracer.questions.claims import said_number, said_shares
from tracer.questions.course_lines import PRINTED_VALUE
from tracer.questions.entries import (
    VALUE_WORDS,
    Unread,
    list_numbers,
    vector_pattern,
    without_working,
)
from tracer.questions.rules import Rules
from tracer.questions.typed_text import (
    DECIMAL_COMMA,
    NAME,
    VALUE,
    WORDS,
    breaks_off,
    is_in_doubt,
    lines_of,
    without_reason,
)
from tracer.text.numbers import parse_typed_number

_Number = TypeVar("_Number", bound=NodeValue)

_WORD: Final = re.compile(r"[,=:→()\[\]{}]|[^\s,=:→()\[\]{}]+")
#: The value beside a move: "B (value 3)", "B, value 3", "B = 3".
WITH_VALUE: Final = re.compile(
    r"\s*(?:[=:,(]|\bwith\b)\s*(?:an?\s|the\s|its\s)?"
    r"(?P<value>(?:minimax\s)?(?:value|utility|score|v)?\s*(?:of\s|is\s|[=:]\s*)?"
    rf"(?P<number>{VALUE}))\s*\)?\Z",
    re.IGNORECASE,
)
#: The player who does not choose at the root, by the one who does.
OTHER_PLAYER: Final[Mapping[str, str]] = {"MAX": "min", "MIN": "max"}
_NUMBER: Final = re.compile(rf"(?<![\w.,]){VALUE}", re.IGNORECASE)
#: Brackets in which a comma may separate two numbers.
LISTED: Final = re.compile(r"[(\[{]\s?[-+]?\d+,\d")
#: Brackets at the end of an answer.
REMARK: Final = re.compile(r"(?<![\d.])\([^()]*\)\s*\Z|\s+\([^()]*\)\s*\Z")
_WITHOUT_BRACKETS: Final = str.maketrans("()", "  ")
#: Signs before an answer; .5 is a number.
_BEFORE: Final = re.compile(r"\A(?:[ ,;!*]|\.(?!\d))+")
#: Characters and lines of a single answer.
_LONGEST, _MOST_LINES = 300, 50


def only_answer(text: str, find: Callable[[str], Any]) -> PartReading:
    """Read the one answer of a text; two different answers are none."""
    answers: list[tuple[int, str, Any]] = []
    unread: list[Unread] = []
    for place, line in islice(lines_of(text), _MOST_LINES):
        claim, reason = without_reason(line)
        is_short = len(claim) <= _LONGEST and not breaks_off(claim)
        short = _BEFORE.sub("", claim).rstrip(" .,;!*") if is_short else ""
        if short and (said := find(short)) is not None:
            answers.append((place, line, said))
            unread += [Unread(place, text) for text in (reason, _find_remark(short, find)) if text]
        else:
            unread.append(Unread(place, line))
    if len({said for _, _, said in answers}) == 1:
        return PartReading(answers[0][2], tuple(unread))
    return PartReading(None, (*(Unread(place, line) for place, line, _ in answers), *unread))


def _find_remark(text: str, find: Callable[[str], Any]) -> str:
    """Return the brackets behind an answer that say something else; empty if there are none."""
    remark = REMARK.search(without_working(f"v = {text}"))
    before = text.removesuffix(remark[0].strip()).strip() if remark else ""
    said = find(before) if before else None
    if remark is None or said is None or find(text.translate(_WITHOUT_BRACKETS)) == said:
        return ""
    is_other = not isinstance(said, str) and find(remark[0].strip()) not in (None, said)
    if WITH_VALUE.match(remark[0].strip()) and not is_other:
        return ""
    return remark[0].strip()


def read_move(text: str, rules: Rules, *lists: str) -> str | None:
    """Return the one move that a text names, or None; `lists` are further lists of `WORDS`.

    Without a move at the root, any other node counts as the answer, though it cannot be right.
    """
    names = rules.names
    bare = re.sub(r"\A(?:move|action)\s?[:=]\s?", "", text.strip("()[]{} "))
    for whole in (text, f"({bare.replace(' ', '')})" if names.bracketed else bare):
        move = names.move(whole.strip())
        if whole.strip() and names.is_move(move):
            return move
    if is_in_doubt(text) or names.has_only_moves(text):
        return None  # a path to no node is not the move at its end
    for shorter in (text, WITH_VALUE.sub("", text), REMARK.sub("", text)):
        words = _WORD.findall(shorter)
        if OTHER_PLAYER.get(rules.chooser, "") in map(str.casefold, words):
            continue  # who does not choose here
        named = [names.move(word) for word in words if names.is_move(word)]
        moves = [move for move in named if is_at_root(move, rules)]
        if len({*moves}) > 1:  # a move is one of the words, as x or to
            moves = [move for move in moves if move.casefold() not in WORDS["move"]]
        if not moves:
            moves = [name for name in named if name in words and not rules.is_root(name)]
        rest = [word for word in words if names.move(word) not in moves]
        if len({*moves}) == 1 and _are_about(rest, rules, "move", "choosing", *lists):
            return moves[0]
    return None


def says_move(text: str) -> bool:
    """Return whether a sentence has words of choosing."""
    words = {*map(str.casefold, _WORD.findall(text.rstrip(" .!")))}
    return not words.isdisjoint(WORDS["choosing"]) and ":" not in words


def _are_about(words: Iterable[str], rules: Rules, *lists: str) -> bool:
    """Return whether all words are of some lists, or the name of the root."""
    neutral = frozenset().union(*(WORDS[name] for name in ("any", *lists)))
    others = [word for word in words if word.casefold() not in neutral]
    return all(rules.is_root(rules.names.node(word)) for word in others)


def is_at_root(move: str, rules: Rules) -> bool:
    """Return whether it is a child of the root, or a move that does not name a node."""
    if not rules.parents or not rules.names.is_node(move):
        return True
    above = rules.parents.get(move)
    return above is not None and above not in rules.parents


def read_root_value(text: str, rules: Rules) -> NodeValue | None:
    """Return the root's value in a text such as `3`, `A = 3` or `max(3, 2, 2) = 3`, or None.

    With several players it is a vector, as in `A = (1, 2, 6)`.
    """
    count = len(rules.players)
    of_node = _VALUE_OF_NODE.match(text)
    if of_node and not of_node["sign"] and rules.names.names_node(of_node["node"]):
        return None
    if count:
        return _only_number(
            text,
            _vector(count),
            lambda vector: said_shares(list_numbers(vector), count),
            lambda words: _are_about(words, rules, "value", "worth"),
        )
    return read_number(text, lambda words: _are_about(words, rules, "value", "worth"))


def read_number(text: str, are_neutral: Callable[[Sequence[str]], bool]) -> float | None:
    """Return the one number of a text such as `3`, `v = 3` or `8/3 = 2.67`, or None."""
    worked = without_working(f"v = {text}").removeprefix("v = ")
    if is_in_doubt(worked):
        return None
    remark = REMARK.search(worked)
    bare = (worked[: remark.start()] if remark else worked) or worked.strip("()[] ")
    decimal = bare if LISTED.search(worked) else DECIMAL_COMMA.sub(".", bare)
    for spelling in (bare, decimal):
        value = _only_number(spelling, _NUMBER, said_number, are_neutral)
        if value is not None:
            return value
    return None


@lru_cache(maxsize=16)
def _vector(count: int) -> re.Pattern[str]:
    return re.compile(vector_pattern(count), re.IGNORECASE)


def _only_number(
    text: str,
    pattern: re.Pattern[str],
    parse: Callable[[str], _Number | None],
    are_neutral: Callable[[Sequence[str]], bool],
) -> _Number | None:
    """Return the one number or vector of a text if all other words are about it."""
    numbers = [*pattern.finditer(text)]
    if len(numbers) == 2 and re.match(r"\s*(?:[=:]|is\b)", text[numbers[0].end() :]):
        numbers = numbers[1:]  # the root is named by a number
    if len(numbers) != 1:
        return None
    number = numbers[0]
    words = _WORD.findall(f"{text[: number.start()]} {text[number.end() :]}")
    if not are_neutral(words):
        return None
    try:
        return parse(number[0])
    except InvalidInput:
        return None


#: Words that only the root's value has, or that mean the root.
_GETTING: Final = frozenset({"gets", "guarantee", "guarantees"})
_OF_ROOT: Final = frozenset({"utility", "payoff", "outcome", "root", "game", "tree"})


#: "Value of A: 3", which is of the root or of another node; "Value of 1" is a label.
_VALUE_OF_NODE: Final = re.compile(
    rf"(?:{VALUE_WORDS}|(?:the\s)?utility)\s(?:of|at)\s(?:node\s|root\s)?(?P<node>{NAME})"
    r"\s?(?:(?P<sign>:)|\Z)",
    re.IGNORECASE,
)


def says_root_value(text: str, rules: Rules) -> bool:
    """Return whether a sentence has words that only the value of the root has, or its name."""
    of_node = _VALUE_OF_NODE.match(text)
    if of_node and not rules.is_root(rules.names.node(of_node["node"])):
        return False
    named = _WORD.findall(text[of_node.end() :] if of_node else text.rstrip(" .!"))
    words = {*map(str.casefold, named)}
    if of_node:
        return ":" not in words
    if ":" in words or words.isdisjoint(WORDS["worth"] | _GETTING):
        return False
    return not words.isdisjoint(_OF_ROOT | _GETTING) or any(
        rules.is_root(rules.names.node(word)) for word in named
    )


#: A count in words that CS 480 uses for the visited nodes, and others for the generated ones.
NODES_GENERATED: Final = "nodes generated"
#: Names that students use for counts.
_COUNT_WORDS: Final[Mapping[str, str]] = {
    word: count
    for count, words in {
        "visited": (
            *("nodes", "nodes visited", "visited nodes", "visits", "explored", "states explored"),
            *("nodes explored", "explored nodes", "states visited", "states"),
            *("visits nodes", "explores nodes"),
        ),
        "evaluated": (
            *("leaves", "leaf", "leaves visited", "visited leaves", "leaves evaluated"),
            *(
                "evaluates leaves",
                "evaluated leaves",
                "leaf nodes",
                "leaf nodes visited",
                "static evaluations",
            ),
        ),
        "terminals": ("terminal nodes", "terminal states", "terminal nodes seen"),
        "skipped": ("pruned", "nodes pruned", "pruned nodes", "nodes skipped", "skipped nodes"),
        "cutoffs": ("cuts", "cutoff", "cutoffs made"),
        NODES_GENERATED: (
            *("nodes generated", "generated nodes", "states generated", "generated states"),
        ),
        "early_returns": ("truncations", "early returns", "truncation operations"),
        "below_root": ("below root",),
    }.items()
    for word in words
}
#: A count with its name before or after it: "visited = 11", "11 nodes", "11.0".
COUNT: Final = re.compile(
    r"(?:(?P<name>[^\W\d][\w ]{0,40}?)(?:\s*(?:[=:]|\bis\b)\s*|\s))?"
    r"(?P<count>[1-9]\d{0,2}(?:,\d{3})+|\d*+)(?:(?<=\d)[.,]0{1,2}(?![\d,]))?"
    r"(?:\sof\s(?:the\s|all\s)?\d+)?"
    r"(?:\s(?P<what>[^\W\d][\w ]{0,40}))?"
)
_COUNTED: Final = frozenset({"nodes", "leaves", "states"})
#: Words of a count of the whole tree.
_OF_TREE: Final = frozenset({"there", "tree"})
_COUNTING: Final = frozenset(
    {"visited", "visits", "visit", "explored", "evaluated", "evaluate", "expanded", "pruned"}
)
#: The beginning of an alternative.
_OTHER: Final = re.compile(r"or\b", re.IGNORECASE)
#: Between two counts; a comma between digits belongs to a number.
_BETWEEN_COUNTS: Final = re.compile(
    r"[;()]|\.\s+(?=[A-Z])|(?<=\w)\sand\s|(?<!\d),|,(?!\d)|(?<=[\d=:])\s+(?=[^\W\d]+\s*[=:])"
)
#: A remark that the root is counted, as it always is.
_WITH_ROOT: Final = re.compile(r"\s?\((?:incl\.?|including|with) (?:the )?root\)", re.IGNORECASE)
#: Words around the name of a count.
_AROUND_COUNTS: Final = frozenset(
    {
        *("the", "search", "tree", "number", "of", "total", "in", "all", "is", "are", "were"),
        *("it", "i", "we", "there", "visit", "evaluate"),
    }
)
#: A count's name with its sign, which a number should follow.
_COUNT_NAMED: Final = re.compile(r"(?<![^\s,;:=])[^\s,;:=]++\s*+[=:]")


def count_named(text: str) -> str | None:
    """Return the count that a text names, or None."""
    words = text.replace("_", " ").casefold().split()
    for spelling in (words, [word for word in words if word not in _AROUND_COUNTS]):
        name = "_".join(spelling)
        if name in COUNT_MEANINGS or " ".join(spelling) in _COUNT_WORDS:
            return name if name in COUNT_MEANINGS else _COUNT_WORDS[" ".join(spelling)]
    return None


def without_count_names(text: str) -> str:
    """Return a text of counts without their names, as on a blank form."""
    return _COUNT_NAMED.sub("", text)


def _name_around(entry: re.Match[str]) -> str:
    """Return the name of a count around its number; one on both sides counts once."""
    names = [name for name in (entry["name"], entry["what"]) if name]
    is_twice = len(names) > 1 and count_named(names[0]) == count_named(names[1]) is not None
    return names[0] if is_twice else " ".join(names)


def list_count_words() -> Mapping[str, list[str]]:
    """Return the names of each count."""
    words: dict[str, list[str]] = {name: [name.replace("_", " ")] for name in COUNT_MEANINGS}
    for word, name in _COUNT_WORDS.items():
        words.setdefault(name, []).append(word)
    return words


def counts_tree(text: str, rules: Rules | None) -> bool:
    """Return whether a text counts the nodes of the tree rightly: "There are 9 leaves".

    What the search does with them is another count.
    """
    entry = COUNT.fullmatch(text.strip(" .{}"))
    if rules is None or entry is None or not entry["count"]:
        return False
    words = f"{entry['name'] or ''} {entry['what'] or ''}".casefold().split()
    leaves = len(rules.leaves)
    sizes = {"visited": len(rules.parents) + 1, "evaluated": leaves, "terminals": leaves}
    is_of_tree = not _OF_TREE.isdisjoint(words) and _COUNTING.isdisjoint(words)
    return is_of_tree and entry["count"] == str(sizes.get(count_named(" ".join(words)) or ""))


def counts_in(text: str, rules: Rules | None = None) -> tuple[dict[str, int | float], list[Unread]]:
    """Read counts by name; a number alone is the course's own count.

    Two numbers for one count make all of them none. With `rules`, counts of the tree are none
    beside others.
    """
    counts: list[tuple[str, int | float, Unread]] = []
    unread: list[Unread] = []
    lines = [*lines_of(text)]
    # Below another number, a number goes on: 12 below "leaves: 3" is a value too.
    lists = {
        line.place
        for above, below in pairwise(lines)
        if _NUMBER.fullmatch(below.text.strip(" .,;")) and _NUMBER.search(above.text)
        for line in (above, below)
    }
    for place, line in lines:
        if place in lists:
            unread.append(Unread(place, line))
            continue
        listed = [piece.strip(" .{}") for piece in _BETWEEN_COUNTS.split(_WITH_ROOT.sub("", line))]
        entries = [COUNT.fullmatch(piece) for piece in listed]
        for piece, entry in zip(listed, entries, strict=True):
            around = _name_around(entry) if entry else ""
            # A number alone is a count if the whole line is of counts.
            name = count_named(around or ("visited" if all(entries) else "")) if entry else None
            # Without a number, a name alone is a blank; other words are listed as unread.
            words = bool(entry and entry["name"] and entry["what"])
            if not piece or (entry and name and not entry["count"] and not words):
                continue
            if not entry or name is None or not entry["count"] or _OTHER.match(entry["what"] or ""):
                unread.append(Unread(place, piece))
                continue
            try:
                count = parse_typed_number(entry["count"].replace(",", ""))
            except InvalidInput:
                unread.append(Unread(place, piece))
                continue
            counts.append((name, count, Unread(place, piece)))
    of_tree = [piece for _, _, piece in counts if counts_tree(piece.text, rules)]
    if len(of_tree) < len(counts):
        unread += of_tree
        counts = [count for count in counts if count[2] not in of_tree]
    claim = {name: count for name, count, _ in counts}
    if any(claim[name] != count for name, count, _ in counts):
        return {}, [*unread, *(piece for _, _, piece in counts)]
    return claim, unread


def says_count(text: str) -> bool:
    """Return whether a text says of nodes, leaves or states what the search does with them."""
    words = {*map(str.casefold, _WORD.findall(text.strip(" .")))}
    return not words.isdisjoint(_COUNTED) and not words.isdisjoint(_COUNTING)


def printed_root_value(text: str, rules: Rules, *, is_alone: bool) -> str | None:
    """Return the root's value in a printed line such as "MAX node A: minimax value = 3".

    Args:
        text: a line.
        rules: the rules of its problem.
        is_alone: whether the values of nodes are not asked for, so that "A = 3" says it too.
    """
    printed = PRINTED_VALUE.fullmatch(text.strip())
    entry = _OF_NODE.fullmatch(text.strip()) if is_alone else None
    if printed is None and (entry is None or not rules.is_root(rules.names.node(entry[1]))):
        return None
    value = f"{printed['node']} = {printed['value']}" if printed else text
    return value if read_root_value(value, rules) is not None else None


#: The value of a node alone.
_OF_NODE: Final = re.compile(rf"({NAME})\s?=\s?{VALUE}", re.IGNORECASE)
