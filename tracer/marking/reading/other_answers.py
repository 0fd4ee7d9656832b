"""Another answer in a line of few words: "C instead", "maybe C", "B or C", "not B"."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from tracer.marking.reading.draft import Draft
from tracer.marking.reading.unread_lines import NOTHING, find_nodes
from tracer.questions.cutoff_entries import ALSO
from tracer.questions.single_entries import OTHER_PLAYER
from tracer.questions.typed_text import WORDS, without_reason

#: Words of a doubt or a change, which may be about any answer: "maybe C", "I changed D to 5".
_DOUBTS: Final = frozenset(
    (
        *("believe", "better", "changed", "could", "either", "guess", "maybe", "might", "or"),
        *("perhaps", "possibly", "probably", "think"),
    )
)
#: Words around an answer that is written below another one, as in "I mean C".
AROUND_OTHER: Final = (
    _DOUBTS
    | WORDS["any"]
    | WORDS["move"]
    | WORDS["choosing"]
    | WORDS["worth"]
    | frozenset(("answer", "be", "correct", "corrected", "correction", "edit", "final"))
    | frozenset(("instead", "it's", "mean", "meant", "my", "new", "now", "oh", "rather"))
    | frozenset(("revised", "sorry", "update", "updated", "wait"))
)
_BETTER_THAN: Final = re.compile(r"\bbetter\s(?:\w+\s)?than\s(?P<other>[\w'.]+)", re.IGNORECASE)
_DENIES: Final = re.compile(r"\bnot\b|n't\b", re.IGNORECASE)
_CHANGED_TO: Final = re.compile(r"\bchanged\b.*\sto\s", re.IGNORECASE)
_OR: Final = re.compile(r"\bor\b", re.IGNORECASE)
#: What would be so in another search.
SUPPOSES: Final = re.compile(r"\bif\b|\bwould (?:be|have been)\b", re.IGNORECASE)


class OtherAnswer(NamedTuple):
    """The answer in a line of few words, such as "C instead", "I mean C" or "maybe C"."""

    text: str
    #: Whether it puts an answer in doubt, which may be anywhere.
    is_doubt: bool = False
    #: Whether it is denied: "not C".
    is_denial: bool = False
    #: Whether it can only be a move: "C is better".
    is_move: bool = False


def find_other_answers(draft: Draft, text: str) -> list[OtherAnswer]:
    """Return the answer in a line such as "C instead", or each in one such as "B or C".

    What is better than another node than the chosen one, or for the other player, is none.
    """
    than = _BETTER_THAN.search(text)
    if draft.rules is None or SUPPOSES.search(text):
        return []
    names = draft.rules.names
    if than and names.node(than["other"]) != draft.claims.get("move"):
        return []
    plain = _BETTER_THAN.sub("better", text)
    for before in (_DENIES, _CHANGED_TO):
        behind = before.split(plain)[-1]
        plain = behind if find_nodes(behind, names) else plain
    pairs = [split_words(draft, piece) for piece in _OR.split(_DENIES.sub(" ", plain))]
    words = split_words(draft, _DENIES.sub(" ", text))[1]
    is_denial, is_question = _DENIES.search(text) is not None, text.endswith("?")
    is_in_doubt = is_denial or not words.isdisjoint(_DOUBTS)
    is_of_other = OTHER_PLAYER.get(draft.rules.chooser) in words
    is_said = bool(words) or is_denial or is_question
    if not is_said or is_of_other or not words <= AROUND_OTHER | {"from", "than"}:
        return []
    is_doubt, is_move = is_in_doubt or is_question, "better" in words
    return [OtherAnswer(bare, is_doubt, is_denial, is_move) for bare, _ in pairs if bare]


def split_words(draft: Draft, text: str) -> tuple[str, set[str]]:
    """Return the names, numbers and signs of a line without a reason, and its other words."""
    if draft.rules is None or NOTHING.search(text):
        return "", set()
    claim, reason = without_reason(ALSO.sub("", text))
    bare: list[str] = []
    words: set[str] = set()
    for piece in claim.replace("?", " ").split() if not reason else ():
        word = piece.strip(".,:;!()").casefold()
        if word.replace("'", "").isalpha() and not find_nodes(piece, draft.rules.names):
            words.add(word)
        else:
            bare.append(piece)
    return " ".join(bare), words
