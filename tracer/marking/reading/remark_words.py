"""The words with which a line of a sheet doubts, denies or takes back an answer."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from tracer.questions.typed_text import WORDS

_ASIDE: Final = r"(?:no|nope|actually|sorry|oops|oh|wait)\b"
#: Words before an answer that takes back another one: "no", "oh, sorry", "Correction:".
_ASIDES: Final = rf"{_ASIDE}(?:[\s,]+{_ASIDE})*"
_CORRECTION: Final = r"(?:correct(?:ion|ed)|korrektur|erratum|edit|update)\s?:\s*"


class Words(Enum):
    """What the words of a line do to an answer, each with the pattern of these words."""

    #: They take back an answer, which they need not name.
    TAKE_BACK = (
        rf"(?:^|[.!?]\s)\W*{_ASIDES}"
        r"(?=\s*(?:[,:;.–—-]|it\b|i\b|the\b|(?-i:[A-Z])\w{0,3}\W*\Z)|\W*\Z)"
        rf"|^\W*{_CORRECTION}"
        r"|\b(?<!was )(?:not|n't) (?:(?:so|quite|really|entirely|very) )?"
        r"(?:sure|certain|this|that|right|correct)\b"
        r"|\b(?:incorrect|wrong)\b(?!\s\w+\s?:)"
        r"|\b(?:uncertain|unsure|mistakes?|ignore|disregard|correction|forgot)\b"
        r"|\b(?:scratch (?:it|that|this)|changed my mind|should (?:have been|be))\b"
        r"|\bwould (?:have been|be) (?:the )?(?:best|better|right|correct)\b(?!.*\bif\b)"
    )
    #: They doubt, change or replace an answer.
    DOUBT = (
        r"\A\W*no\b(?!\s\w)|\?\Z|\bwould be(?= -?\d)|\bor\b(?! (?:less|more|equal|fewer))"
        r"|\b(?:actually|alternatively|believe|changed?|could|either|guess|instead|maybe"
        r"|mean|meant|might|perhaps|possibly|probably|rather|think)\b"
    )
    #: They deny what is behind them; that agrees with an answer that does not have it.
    DENY = r"\b(?:not|none|nothing|never|except|without)\b|n't\b"
    #: They leave all else out of a list.
    RESTRICT = r"(?<!is )(?<!are )\bonly\b"
    #: They say what would be so in another search.
    SUPPOSE = r"\bif\b|\bwould (?:be|have been)\b(?! -?\d)"
    #: They give a reason, or are about the search: the answer stays as it is.
    EXPLAIN = (
        r"\b(?:because|since|so|therefore|thus|hence|then|when|while|than|as(?! well)|due"
        r"|search|algorithm|alpha-?beta|minimax|method|convention|ties?|matters?|needed|necessary"
        r"|improve)\b"
    )

    def __init__(self, pattern: str) -> None:
        self.pattern = re.compile(pattern, re.IGNORECASE)

    def match(self, text: str) -> bool:
        """Return whether a text has such words."""
        return self.pattern.search(text) is not None


#: What precedes another answer, maybe with the label of its part.
BEFORE_ANSWER: Final = re.compile(
    rf"^\W*(?:{_CORRECTION}|{_ASIDES}[\s,:;.–—-]*)"
    r"|^\W*(?:or|therefore|thus|hence|finally)\b[\s,:]*(?=\S+\s)",
    re.IGNORECASE,
)
#: The words that a line of few words may have beside another answer, as in "I mean C".
BESIDE_ANSWER: Final = (
    WORDS["any"]
    | WORDS["move"]
    | WORDS["choosing"]
    | WORDS["worth"]
    | frozenset(("actually", "alternatively", "answer", "as", "be", "believe", "better", "changed"))
    | frozenset(
        ("correct", "corrected", "correction", "could", "edit", "either", "except", "final")
    )
    | frozenset(
        ("from", "guess", "instead", "it's", "maybe", "mean", "meant", "might", "my", "new")
    )
    | frozenset(("now", "oh", "only", "or", "perhaps", "possibly", "probably", "rather", "revised"))
    | frozenset(("sorry", "than", "think", "update", "updated", "wait", "well", "without"))
)
