"""The entries of an answer, apart from the sentences that stand beside them."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from tracer.check.names import Names
from tracer.check.parts.cutoff_words import (
    FIELD_WORDS,
    WHY,
    WORD,
    denies,
    doubts,
    is_english,
    with_plain_verbs,
    without_pronoun,
)
from tracer.check.parts.node_text import without_working
from tracer.check.sentences import (
    SENTENCES,
    VALUE_SAID,
    clauses,
    cut_told,
    is_about_cutoffs,
    is_denial,
    nodes_among,
    strange_words,
    told_of_root,
)
from tracer.typed_numbers import NUMBER

__all__ = ["Sifted", "order_told", "sifted"]

#: Two letters, as no word is without; and those that are no word of a plain window or cutoff.
_LETTERS: Final = re.compile(r"[^\W\d_]{2}")
_WORDY: Final = re.compile(
    r"(?<![^\W\d_])(?!(?:inf(?:inity)?|oo|alpha|beta|skips|skipped)(?![^\W\d_]))[^\W\d_]{2}"
)
_ORDERS: Final = frozenset({"visits", "line"})
_OF_NUMBERS: Final = frozenset({"values", "windows", "minimax", "expectiminimax"})
#: An entry of a node at which there is none.
_NOTHING_THERE: Final = re.compile(
    r"(\A|[,;\n])\s*(?:pruned:\s*)?(?:(?:at|node)\s)?[^\s,;:=()]+\s?[:=]\s?"
    r"(?:none|nothing|no|no cut-?offs?|no pruning|not cut|not pruned|[-–—])\s*(?=[,;.\n]|\Z)",
    re.IGNORECASE,
)
#: Words around an order of visits.
_OF_ORDERS_WORDS: Final = (
    "i we visit visited visits then next first finally last lastly start started starting "
    "starts at with from to go goes going went expand expanded explore explored node nodes "
    "root leaf leaves child children of the in order search done end ends finish finished "
    "stop stops was were is are now after that and my answer etc so on it its down max min "
    "algorithm alpha-beta alphabeta minimax program expands explores visiting looks goes "
)
_OF_ORDERS: Final = frozenset(_OF_ORDERS_WORDS.split())
#: Between two claims of one sentence.
_CLAIMS: Final = re.compile(r",\s+|\s+and\s+(?=\S+ (?:is|are|does|do)\b)")
_SPACES: Final = re.compile(r"[^\S\n]+")
#: A node in an order that is marked as one that was not visited.
_MARKED: Final = re.compile(
    r"(?<![^\s,;()>→|])[^\s,;()>→|]+\s?\((?:(?:is|was) )?"
    r"(?:pruned|skipped|cut(?: off)?|not visited)\)",
    re.IGNORECASE,
)
_REMARK: Final = re.compile(r"\(([^()]*)\)")
#: The same in an order, which may itself stand in square brackets.
_REMARK_IN_ORDER: Final = re.compile(
    r"\(([^()]*)\)|\[([^\[\]]{0,60}?\b(?:prun|skip|cut)[^\[\]]{0,60})\]", re.IGNORECASE
)
_BESIDE_NUMBERS_WORDS: Final = (
    "alpha beta max min and is not visited never reached pruned cut skipped value values of "
    "node at most least equals inf "
)
_BESIDE_NUMBERS: Final = frozenset(_BESIDE_NUMBERS_WORDS.split())
#: Why a node is worth something, up to the next entry.
_REASON: Final = re.compile(
    r"\s(?:because|since|as)\s[^,;\n]*(?:,(?!\s*[^\s,;=:()<>≤≥]+\s?(?:[=:≤≥<>(]|is\b))[^,;\n]*)*",
    re.IGNORECASE,
)
#: Words of a line that is no entry.
_PROSE: Final = 3
_LEFT_OUT: Final = 2


class Sifted(NamedTuple):
    """A text with its entries apart from what else stands there.

    Args:
        kept: the entries, as the part reads them.
        others: sentences that are none of this part.
        denied: whether some of it says where nothing is.
    """

    kept: str
    others: tuple[str, ...]
    denied: bool = False


def sifted(part: str, given: Any, names: Names) -> Sifted | None:
    """The entries of an answer, apart from the sentences beside them; None where that is all.

    Args:
        part: the part it answers.
        given: what was written.
        names: the names of the problem's nodes.
    """
    if part == "cutoffs" and isinstance(given, list) and all(isinstance(x, str) for x in given):
        given = "\n".join(given)
    if not isinstance(given, str) or names.spaced or not _has_words(given):
        return None
    given = _SPACES.sub(" ", given)
    if part == "cutoffs":
        found = _of_cutoffs(given, names)
    elif part in _ORDERS:
        found = _of_order(given, names, moves=part == "line")
    elif part in _OF_NUMBERS:
        found = _of_numbers(given, names)
    else:
        return None
    return found if found.others or found.denied or found.kept != given else None


def _has_words(text: str) -> bool:
    """Whether a text holds words besides names, and besides those of a plain window or cutoff."""
    return _LETTERS.search(text) is not None and _WORDY.search(text) is not None


def order_told(text: str, names: Names) -> str:
    """The order of visits that a sentence tells for certain; empty where it is none."""
    if names.spaced or not _has_words(text):
        return ""
    found = _of_order(text, names)
    listed = names.words_in(found.kept)
    are_nodes = len(listed) > 1 and len(nodes_among(listed, names)) == len(listed)
    return found.kept if are_nodes and not found.others else ""


def _of_cutoffs(text: str, names: Names) -> Sifted:
    kept: list[str] = []
    others: list[str] = []
    bare = _NOTHING_THERE.sub(lambda found: found[1], text)
    denied = bare != text
    for clause in clauses(bare):
        told = clause.removeprefix("pruned:").strip()
        if told_of_root(told, names)[0] or doubts(told):
            others.append(told)
        elif denies(clause):
            denied = True
            entry = _but_denials(clause)
            if entry and cut_told(entry, names):
                kept.append(entry)
            elif entry:
                others.append(told)
        else:
            entry, other = _entry_of(clause, names)
            kept += [entry] if entry else []
            others += [other] if other else []
    return Sifted("\n".join(kept), tuple(others), denied)


def _but_denials(clause: str) -> str:
    """What a clause claims before a comma behind which, or after which, it denies something."""
    kept: list[str] = []
    is_denied = False
    for one in _CLAIMS.split(WHY.split(clause, maxsplit=1)[0]):
        if denies(one):
            is_denied = True
        elif not is_denied or re.search(r"[(:=αβ]|alpha|beta", one) or is_about_cutoffs(one):
            is_denied = False
            kept.append(one)
    return ", ".join(kept)


def _entry_of(clause: str, names: Names) -> tuple[str, str]:
    """A cutoff, and the words behind it that are none."""
    plain = with_plain_verbs(without_pronoun(clause))
    strange = strange_words(plain, names)
    if not strange or _is_entry(plain, names):
        head = plain[: strange[0].start()] if strange else ""
        words = WORD.findall(plain[len(head) :]) if head else []
        if head and not nodes_among(words, names) and len(strange) > 1:
            return head.strip(" ,.:-"), plain[len(head) :]
        return plain, ""
    return "", clause


def _is_entry(clause: str, names: Names) -> bool:
    """Whether a text has the form of a cutoff: a name, and behind it a field, a sign or a verb."""
    found = re.match(
        r"\W*(?:(?:at|node|in)\s+)*([^\s,;:=()]+)\s*"
        rf"(?:[:(=]|->|→|(?:{FIELD_WORDS}|[αβ])\b|is cut)",
        clause,
        re.IGNORECASE,
    )
    if found is None:
        return False
    strange = strange_words(clause, names)
    return names.is_node(names.node(found[1])) or len(strange) == 1


def _of_order(text: str, names: Names, *, moves: bool = False) -> Sifted:
    """An order of nodes, or of moves: those may be called as words are, such as left and right."""

    def is_named(word: str) -> bool:
        return names.is_node(names.node(word)) or (moves and names.is_move(word))

    kept: list[str] = []
    others: list[str] = []
    for place, line in enumerate(SENTENCES.split(_MARKED.sub(" ", text))):
        told = without_pronoun(line)
        bare = _REMARK_IN_ORDER.sub(lambda found: _remark(found, names, others), told)
        words = names.words_in(bare)
        strange = [word for word in words if not is_named(word)]
        english = [word for word in strange if is_english(word.strip(".!?"))]
        unknown = [word for word in english if not _is_of_orders(word)]
        known = len(words) - len(strange)
        if place and is_about_cutoffs(line):
            others.append(line)
        elif known and strange and all(_is_of_orders(word) for word in strange):
            kept.append(" ".join(word for word in words if word not in strange))
        elif len(words) > 1 and len(unknown) >= max(known, 1):
            others.append(line)
        else:
            kept.append(bare)
    if not any(nodes_among(WORD.findall(one), names) for one in (*kept, *others)):
        return Sifted(text, ())  # whoever has no idea has answered wrongly
    return Sifted("\n".join(kept), tuple(others))


def _is_of_orders(word: str) -> bool:
    """Whether a word tells of going somewhere, and names nothing."""
    return word.strip(".!?:").casefold() in _OF_ORDERS


def _remark(found: re.Match[str], names: Names, others: list[str]) -> str:
    """What stands in brackets: some of the order, or a remark."""
    inside = found[1] or found[2] or ""
    words = names.words_in(inside)
    if all(names.is_node(names.node(word)) for word in words):
        return found[0]
    if is_about_cutoffs(inside) or len(words) >= _PROSE:
        others.append(found[0])
    return " "


def _of_numbers(text: str, names: Names) -> Sifted:
    kept: list[str] = []
    others: list[str] = []
    for line in SENTENCES.split(text):
        entries, other = _numbers_of(line, names)
        kept += [entries] if entries else []
        others += [other] if other else []
    return Sifted("\n".join(kept), tuple(others))


def _numbers_of(line: str, names: Names) -> tuple[str, str]:
    """The entries of a line, and what stands there as a sentence."""
    words = WORD.findall(line)
    nodes = nodes_among(words, names)
    has_number = any(NUMBER.fullmatch(word.rstrip(".")) for word in words if word not in nodes)
    is_bare = len(words) > 1 and not has_number and not re.search(r"[=:<>≤≥(\[]", line)
    # K pruned is an entry, which leaves K out.
    is_of_cuts = is_denial(line) or (is_about_cutoffs(line) and len(words) > _LEFT_OUT)
    if is_bare and (is_of_cuts or not nodes):
        return "", line
    clauses = line.split(",")
    told = [one for one in clauses if told_of_root(one, names)[0]]
    if told:
        return ",".join(one for one in clauses if one not in told), ",".join(told)
    bare = _REASON.sub(" ", _REMARK.sub(_without_sentence, without_working(line)))
    english = _sentence_words(bare, names)
    pairs = [one for one in VALUE_SAID.finditer(bare) if names.is_node(names.node(one[1]))]
    if len(english) < _PROSE:
        return (bare if pairs and _REASON.search(line) else line), ""
    if not pairs:
        return "", line
    head, tail = bare[: pairs[-1].end()], bare[pairs[-1].end() :]
    return (line, "") if _sentence_words(head, names) else (head, tail.strip(" ,."))


def _without_sentence(found: re.Match[str]) -> str:
    """What stands in brackets, unless it is a remark."""
    return " " if re.search(r"[^\W\d_]{3,}\s", found[1]) else found[0]


def _sentence_words(text: str, names: Names) -> list[str]:
    """The words beside the entries of a text that only a sentence has."""
    words = [word.strip(".!?") for word in WORD.findall(VALUE_SAID.sub(" ", text))]
    return [
        word
        for word in words
        if is_english(word)
        and word.casefold() not in _BESIDE_NUMBERS
        and not NUMBER.fullmatch(word)
        and not names.is_node(names.node(word))
    ]
