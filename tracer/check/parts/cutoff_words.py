"""The words in which cutoffs are told, and what a sentence about them denies."""

from __future__ import annotations

import re
from typing import Final

from tracer.typed_numbers import NUMBER

__all__ = [
    "AT",
    "FIELD_WORDS",
    "FILLERS",
    "IS_CUT",
    "SKIPPED",
    "SKIPS",
    "WHY",
    "WINDOW_SAID",
    "WORD",
    "denies",
    "doubts",
    "is_english",
    "says_nothing",
    "with_plain_verbs",
    "without_pronoun",
]

SKIPS: Final = (
    "skip(?:s|ped|ping)?|prun(?:e|es|ed|ing|ings)|ignor(?:e|es|ed|ing)|discard(?:s|ed|ing)?"
    "|eliminat(?:e|es|ed|ing)|leaves? out|left out|not visited"
)
FIELD_WORDS: Final = rf"at|node|alpha|beta|after|value|why|because|reason|{SKIPS}"
#: A window in brackets.
WINDOW_SAID: Final = re.compile(
    rf"[(\[]\s*({NUMBER.pattern})\s*[,;]\s*({NUMBER.pattern})\s*[)\]]", re.IGNORECASE
)
WHY: Final = re.compile(r"(?<![^\s,;:.(])(?:because|why|reason|since|as)\b", re.IGNORECASE)
SKIPPED: Final = re.compile(rf"(?<![^\s,;:(\[])(?:{SKIPS})(?![^\s,;:()\]=.!])", re.IGNORECASE)
IS_CUT: Final = re.compile(r"(?<![^\s,;:(\[])(?:cuts?|cut-?offs?|cutting)\b", re.IGNORECASE)
WORD: Final = re.compile(r"[^\s,;:=()\[\]{}]+")
#: Words before the node that is cut.
AT: Final = frozenset({"at", "node", "in", "under", "below", "beneath"})
#: Words that say nothing by themselves.
_FILLER_WORDS: Final = (
    "and & und then is are was were the a an its with at node in under of so we i that "
    "off cut cuts cutoff cutoffs cut-off cut-offs cutting child children nodes leaf leaves both "
    "which thus hence max min skips skipped prunes pruned be can get gets there where -> → => > - "
    "– — | window branch branches subtree subtrees all rest nothing none no been has have being "
    "this these those they it here therefore remaining other others their to from happens occurs "
    "only one two three first last left right immediately already think believe also "
    "alpha-beta on for do by search stops stop or below beneath less than equal to greater more "
    "smaller larger bigger lower higher yes does just v alpha beta α β"
)
FILLERS: Final = frozenset(_FILLER_WORDS.split())
_SHORTEST_ADVERB: Final = 4
#: What is not visited is skipped, in whatever words.
_UNSEEN: Final = re.compile(
    r"(?:\b(?:do|does|did|is|are|was|were|need|needs)\s+|\bthere\s+is\s+)?"
    r"(?:\b(?:not|never|no)\b|\b\w{2,6}n['’]t\b)\s+(?:(?:been|be|get|gets|even|need|have|has|to|ever)\s+)*"
    r"(?:visit|reach|explor|expand|evaluat|search|seen\b|see\b|look|examin|check|consider)\w*"
    r"(?:\s+at\b)?",
    re.IGNORECASE,
)
#: A cutoff that skips nothing is one all the same.
_SKIPS_NOTHING: Final = re.compile(
    r"(?<=[\s,:)])(?:skips?|prunes?|skipped|pruned)\W{1,5}(?:nothing|none)\b", re.IGNORECASE
)
_DENIAL: Final = re.compile(
    r"\b(?:no|not|none|nothing|never|neither|nor|without|cannot)\b|n['’]t\b", re.IGNORECASE
)
#: What is written so that it is no claim for certain.
_DOUBT: Final = re.compile(
    r"\b(?:if|unless|would|could|might|may|maybe|perhaps|wrongly|instead|forgot|unsure)\b",
    re.IGNORECASE,
)
_ENGLISH: Final = re.compile(r"[A-Za-z]?[a-z’']{2,}")
#: I, and not a node of that name: that would stand with "is", "skips" or a field.
_PRONOUN: Final = re.compile(
    r"(\A\s*|[,;.:]\s+|\b(?:so|that|and|then|thus|where|here)\s+)I(?:['’](?:d|ve|m|ll))?\s+(?!(?:[a-z]*s|alpha|beta|and|at|after|value|then|or|to)\b)"
    r"(?=[a-z]{2,})"
)
#: What somebody cuts is skipped, unless it is said to be where the cutoff is.
_WE_CUT: Final = re.compile(
    r"\b(?:I|[Ww]e)\s+(?:can\s+)?cut(?:\s+off)?\s+"
    r"(?=\S)(?!(?:at|in|under|below|here|off|when|after|node|because|since|as|the)\b)"
)


def with_plain_verbs(text: str) -> str:
    """A text in which what is never visited, not reached and so on is called skipped."""
    if not _DENIAL.search(text):
        return text
    return _UNSEEN.sub("skipped", text)


def says_nothing(word: str) -> bool:
    """Whether a word is one of those that say nothing by themselves."""
    return word in FILLERS or (len(word) > _SHORTEST_ADVERB and word.endswith("ly"))


def doubts(text: str) -> bool:
    """Whether a sentence about cutoffs claims none for certain."""
    return _DOUBT.search(WHY.split(text, maxsplit=1)[0]) is not None


def denies(text: str) -> bool:
    """Whether a sentence about cutoffs says where none is."""
    told = WHY.split(with_plain_verbs(text), maxsplit=1)[0]
    return bool(_DENIAL.search(told)) and not _SKIPS_NOTHING.search(told.strip())


def is_english(word: str) -> bool:
    """Whether a word that is no node looks like one of a sentence, and not like a name."""
    return _ENGLISH.fullmatch(word) is not None


def without_pronoun(text: str) -> str:
    """A sentence without the "I" that means whoever writes it; what "I cut" is skipped."""
    if "I" in text or "we" in text.casefold():
        text = _PRONOUN.sub(r"\1", _WE_CUT.sub("we skipped ", text))
    return text
