"""Typed text: its signs in one form, and the phrases that every part understands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tracer.text.numbers import NUMBER

#: A word that may be the name of a node.
NAME: Final = r"[^\s,;:=()\[\]{}<>≤≥→|\x22'`]++"
#: A number that does not continue: the 3 of "3, 4", not the 3 of "3a" or "3.5.1".
VALUE: Final = rf"(?>{NUMBER.pattern})(?![\w/]|\.\d|\.\.|…|\(\d|\s(?:nodes|leaves)\s(?:are|were)\b)"

_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("\u00a0\u2000\u2002\u2003\u2009\u202f\u3000\t", " "),
        **dict.fromkeys("\u200b\u200c\u200d\ufeff\u00ad$✓✔☑✅", None),
        **dict.fromkeys("−‐‑‒⁻", "-"),
        **dict.fromkeys("“”„«»＂", '"'),
        **dict.fromkeys("‘’‚`", "'"),
        **dict.fromkeys("⇒➔➜⟶⟹↦➝➞➡⇨⭢", "→"),
        **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
        "⁄": "/",
        **dict(zip("、。", ",.", strict=True)),
        "≃": "≈",
        "≅": "≈",
        "⩽": "≤",
        "⩾": "≥",
    }
)
_LATEX: Final = {
    **dict.fromkeys(("infty", "infin"), "∞"),
    **dict.fromkeys(("to", "rightarrow", "Rightarrow", "longrightarrow"), "→"),
    **dict.fromkeys(("le", "leq", "leqslant"), "≤"),
    **dict.fromkeys(("ge", "geq", "geqslant"), "≥"),
    **dict.fromkeys(("left", "right", ",", ";", "quad", "qquad", "\\", "(", ")", "[", "]"), " "),
    **dict.fromkeys(("ldots", "dots", "cdots"), "…"),
    **{sign: sign for sign in "{}"},
    "alpha": "α",
    "beta": "β",
    "cdot": "·",
    "max": "max",
    "min": "min",
}
_COMMAND: Final = re.compile(rf"\\({'|'.join(sorted(map(re.escape, _LATEX), reverse=True))})")
#: A space between a minus sign and its number.
_MINUS: Final = re.compile(r"([=(\[,<>≤≥]\s?)[-−]\s+(?=\.?\d|∞|inf)", re.IGNORECASE)
#: A subscript in braces, as in B_{1}.
_SUBSCRIPT: Final = re.compile(r"_\{(\w{1,9})\}")
#: Text that is crossed out, and other tags of HTML. A letter that no tag closes is a name, unless
#: it is right behind an answer.
_CROSSED_OUT: Final = re.compile(r"~~[^~]+~~|<(del|s|strike)>[^<]*</\1>", re.IGNORECASE)
_TAG: Final = re.compile(
    r"</(?:[biup]|em|strong|sub|sup|span|br)\s?>|<(?:em|strong|sub|sup|span|br)\s?/?>"
    r"|<([biup])\s?/?>(?=\w|.*</\1\s?>)|(?<=[\w)\].;])<[biup]\s?/?>",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"(?<!\w)'([^']*)'(?!\w)")
_ARROW: Final = re.compile(r"\s*(?:(?:[–—~-]+|=+)>|→)+\s*")
#: A sign for a rounded number.
_ABOUT: Final = re.compile(r"(?:=\s*)?≈\s*|=\s*~\s*(?=[-+.\d])")
_SIGNED: Final = re.compile(r"\b(?:(minus|negative|neg)|plus|positive)[ -]+(?=inf)", re.IGNORECASE)

#: Full-width signs and letters of formulas, whose plain forms mean the same.
_WIDE: Final = re.compile("[\u3000-\u303f\uff00-\uffef\U0001d400-\U0001d7ff]")
#: A bound in words.
BOUND_IN_WORDS: Final = re.compile(
    rf"\b(?:(?P<most>at\smost|(?:no|not)\smore\sthan|up\sto)|(?P<least>at\sleast|(?:no|not)\sless\sthan))"
    rf"\s(?={NUMBER.pattern})"
    rf"|(?P<number>{NUMBER.pattern})\sor\s(?:(?P<less>less|lower|smaller|fewer)|more|greater|higher|larger)\b",
    re.IGNORECASE,
)

#: The beginning of a word for pruning.
PRUNES: Final = re.compile(r"\b(?:skip|prun|cut|truncate)", re.IGNORECASE)
#: Words for a node that the search does not visit.
NOT_VISITED: Final = (
    r"(?:not|never)\s(?:(?:be|been|get|gets|got)\s)?"
    r"(?:visit(?:ed)?|reach(?:ed)?|explored?|expand(?:ed)?|evaluated?|search(?:ed)?|seen?"
    r"|examined?|consider(?:ed)?)"
)
#: A sentence that says so of nodes.
IS_NOT_VISITED: Final = re.compile(
    rf"(?:\w\s(?:is|are|was|were)|\bwe)\s{NOT_VISITED}\b", re.IGNORECASE
)
#: What says that a node is not visited, and so may be an answer to another part.
_NO_VISIT: Final = (
    r"pruned|cut(?:[ -]?off)?|skipped|unvisited|unexplored"
    rf"|(?:(?:is|was)\s)?{NOT_VISITED}"
)
#: Signs and abbreviations for no answer, of which some may say that there is none of something.
_NO_ENTRY: Final = r"[-–—_.?~/×✗ ]*|n/a|n\.a\.?|na|null|nil|skip(?:ped)?"
#: Words of someone who leaves an answer out.
_LEFT_OUT: Final = (
    r"idk|todo|tbd|unanswered|(?:left\s)?(?:blank|empty)|no\s(?:answers?|idea|clue|time|solution)"
    r"|not\s(?:answered|attempted|done|finished|solved|known)"
    r"|(?:sorry,?\s)?(?:i\s)?(?:(?:do|did|could|can)(?:n't|\snot)|cannot)"
    r"\s(?:know|finish|answer|solve|do)(?:\s(?:it|this|that|how))?"
    r"|(?:i\s)?(?:ran|run|was)\sout\sof\stime|i\s(?:have|had)\sno\s(?:idea|time|clue)"
    r"|i\sskip(?:ped)?(?:\s(?:it|this))?"
)
#: A cell or a value that leaves a node unanswered.
_UNANSWERED: Final = re.compile(rf"{_NO_ENTRY}|{_LEFT_OUT}|x|none|{_NO_VISIT}", re.IGNORECASE)
#: The same within a text, where a name and a sign precede it, if it can be no answer.
MARK: Final = r"(?:-{1,3}|[–—?]|n/a|na|none|null|nil)(?![\w=(])"

_CUT: Final = r"(?:cut(?:s|[ -]?offs?)?|prun(?:ed|ing|ings)|skipped|skips|early returns?)"
_THING: Final = (
    rf"(?:(?:alpha[ -]beta|αβ|α-β|such|further|other|more|additional)\s)*"
    rf"(?:{_CUT}|nodes?|branch(?:es)?|child(?:ren)?|subtrees?|leaf|leaves|parts?)"
)
_TAIL: Final = (
    rf"(?:\s(?:(?:is|are|was|were|gets?|can be|could be|to be|be|been)\s)?"
    rf"(?:{_CUT}|made|possible|occurs?|happens?|here|at all|anywhere|in this tree))*"
)
NONE: Final = (
    rf"(?:there\s(?:is|are|was|were)\s)?"
    rf"(?:(?:none|nothing|no\sone)(?:\sof\sthem|\selse)?|(?:no|zero)\s{_THING}){_TAIL}"
    rf"|there\s(?:is|are|was|were)(?:n't|\snot)\sany(?:thing)?(?:\s{_THING})?{_TAIL}"
    r"|\[\s*\]|\{\s*\}|∅|nil|no|zero|kein(?:e[rs]?)?|aucune?|ningun[oa]s?|nessun[oa]"
)
_NONE: Final = re.compile(rf"[-–—]+|{NONE}", re.IGNORECASE)

#: The fields of a node's entry by the words for them, also as columns of a table.
FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        word: field
        for field, words in {
            "at": "at node",
            "alpha": "alpha α a",
            "beta": "beta β b",
            "window": "window",
            "skipped": "skipped skips skip pruned prunes prune",
            "value": "value v",
            "after": "after",
            "why": "why because reason",
        }.items()
        for word in words.split()
    }
)
#: The words that a sentence around an answer may have, by what it is about.
WORDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        about: frozenset(words.split())
        for about, words in {
            "any": (
                "the a an is are for of at to in it its this with and so then we = : → ( ) [ ] { }"
            ),
            "move": (
                ", best optimal max min x o root node child branch cell square field first player "
                "should would will must i agent next der die das beste bester ist"
            ),
            "choosing": (
                "move moves action choice decision choose chooses chosen pick picks play plays "
                "take takes go goes select selects selected zug"
            ),
            "value": (
                "v root game tree node minimax expectiminimax expected max min has be equals "
                "answer number mean can guarantee guarantees gets"
            ),
            "worth": "value utility worth score payoff outcome",
            "window": "values numbers window bound bounds",
            "visiting": (
                "visit visits visited visiting explore explores explored expand expands expanded "
                "traverse traverses traversed"
            ),
            "order": (
                "i all nodes node first search algorithm alpha-beta minimax pruning order sequence "
                "that following follows as are were list"
            ),
            "joining": "by via gives",
            "sheet": (
                "alpha beta α β values visits windows line move counts after actually but "
                "corrected decision must now rather should und vs weil will would xor next order "
                "choice path visit pv count"
            ),
            "name": "a max min child branch subtree search",
            "cutoff": (
                "& und was were will be been get gets has have had max min node nodes child "
                "children branch branches leaf leaves subtree window both where when while that "
                "which there here since because as due on off by below under cutoff cutoffs "
                "pruning alpha-beta search happens occurs made makes return returns early "
                "truncation truncations applied is"
            ),
        }.items()
    }
)
#: "And" in other languages, between the nodes of a list.
AND_ABROAD: Final = ("et", "y", "e", "u")
#: Words between two answers, and these with the signs before them.
JOINTS: Final = r"(?:and|with|so|then|since|because)"
JOINT: Final = rf"[\s,;.|/(&→–—-]+(?:{JOINTS}\b\s?)*"
_LONGEST_NONE: Final = 100
#: A bound. A strict sign is none: the value itself would be excluded.
BOUND: Final = r"(?:[<>]\s?=|≤|≥|=<(?=\s))"
#: A decimal comma, which is read where commas cannot separate entries. In 1,250 it is in doubt, and
#: not in 0,125 or 1250,125.
DECIMAL_COMMA: Final = re.compile(
    r"(?<=\d),(?=\d)(?:(?!\d{3}(?!\d))|(?<=(?<![\d.,])0,)|(?<=\d{4},))"
)
#: Words and signs of alternatives, denials and doubts.
DOUBT: Final = re.compile(
    r"\b(?:or|not?|maybe|perhaps|n?either|instead|wrong|false|incorrect|unsure|if|unless|never)\b|n't|\?",
    re.IGNORECASE,
)
_INEXACT: Final = re.compile(rf"{DOUBT.pattern}|[<>≤≥~±]", re.IGNORECASE)
#: An answer that breaks off: "A B …".
_BREAKS_OFF: Final = re.compile(
    r"…|(?<!\.)\.\.\.(?!\.)|\b(?:etc|usw)\b|\band so on\b", re.IGNORECASE
)

#: Words that point to an answer elsewhere.
ELSEWHERE: Final = re.compile(
    r"\b(?:see|photos?|pictures?|images?|scan\w*|attach\w*|drawing|drawn|figure|pdf|next page"
    r"|other (?:side|page|file|sheet)|below|above|handwritten|paper|pto|turn over"
    r"|siehe|fotos?|bild|rückseite|anhang|zeichnung|voir|verso|dessin|véase|reverso|dibujo|vedi"
    r"|retro|disegno)\b|!\[|<img\b",
    re.IGNORECASE,
)

#: The reason after an answer.
_REASON: Final = re.compile(
    r"(?:^|[\s,;.(])(?:(?:because|since|as|weil|//|--|#|%)\s|(?:why|because|reason):).*|\s*\((?:because|since|as|weil)\s[^()]*\)",
    re.IGNORECASE | re.DOTALL,
)


class TextLine(NamedTuple):
    """A line of an answer."""

    place: int
    text: str


def normalized(text: str) -> str:
    """Return a text with one spelling of each sign: arrows, minus signs, quotes, LaTeX."""
    plain = text.isascii() and not any(sign in text for sign in ("\\", ">", "_{", "~"))
    if plain and "inf" not in text.casefold():
        return text.translate(_SIGNS)
    text = _WIDE.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), text)
    if "\\" in text or "_{" in text:
        text = _SUBSCRIPT.sub(r"_\1", text)
        text = _COMMAND.sub(lambda found: _LATEX[found[1]], text)
    text = _ABOUT.sub("= ", text.translate(_SIGNS))
    return _SIGNED.sub(lambda found: "-" if found[1] else "", _ARROW.sub(" → ", text))


def lines_of(text: str) -> Iterator[TextLine]:
    """Yield the lines of an answer that are not empty, normalized."""
    for place, line in enumerate(text.split("\n")):
        bare = _MINUS.sub(r"\1-", normalized(without_crossed_out(line)).replace('"', ""))
        if bare := " ".join(_QUOTED.sub(r"\1", bare).split()):
            yield TextLine(place, bare)


def write_as_text(answer: Any, joint: str = "\n") -> str:
    """Return an answer of a YAML or JSON sheet as it would be typed, a field a line."""
    if answer in ([], (), {}):
        return "none"
    if isinstance(answer, Mapping):
        joint = ", " if "at" in answer or "node" in answer else joint  # one cutoff
        fields = ((str(name), write_as_text(said, ", ")) for name, said in answer.items())
        # {A:3} of YAML is a name without an answer.
        return joint.join(
            f"{name}: {said}" if said else name for name, said in fields if said or ":" in name
        )
    if isinstance(answer, list | tuple):
        texts = [text for said in answer if (text := write_as_text(said, ", "))]
        # A comma within brackets, as in [C (3, inf)] of YAML, does not end an entry.
        is_whole = all(text.count("(") == text.count(")") for text in texts)
        is_nested = any(isinstance(said, Mapping | list) for said in answer)
        has_lines = is_nested or any(" " in text for text in texts)
        joint = "\n" if has_lines and is_whole and joint == "\n" else ", "
        return joint.join(texts)
    return "" if answer is None else str(answer).replace(".inf", "inf")


def spell_bounds(text: str) -> str:
    """Return a text with bounds in words, such as `at most 2` or `2 or less`, as signs."""

    def spell(words: re.Match[str]) -> str:
        return f"{'≤' if words['most'] or words['less'] else '≥'} {words['number'] or ''}"

    return BOUND_IN_WORDS.sub(spell, text) if " " in text else text


def without_crossed_out(text: str) -> str:
    """Return a text without what is crossed out, and without tags such as <b>."""
    if "~~" not in text and "<" not in text:
        return text
    return _TAG.sub("", _CROSSED_OUT.sub(" ", text))


def is_none(text: str) -> bool:
    """Return whether a text is one of the fixed phrases that mean "none"."""
    if len(text) > _LONGEST_NONE:
        return False
    plain = " ".join(normalized(text).casefold().split()).strip(" .!*_")
    if len(plain) > 1 and (plain[0], plain[-1]) in {("(", ")"), ("[", "]"), ('"', '"'), ("'", "'")}:
        plain = plain[1:-1].strip(" .!") or plain
    plain, _, remark = re.sub(r"\A[-*•]\s+(?=\w)", "", plain).removesuffix(")").partition(" (")
    is_plain = bool(plain) and _NONE.fullmatch(plain) is not None
    return is_plain and (not remark or _NONE.fullmatch(remark) is not None)


def is_unanswered(text: str) -> bool:
    """Return whether a cell or a value leaves its node unanswered."""
    return _UNANSWERED.fullmatch(" ".join(normalized(text).split()).strip("()[] ")) is not None


def is_left_out(text: str, *, may_be_none: bool) -> bool:
    """Return whether a text says that there is no answer: "?", "I don't know".

    If "none" may be the answer, only words say so.
    """
    plain = " ".join(normalized(text).split()).strip("()[]*.! ")
    pattern = _LEFT_OUT if may_be_none else rf"{_NO_ENTRY}|{_LEFT_OUT}"
    return re.fullmatch(pattern, plain, re.IGNORECASE) is not None


def breaks_off(text: str) -> bool:
    """Return whether a text leaves some of its answer to the reader, as in "A B ..."."""
    return _BREAKS_OFF.search(text) is not None


def is_in_doubt(text: str) -> bool:
    """Return whether a text has alternatives, a denial or a bound instead of one answer."""
    return _INEXACT.search(text) is not None or breaks_off(text)


def without_reason(text: str) -> tuple[str, str]:
    """Split a text into its claim and the reason after it, which may be empty."""
    found = _REASON.search(text)
    if found is None:
        return text, ""
    return text[: found.start()].rstrip(" ,;") + text[found.end() :], found[0].strip(" ,;.")


def pieces(text: str, marks: str) -> Iterator[str]:
    """Yield the parts of a text between marks that are outside brackets."""
    depth = start = 0
    for place, sign in enumerate(text):
        depth = max(0, depth + (sign in "([{") - (sign in ")]}"))
        if sign in marks and not depth:
            yield text[start:place]
            start = place + 1
    yield text[start:]


def list_patterns() -> dict[str, str]:
    """Return the patterns that a script on a page reads with; none needs a flag but `ius`."""
    return {
        "crossedOut": _CROSSED_OUT.pattern,
        "tag": _TAG.pattern,
        "wide": _WIDE.pattern,
        "latex": _COMMAND.pattern,
        "subscript": _SUBSCRIPT.pattern,
        "about": _ABOUT.pattern,
        "arrow": _ARROW.pattern,
        "signed": _SIGNED.pattern,
        "minus": _MINUS.pattern,
        "reason": _REASON.pattern,
        "inexact": _INEXACT.pattern,
        "breaksOff": _BREAKS_OFF.pattern,
        "decimalComma": DECIMAL_COMMA.pattern,
        "number": NUMBER.pattern,
    }


def list_spelled_signs() -> tuple[dict[str, str], dict[str, str]]:
    """Return what each sign, and each command of LaTeX, is spelled as."""
    return {chr(sign): plain or "" for sign, plain in _SIGNS.items()}, {**_LATEX}
