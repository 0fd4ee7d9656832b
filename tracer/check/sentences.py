"""What a sentence of a sheet says for certain: the move, the value of the root, a cutoff, an order.

A part that has its label may hold sentences beside its entries. They are read only where they are
understood for certain; what is not is handed back, to be noted, and is no claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tracer.check.names import Names
from tracer.check.parts.cutoff_words import (
    FIELD_WORDS,
    SKIPPED,
    WHY,
    WORD,
    denies,
    doubts,
    is_english,
    says_nothing,
    with_plain_verbs,
    without_pronoun,
)
from tracer.typed_numbers import NUMBER

__all__ = [
    "SENTENCES",
    "VALUE_SAID",
    "clauses",
    "cut_told",
    "is_about_cutoffs",
    "is_denial",
    "nodes_among",
    "strange_words",
    "told_of_root",
]

#: A node with a number, a bound, or nothing behind it.
VALUE_SAID: Final = re.compile(
    rf"(?<![^\s,;=:()<>≤≥])([^\s,;=:()<>≤≥]++)\s*(?:[=:]|[<>≤≥]=?|->|→|\bis\b)\s*[<>≤≥]?=?\s*"
    rf"(?:{NUMBER.pattern}|[-–—?x]|n/a)(?=[\s,;.)]|$)",
    re.IGNORECASE,
)
#: Between two sentences.
SENTENCES: Final = re.compile(r"\n+|(?<!^\d)(?<=[^\s.…][.!?])\s+(?=[A-Z\"(])", re.MULTILINE)
#: Cutoffs have further ends: a semicolon, and a clause that says where there is none.
_CLAUSES: Final = re.compile(
    r";|,?\s+\bbut\b\s+(?:only\s+)?|,\s*(?:and\s+)?(?=(?:no|none|nothing)\b)", re.IGNORECASE
)

_LEAD: Final = re.compile(
    r"\A\s*(?:(?:there (?:is|was) )?(?:only|just|exactly)?\s*(?:one|1)(?: cut-?off)?\s*:"
    r"|yes[,.:])\s*",
    re.IGNORECASE,
)


_BRACKETED: Final = re.compile(r"\([^()]*\)")
_CUT_WORD: Final = re.compile(r"\b(?:skip|prun|cut|ignor|eliminat)\w*", re.IGNORECASE)

_OPENING: Final = re.compile(
    r"\A\W*(?:(?:so|thus|therefore|hence|then|and|finally|overall|answer)\b[\s,:]*"
    r"|(?:I|we)\s+(?:think|believe|guess|say|would say|am sure)\s+(?:that\s+)?"
    r"|in my opinion[\s,]+)+",
    re.IGNORECASE,
)
_TO: Final = r"(?:to\s+(?:(?:go|move)\s+to|go|play|choose|take|pick)\s+)?"
_ONE: Final = (
    r"(?:(?:the\s+)?(?:node|move|child|action)\s+)?[\"'*`]*(?P<move>[^\s,;.:\"'*`]+)[\"'*`]*"
)
_BEST: Final = r"(?:best|optimal|right|chosen|final|correct)"
_MOVES: Final = tuple(
    re.compile(pattern + r"[\s.!]*", re.IGNORECASE)
    for pattern in (
        rf"(?:the\s+|my\s+)?(?:{_BEST}\s+)(?:first\s+)?(?:move|action|choice|decision|child)"
        rf"(?:\s+(?:for|of|at|by)\s+(?:the\s+)?(?:max|min|root|player))?\s*"
        rf"(?:(?:is|=|:|would be|->)\s*)?{_TO}{_ONE}",
        rf"(?:max|the root|root|i|we|player)\s+(?:(?:should|would|will|must)\s+)?(?:picks?|chooses?"
        rf"|selects?|takes?|plays?|prefers?|(?:goes|go|moves?)\s+(?:to|with|for))\s+{_ONE}",
        rf"{_ONE}\s+(?:is|would be)\s+(?:the\s+)?{_BEST}(?:\s+(?:move|choice|action|option|one))?"
        r"(?:\s+(?:for|of|at)\s+(?:the\s+)?(?:max|root))?",
    )
)
_ROOT: Final = r"(?:the\s+)?(?:root|game|tree|game tree)(?:\s+node)?"
_UTILITIES: Final = tuple(
    re.compile(rf"{pattern}\s*(?P<number>{NUMBER.pattern})[\s.!]*", re.IGNORECASE)
    for pattern in (
        rf"(?:the\s+)?(?:(?:minimax|final|optimal)\s+)?(?:value|utility)\s+(?:of|at|for)\s+{_ROOT}"
        r"\s*(?:is|=|:|equals)?",
        rf"{_ROOT}(?:'s)?\s+(?:(?:minimax\s+)?(?:value|utility)\s*)?(?:is|=|:|has|gets|equals)?"
        r"\s*(?:worth|(?:the\s+)?(?:value|utility)(?:\s+of)?)?",
        r"(?:the\s+)?utility\s*(?:is|=|:|equals)?",
    )
)
#: Two letters, as no sentence is without, and the characters of a long one.
_LETTERS: Final = re.compile(r"[A-Za-z]{2}")
_LONGEST: Final = 300


def told_of_root(text: str, names: Names) -> tuple[str, str]:
    """The part and the answer of a sentence that tells the move or the root's value; or nothing."""
    if len(text) > _LONGEST or not _LETTERS.search(text):
        return "", ""
    text = WHY.split(_OPENING.sub("", text.strip()), maxsplit=1)[0].strip(" ,")
    for pattern in _MOVES:
        found = pattern.fullmatch(text)
        if found and names.is_move(found["move"]):
            return "move", names.move(found["move"])
    for pattern in _UTILITIES:
        if found := pattern.fullmatch(text):
            return "utility", found["number"]
    return "", ""


