"""Labels of parts, and the other labels of a sheet."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, Final

from engine.errors import did_you_mean
from tracer.questions.items import item_rows
from tracer.questions.typed_text import normalized
from tracer.questions.visits import Visits

#: Labels of the student's name.
STUDENT: Final = frozenset(
    {
        *("student", "name", "full name", "student name", "your name", "your full name"),
        *("id", "sid", "student id", "your id", "your student id", "student number", "netid"),
        *("email", "e-mail", "email address", "e-mail address", "your email", "student email"),
        *("user", "username", "user name", "login", "login id", "sis login id"),
        *("matrikelnummer", "matrikelnr", "matrikelnr.", "matriculation number", "roll number"),
    }
)
#: Labels of the variant of a problem set.
VARIANT: Final = frozenset({"variant", "your variant", "variant number", "variant no"})
#: Labels of text that is not an answer.
IGNORED: Final = frozenset(
    {
        *("schema", "source", "search", "convention", "problem", "timestamp"),
        *("note", "notes", "remark", "remarks", "comment", "comments"),
        *("section", "group", "course", "score", "points", "date", "attempt", "status"),
        *("start time", "completion time", "last modified time", "submitted at"),
    }
)

#: Words before the number of a question, some in other languages.
QUESTIONS: Final = (
    *("question", "task", "exercise", "aufgabe", "frage", "übung", "exercice", "ejercicio"),
    *("pregunta", "esercizio", "domanda", "opgave", "oppgave"),
)
#: Words before the number or the letter of a part of a problem.
PARTS_OF_PROBLEM: Final = ("part", "teil", "partie", "parte")


def _read_labels() -> Mapping[str, tuple[str, ...]]:
    labels: dict[str, tuple[str, ...]] = {}
    for rows in item_rows().values():
        for name, row in rows.items():
            labels[name] = (*labels.get(name, ()), *row.labels)
    return MappingProxyType(labels)


#: The parts of all problems by name, with their other names.
ALL_PARTS: Final = _read_labels()
_BY_WORD: Final = {word: name for name, aliases in ALL_PARTS.items() for word in (*aliases, name)}
del _BY_WORD["pruned"]  # as a label it is one of the cutoffs, which the part pruned reads too

#: The part of a label by a word in it; the first that fits counts.
_BY_HEAD: Final = (
    ("equilibria", re.compile(r"\b(?:equilibri|nash\b)|\A(?:pure|mixed)(?: ne)?\Z")),
    ("dominance", re.compile(r"\bdominated\b")),
    ("dominant", re.compile(r"\bdominant\b")),
    ("counts", re.compile(r"\b(?:counts?|number of|how many|no\. of)|# of\b")),
    ("windows", re.compile(r"\b(?:windows?|bounds?|(?:on|at) entry)\b")),
    (
        "cutoffs",
        re.compile(
            r"\b(?:cut|(?:un)?prun|skip|(?:not|never) (?:visit|explor|expand|evaluat)|unvisited)"
        ),
    ),
    ("leaves", re.compile(r"\b(?:order|sequence|list)\b.*\bleaves\b|\bleaves\b.*\border\b")),
    (Visits.name, re.compile(r"\b(?:visit|order|traversal|explor|expansion|expand)")),
    ("line", re.compile(r"\b(?:line|path|sequence|variation|pv)\b")),
    ("move", re.compile(r"\b(?:moves?|actions?|decision|choice|best child)\b")),
    (
        "utility",
        re.compile(r"\bvalue\b.*\b(?:root|game|tree)\b|\b(?:root|game)\b.*\bvalue\b|utility"),
    ),
    ("expectiminimax", re.compile(r"\b(?:expecti|expected value)")),
    ("minimax", re.compile(r"\bminimax values\b")),
    ("values", re.compile(r"\bvalues?\b|\bbacked up\b")),
)  # fmt: skip
#: Parts of which the first one is meant, by the words of both.
_FIRST_COUNTS: Final = (["utility", "values"], ["leaves", Visits.name])
_MOST_WORDS: Final = 6
_POINTS: Final = r"\(\d+(?:\.\d+)? (?:points?|pts?|marks?)\)"
#: An article before a label, and the points behind it.
_AROUND: Final = re.compile(rf"\A(?:the|my|our)\s|\s{_POINTS}\Z")
#: Short names of nodes behind a label: "values of A, B and C".
_OF_NODES: Final = re.compile(
    r"\b(values|windows|bounds) (?:of|at|for) \S{1,4}(?:(?:,| and|, and) ?\S{1,4}){1,20}\Z"
)
#: Words of a label that denies its answer, or labels another one: "second best move".
_QUALIFIED: Final = re.compile(
    r"\b(?:second|third|worst|worse|bad|wrong|incorrect|alternatives?|other|another|old|previous"
    r"|rejected|not (?:an?|the|best|chosen|played|right|correct|domina\w+)"
    r"|never (?:the|best|played)|without|unlike|(?:not|never|un)[ -]?(?:prun|cut|skip)\w*)\b"
    r"|\A(?:not|non?|never|neither)\s(?!(?:visit|explor|expand|evaluat|search|reach|seen|examin|of\b))"
)


@lru_cache(maxsize=4096)
def part_called(label: str) -> str | None:
    """Return the part that a label names, by a word in it, or None."""
    plain = " ".join(normalized(label).replace("-", " ").replace("_", " ").split()).casefold()
    plain = _AROUND.sub("", _OF_NODES.sub(r"\1", plain))
    known = _BY_WORD.get(plain) or _BY_WORD.get(plain.replace(" ", "_"))
    words = len(plain.split())
    if known or not plain or _QUALIFIED.search(plain) or (words > _MOST_WORDS and plain[-1] != "?"):
        return known
    found = [part for part, head in _BY_HEAD if head.search(plain)]
    found = found[:1] if found in _FIRST_COUNTS else found
    return found[0] if found and (words <= _MOST_WORDS or len(found) == 1) else None


#: Words behind a label, in brackets; a number or a short capital may be an answer.
_REMARK: Final = re.compile(rf"\s(?:{_POINTS}|\((?:(?!\b[A-Z]\w?\b)[^()\d∞])*\))\Z")
_HEADING: Final = re.compile(
    r"(?:(?:the|my|final|node|minimax|backed[- ]up|returned|visiting|best|chosen|optimal"
    r"|alpha[- ]beta|root|game|search|(?:order|list|sequence) of) ){0,3}"
    r"(?:visited nodes|visits?|values|windows|cut[- ]?offs?(?: #?\d{1,2})?|cuts|prunings?"
    r"|(?:pruned|skipped|unvisited|cut) (?:nodes|leaves|children|branches|subtrees)|visit order"
    r"|(?:nodes|leaves|children|branches|subtrees) (?:that are )?"
    r"(?:pruned|skipped|cut(?: off)?|unvisited|not visited)"
    r"|nodes visited|not (?:visited|evaluated|explored|expanded)"
    r"|order|expansion|exploration|line of (?:best )?play"
    r"|move|action|line|path|sequence|value)"
    r"(?: (?:of|for|at) (?:the |each |all (?:the )?)?"
    r"(?:nodes?|visits|root|game|tree|moves|max|min))?"
)


def is_name_of_part(text: str) -> bool:
    """Return whether a text is nothing but a label, as in a heading without marks."""
    plain = _REMARK.sub("", " ".join(text[:80].split())).casefold().removesuffix("?").rstrip()
    is_long = len(text) > 3 or text == "PV"
    return is_long and (plain in _BY_WORD or _HEADING.fullmatch(plain) is not None)


def has_brackets(label: str) -> bool:
    """Return whether a label has brackets, besides those of its points."""
    return "(" in re.sub(_POINTS, "", label, flags=re.IGNORECASE)


def ends_in_remark(label: str) -> bool:
    """Return whether what a label has in brackets at its end is surely not an answer."""
    return _REMARK.search(label) is not None


def says_skipped(label: str) -> bool:
    """Return whether the nodes below a label are the skipped ones, as below "pruned nodes"."""
    nodes = "(?:nodes|leaves|children|branches|subtrees)"
    words = rf"\b(?:prun|skip|not |never |unvisited|cut {nodes}|{nodes} (?:that are )?cut\b)"
    return re.search(words, label.casefold()) is not None


#: Spellings that are long enough to be mistyped.
_SPELLINGS: Final = tuple(
    dict.fromkeys((*_BY_WORD, "visit order", "best move", "best line", "root value", "path"))
)
_LONG: Final = tuple(word for word in _SPELLINGS if len(word) > 2 and "_" not in word)
_NODES: Final = ("", "nodes ", "nodes are ")
_SKIPPED: Final = ("pruned", "skipped", "unvisited")
#: Labels that no sentence and no entry has by chance.
LABEL: Final = "|".join(
    re.escape(word)
    for word in sorted(
        {
            *_LONG,
            *("best action", "order of visits", "visiting order", "value of the root"),
            *("value of the game", "nodes visited", "nodes explored", "cut-offs", "cut offs"),
            *(f"{skipped} {nodes}" for skipped in _SKIPPED for nodes in ("nodes", "leaves")),
            *(f"{nodes}visited in {the}order" for nodes in _NODES for the in ("", "the ", "this ")),
        }
        - {"table", "tables", "nodes", "count", "next", "range", "interval", "choice", "minimax"}
        - {"alpha beta", "alpha-beta", "expectiminimax"},
        key=len,
        reverse=True,
    )
)


def names_part(text: str) -> bool:
    """Return whether a text has a word that labels a part."""
    plain = normalized(text).casefold()
    is_label = part_called(plain.strip(" :")) is not None
    return is_label or any(head.search(plain) for _, head in _BY_HEAD)


#: Similarity of two words, from 0 to 1, of which one is probably the other mistyped.
_LIKELY: Final = 0.8


@lru_cache(maxsize=1024)
def part_meant(word: str) -> str:
    """Return a hint with the label nearest to a word, or an empty text."""
    return did_you_mean(" ".join(word.replace("_", " ").split())[:40], _LONG)


@lru_cache(maxsize=1024)
def is_nearly_a_part(word: str) -> bool:
    """Return whether a word is probably a mistyped label."""
    plain = " ".join(word.replace("_", " ").split())[:40].casefold()
    return bool(get_close_matches(plain, _LONG, n=1, cutoff=_LIKELY))


#: Articles before a label, in the languages of courses.
_ARTICLES: Final = "die|der|das|the|los|las|el|la|les|le|il|lo|gli"


def rename_labels(text: str, labels: Mapping[str, str]) -> str:
    """Replace labels at the start of a line, of a cell, or alone on a line."""
    if not labels:
        return text
    words = "|".join(re.escape(label).replace(r"\ ", r"\s+") for label in labels)
    before = rf"(^(?:[\W\d_]|\(?[a-z]\))*(?:(?:{_ARTICLES})\s+)?|\|\s*)"
    label = rf"(?im){before}({words})(?=[\s*_]*(?:[:=|]|-\s|$))"
    return re.sub(label, lambda hit: hit[1] + labels[" ".join(hit[2].split()).casefold()], text)


def rename_keys(entries: Mapping[str, Any], labels: Mapping[str, str]) -> dict[str, Any]:
    """Replace the keys that are labels, also in the answers to each problem."""
    renamed: dict[str, Any] = {}
    for key, value in entries.items():
        part = labels.get(" ".join(str(key).split()).casefold())
        is_inner = isinstance(value, Mapping) and not part and not part_called(str(key))
        renamed[part or key] = rename_keys(value, labels) if is_inner else value
    return renamed


# Recognize the lines that were printed on a sheet, which are not answers.
#
# A worksheet in Markdown is filled in where it stands, between statements, figures and tables
# that may look like answers. Comments above these hold a short code of each of their lines; a
# line that is still as it was printed is ignored, and one that the student wrote among them is
# read.

_MARK: Final = re.compile(r"<!-- printed:([a-z\s]*)-->")
#: A question of a worksheet with its letter and its points, below which answers stand.
_ENDS: Final = re.compile(r"#|\*\*[a-z]+\)")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
#: Letters of a code: they tell lines of one place from each other, and hold no number that could
#: be taken for an answer.
_LENGTH: Final = 4
_WIDTH: Final = 100
_OF_MARKDOWN: Final = "|-:=+_*#`~>"


def printed_mark(blocks: Iterable[str]) -> str:
    """Return the comment to put above printed lines; empty if they have no words."""
    codes = [code for block in blocks for line in block.splitlines() if (code := _code(line))]
    mark = textwrap.fill(f"<!-- printed: {' '.join(codes)} -->", _WIDTH)
    return mark if codes else ""


def without_printed(text: str) -> str:
    """Return a sheet with its printed lines emptied."""
    first, *others = _MARK.split(text)
    kept = [first]
    for codes, below in zip(others[::2], others[1::2], strict=True):
        kept.append("\n".join(_written(below, codes.split())))
    return "".join(kept)


def _written(text: str, codes: list[str]) -> Iterator[str]:
    """Yield the lines below a mark; those that it names are emptied, each once."""
    places: dict[str, list[int]] = {}
    for place, code in enumerate(codes):
        places.setdefault(code, []).append(place)
    at = 0
    for line in text.splitlines():
        mine = places.get(_code(line), [])
        nearest = bisect_left(mine, at)
        if nearest < len(mine):
            at = mine[nearest] + 1
            yield ""
            continue
        if _ENDS.match(line.lstrip()):
            at = len(codes)
        yield line


def _code(line: str) -> str:
    """Return a code of a line's letters and digits, since editors change spaces and punctuation.

    A line without any has one of its signs, as a row of an empty board; mere lines have none.
    """
    plain = "".join(unicodedata.normalize("NFKC", line).casefold().split())
    letters = "".join(filter(str.isalnum, plain)) or plain
    if not letters.strip(_OF_MARKDOWN):
        return ""
    number = int.from_bytes(blake2b(letters.encode(), digest_size=8).digest())
    signs = []
    for _ in range(_LENGTH):
        number, place = divmod(number, len(_LETTERS))
        signs.append(_LETTERS[place])
    return "".join(signs)