def is_about_cutoffs(text: str) -> bool:
    """Whether a sentence speaks of what is cut or skipped."""
    return _CUT_WORD.search(with_plain_verbs(text)) is not None


def is_denial(text: str) -> bool:
    """Whether a sentence says where no cutoff is."""
    return is_about_cutoffs(text) and denies(text) and not doubts(text)


def cut_told(text: str, names: Names) -> str:
    """The cutoffs that a sentence claims for certain, to be read as such; empty where it is none.

    Args:
        text: a sentence that stands under no label of cutoffs.
        names: the names of the problem's nodes.
    """
    kept = [one for one in clauses(text) if not denies(one)]
    if not kept or any(strange_words(one, names) or doubts(one) for one in kept):
        return ""
    if not any(nodes_among(WORD.findall(without_pronoun(one)), names) for one in kept):
        return ""
    return "\n".join(kept)


def nodes_among(words: list[str], names: Names) -> list[str]:
    """Those words that are names of nodes."""
    return [word for word in words if names.is_node(names.node(word.rstrip(".!")))]


def clauses(text: str) -> Iterator[str]:
    """The sentences of a text about cutoffs, and their parts that stand for themselves."""
    for sentence in SENTENCES.split(text):
        for clause in _CLAUSES.split(_LEAD.sub("", sentence)):
            if clause.strip(" ,.!\t"):
                yield clause.strip(" ,\t")


def strange_words(text: str, names: Names) -> list[re.Match[str]]:
    """The words of a sentence that neither a cutoff nor a reason for it is told with."""
    text = with_plain_verbs(without_pronoun(text))
    if why := WHY.search(text):
        text = text[: why.start()]
    text = SKIPPED.sub(_blank, _BRACKETED.sub(_blank, text))
    return [
        word
        for word in WORD.finditer(text)
        if is_english(plain := word[0].strip(".!?…\"'*`"))
        and not says_nothing(plain.casefold())
        and not _FIELD.fullmatch(plain)
        and not NUMBER.fullmatch(plain)
        and not names.is_node(names.node(plain))
    ]


_FIELD: Final = re.compile(rf"(?:{FIELD_WORDS}|v|a|b)", re.IGNORECASE)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
