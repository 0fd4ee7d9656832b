"""The label of a line of a sheet, and where another answer begins behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile, takewhile
from typing import Final, NamedTuple

from tracer.marking.reading.part_names import (
    IGNORED,
    LABEL,
    STUDENT,
    VARIANT,
    is_name_of_part,
    part_called,
    says_skipped,
)
from tracer.marking.reading.question_marks import (
    MARKED_LIST,
    Mark,
    find_inner_marks,
    find_mark,
    skip_marks,
)
from tracer.marking.reading.repeated_questions import ANSWER_MARK
from tracer.questions.course_lines import COUNTED
from tracer.questions.cutoff_entries import COUNT_WORD
from tracer.questions.cutoff_statements import as_skipped
from tracer.questions.entries import OF_LEVEL, VALUE_OF_NODE, VALUE_WORDS
from tracer.questions.items import Form, find_row
from tracer.questions.leaves import COUNTED_NODES
from tracer.questions.single_entries import count_named
from tracer.questions.typed_text import FIELDS, JOINT, JOINTS, NOT_VISITED, is_none

_POINTED: Final = re.compile(r"\**([^\W\d_][\w -]{2,60}?)\**\s*(?:[-–=]+>|→)\s*(.*)")
_COLON: Final = re.compile(r"\**([^\W\d_][^\n:=|]{0,60}?)\**\s*:{1,2}\**\s*(.*)")
_EQUALS: Final = re.compile(r"\**([^\W\d_][\w -]{0,40}?)\**\s*=\s*(.*)")
#: An entry that looks like a label: the value of a node.
_VALUE_OF: Final = re.compile(
    rf"(?:{VALUE_WORDS}\s(?:of|at)\s(?:node\s)?(?!root|game|tree|the)\S+"
    rf"|(?!(?:the|root|game|tree)\b){VALUE_OF_NODE.pattern})",
    re.IGNORECASE,
)
_BEFORE_VALUE: Final = re.compile(r"\s*(?:[:=]|\bis\b)")
#: A question, with its points and the answer behind it; a word such as "Explain" is none.
_ASKED: Final = re.compile(
    r"\**((?:(?:what|which|where|(?:in|by|with) which|in what|how many|list|give)\s[^\n:=|?]{3,100}"
    rf"|(?:(?:are there\s)?any\s|are there\s)?(?:{LABEL}|cuts?|prunings?|pruned|skipped))\?)\**\s*"
    rf"(?:\([\d.]+ [a-z]+\)\s*)?"
    rf"(?:{ANSWER_MARK}(?P<answer>.*)|(?P<said>(?![^\W\d_]{{4}}|\s*yes\b).*))",
    re.IGNORECASE,
)
_COUNT: Final = re.compile(r"\d[\d,]*")
#: A count that ends the answer, or a sentence or a piece of it.
_BEGINS_WITH_COUNT: Final = re.compile(r"\d[\d,]*(?=\Z|[.,;](?:\s|\Z))")
#: A label with its answer and no sign between them: "visits A B", "the best move is B".
_BARE: Final = re.compile(
    rf"(?:(?:the|my)\s)?((?:best\s|optimal\s)?(?>{LABEL})|student|variant)(?:\s+(?:is|are)\b)?\s+(?:[-–—]\s+)?(\S.*)",
    re.IGNORECASE,
)
#: A sentence whose first words may be a label: "the line of play is A B".
_SAID: Final = re.compile(r"(.{3,60}?)\s(?:is|are)\s(\S.*)")
#: A label with a dash, which may mean none, or be a sign as a colon is.
_DASHED: Final = re.compile(r"\**([^\W\d_][^\n\t:=|]{0,60}?\w)\**\s+([-–—]+)(?:\s+(\S.*?))?\**")
#: The beginning of an entry of a node: "A = 3", "A (-inf, inf)".
_ENTRY: Final = re.compile(r"\w{1,9}\s?[:=(\[]")
AND: Final = rf"{JOINTS}\s"
#: Words behind "leaves" or "value" that no answer begins with: "the leaves of C".
_OF: Final = r"(?:of|below|under)"
#: The label of a further answer on the same line.
_FURTHER: Final = re.compile(
    rf"(?:(?:\s*(?:[,;.|/&→]|[-=]+>)\s*|\s+[-–—]\s+|\s{{2,}}|\t|\s(?={AND}))(?:{AND}|the\s)*"
    rf"(?P<label>(?>{LABEL}))(?:\s*[:=]|\s+is\b|\s(?!{_OF}\b)(?=\S))"
    r"|(?:\s*[;.|,]\s*|\s)(?:and\s)?(?P<named>(?:pruned|skipped)(?:\s(?:leaves|nodes|children))?|(?:expecti)?minimax)\s*:"
    rf"|\s(?P<signed>(?>{LABEL}))\s*[:=]|\sthe\s(?P<said>(?>{LABEL}))\s+is\b"
    r"|(?<!\bwith)(?<!\bhas)(?<!\bminimax)(?<!\bthe)(?<!\bits)(?<!\bof)\s(?P<valued>(?:(?:the\s)?root\s(?:has\s)?)?(?:value|utility))\s(?=[-+−]?[\d½∞]))",
    re.IGNORECASE,
)
#: Words that continue a sentence, which the name of a part may begin.
_SENTENCE: Final = re.compile(
    rf"{_OF}\b|(?:are|is|was|were|in|for|from|to|that|which|with|by|should|at|on|can|cannot|happens?"
    r"|depends?|matters?|must|will|would)\b(?!\s+[^\s,]+(?:\Z|,?\s(?:since|because|as)\b))|(?:pruned|skipped|unvisited|cut(?:\soff)?|(?:not|never)\s\w+)\s*(?:[:=?]|\Z)",
    re.IGNORECASE,
)
#: "The leaves C2 and C3 are pruned", which does not list leaves as an answer.
_OF_LEAVES: Final = re.compile(
    rf"(?:the\s)?lea(?:f|ves)\s(?:(?!\.\s).)*\b(?:is|are|was|were|be|get|gets)\s(?:{NOT_VISITED}|pruned|skipped|cut\b).*",
    re.IGNORECASE,
)
#: A player, an iteration or a cell, below which an answer continues.
_PLACE: Final = re.compile(
    r"(?:player \w+|(?:row|column)s? player|(?:after )?(?:iteration|step|round) \d+)", re.IGNORECASE
)


def has_entries(kind: str) -> bool:
    """Return whether a part has entries, which may have further labels in them."""
    return find_row(kind).form in (Form.NODES, Form.CUTOFFS)


#: The node, or the count, that a label names.
_AT: Final = re.compile(r"\b(?:at|in|of)\s(?:node\s)?(?P<node>\S{1,20})\Z", re.IGNORECASE)
#: The visited child that a label names, which is not skipped: "Pruned after C1".
_AFTER: Final = re.compile(r"\bafter\s\S", re.IGNORECASE)
_COUNT_OF: Final = re.compile(
    r"\A.*\b(?:number|count|no\.?|how many)\s(?:of\s)?(?:the\s)?|\b(?:are|is|was|were)\b|\?"
)
_AT_ALONE: Final = re.compile(r"\bat(?:\snode)?\Z", re.IGNORECASE)
_FINITE_OR_NOT: Final = r"[-+−–]?\s?(?:\d[\d./]*|[½¼¾]|∞|inf\w*|oo)"
#: The bounds in a label: "Cutoff at C (3, inf)".
_BOUNDS_IN_LABEL: Final = re.compile(
    rf"[(\[<]\s*{_FINITE_OR_NOT}\s*[,;]|(?:[αβ]|\balpha|\bbeta)\s(?:is\s)?{_FINITE_OR_NOT}",
    re.IGNORECASE,
)
#: "Pruned because α" is the beginning of an entry, of which "α = 3" is a field.
_ENDS_IN_FIELD: Final = re.compile(r"(?:[αβ]|\b(?:alpha|beta|v))\Z", re.IGNORECASE)

#: A whole entry begins so: "E2 pruned at E with alpha = 3".
_NODE_IS_CUT: Final = re.compile(
    r"\w{1,3}\s(?:(?:is|was)\s)?(?:pruned|skipped|cut)\b", re.IGNORECASE
)


def add_label(said: str, label: str, kind: str) -> str:
    """Return an answer with what its label says of it: the skipped nodes, a node, or a count."""
    bounds = _BOUNDS_IN_LABEL.search(label)
    if bounds and not is_name_of_part(label[: bounds.start()].strip()):
        return f"{label}: {said}"
    if kind == "cutoffs":
        if _AFTER.search(label):
            return f"{label}: {said}"
        if _ONE_SIDED.match(label) and is_none(said):
            return f"{label}: {said}"
        if _ENDS_IN_FIELD.search(label):
            return f"{label} = {said}"
        if _AT_ALONE.search(label):
            return f"at {said}"
        if (node := _AT.search(label)) and len(label.split()) <= _SHORT_LABEL:
            return f"{node['node']}: {said}"
    if kind == "cutoffs" and (name := _find_node_behind(label)):
        return f"{name}: {said}"
    if kind == "windows" and (found := _AT.search(label)) and len(label.split()) <= _SHORT_LABEL:
        return f"{found['node']}: {said}"
    if kind == "move" and (player := _OF_PLAYER.search(label)):
        return f"{player[0]}: {said}"
    if kind in ("dominance", "dominant") and not re.search("[:=]", said):
        owner = _OF_OWNER.search(label)
        return f"{owner[owner.lastgroup or 0]}: {said}" if owner else said
    if kind == "counts" and _BEGINS_WITH_COUNT.match(said):
        what = _COUNT_OF.sub("", label.lower())
        return f"{' '.join(what.split())} = {said}" if what != label.lower() else said
    counted = COUNTED_NODES.search(label)
    if counted and said:
        said = f"{said} {counted[0]}"
    return as_skipped(said) if says_skipped(label) else said


_ENDS_IN_PART: Final = re.compile(r"\b(?:part|question|problem|task)\Z", re.IGNORECASE)


def _find_node_behind(label: str) -> str:
    """Return what is probably a node behind a label: "Cutoff E", "There are two cutoffs, E"."""
    before, _, word = label.rstrip("*_ ").rpartition(" ")
    is_name = word[:1].isupper() or any(map(str.isdigit, word)) or len(word) == 1
    is_label = find_kind(before.rstrip(" ,")) == "cutoffs" and not find_kind(word)
    is_label &= _ENDS_IN_PART.search(before) is None
    return word if is_name and is_label else ""


#: The player of a move: "Move for MIN".
_OF_PLAYER: Final = re.compile(r"\b(?:max|min)\b", re.IGNORECASE)
#: The player of dominated strategies: "Dominated strategies of P1", "P1's dominant strategy".
_OF_OWNER: Final = re.compile(
    r"\b(?:of|for)\s(?!(?:the|each|both|all)\b)(?P<behind>\S.*)"
    r"|\A(?!(?:strictly|weakly|very|the|my|all|list)\b)(?P<before>[\w ]+(?='s\s)|\w+)(?:'s)?"
    r"\s(?:(?:strictly|weakly)\s)?domina",
    re.IGNORECASE,
)
#: A label of some of the cutoffs, below which "none" is about no others.
_ONE_SIDED: Final = re.compile(r"(?:[αβ]|alpha|beta)[ -]cut", re.IGNORECASE)
#: Words of a label that names a node, such as "alpha-beta cutoff at C".
_SHORT_LABEL: Final = 5
#: A count with its number: "leaves visited: 7".
_COUNT_NAMED: Final = re.compile(r"\s*([^\W\d][\w ]*?)\s*[:=]\s*\d[\d,]*\s*\.?\s*")


def _says_counts(text: str) -> bool:
    """Return whether a line has nothing but counts, whose names would also label other parts."""
    counts = [
        _COUNT_NAMED.fullmatch(piece) for piece in re.split(r";|,(?!\d)|\.\s+(?=[A-Z])", text)
    ]
    names = [count[1] for count in counts if count is not None]
    is_named = len(names) == len(counts) and all(map(count_named, names))
    return is_named and (len(names) > 1 or " " in names[0])


#: Labels of the sheet itself.
_OWNERS: Final = ("student", "variant")


class Label(NamedTuple):
    """The label of a line."""

    words: str
    #: The text behind it.
    said: str
    #: The part that it names, or the owner or the note; empty if it is unknown.
    kind: str

    @classmethod
    def read(cls, words: str, said: str = "") -> Label:
        """Return the label with these words."""
        return cls(words, said, find_kind(words))


def find_label(text: str, above: str = "", *, is_inset: bool = False) -> Label | None:
    """Return the label at the start of a line; None if there is no label.

    Args:
        text: the line.
        above: the kind of the answer above, of which the line may be an entry.
        is_inset: whether the line is further to the right than the label of that answer.
    """
    if (start := skip_marks(text)) is None:
        return None
    bare = text[start:]
    if _says_counts(bare):
        return Label.read("counts", bare)
    mark = find_mark(text)
    alone = bare.rstrip(":").strip("*# ")
    alone = alone[skip_marks(alone) or 0 :]
    is_heading = text.lstrip().startswith("#") or (bare.startswith("**") and bare.endswith("**"))
    is_heading &= not (_ENDS_IN_ANSWER.search(alone.rstrip(".")) or is_none(alone))
    if mark and mark.series[0] != "A":
        is_heading |= _SKIPPED_ALONE.fullmatch(alone) is not None
    is_heading |= bare.endswith(":")
    if is_heading and not re.search(r"[:=]|\bis\b|\bare\b", alone) and find_kind(alone):
        return Label.read(alone)
    if is_name_of_part(bare):
        return Label.read(bare)
    if _VALUE_OF.fullmatch(_BEFORE_VALUE.split(bare, maxsplit=1)[0]):
        return None
    if dashed := _DASHED.fullmatch(bare):
        label, dash, entry = Label.read(dashed[1]), dashed[2], dashed[3] or ""
        is_entry = bool(label.kind) and _ENTRY.match(entry) is not None
        is_count = label.kind == "counts" and _BEGINS_WITH_COUNT.match(entry) is not None
        if is_entry or is_count or _is_label(label.words):
            return label._replace(said=entry or dash)
    if (found := _ASKED.fullmatch(bare)) and find_kind(found[1]):
        return Label.read(found[1], (found["answer"] or found["said"] or "").strip("* "))
    pointed = _POINTED.fullmatch(bare)
    labelled = _COLON.fullmatch(pointed[2]) if pointed else None
    if pointed and find_kind(pointed[1]) and not (labelled and _is_label(labelled[1])):
        if first := _find_first_node(pointed[1]):
            said = bare[pointed.start(1) + first.start("node") :]
            return Label.read(first["label"], said.strip("* "))
        return Label.read(pointed[1], pointed[2].strip("* "))
    before, tab, behind = bare.partition("\t")
    if tab and behind.strip() and is_name_of_part(before.strip(" :")):
        return Label.read(before.strip(" :"), behind.strip())
    if (sentence := _SAID.fullmatch(bare)) and _is_label_of_sentence(sentence[1]):
        return Label.read(sentence[1], sentence[2])
    found = _BARE.fullmatch(bare)
    is_sentence = found is None or _SENTENCE.match(found[2]) or _OF_LEAVES.fullmatch(bare)
    if found and not is_sentence and found[2][0] not in ":=(":
        return Label.read(found[1], found[2])
    if found := _COLON.fullmatch(bare) or _EQUALS.fullmatch(bare):
        label = Label.read(found[1].strip("* "), found[2].strip("* "))
        has_colon = ":" in found[0][: found.start(2)]
        return None if _is_entry(label, above, mark, has_colon, is_inset) else label
    return None


def _is_entry(label: Label, above: str, mark: Mark | None, has_colon: bool, is_inset: bool) -> bool:
    """Return whether a text before a sign is not a label, but an entry of the answer above."""
    words, plain = label.words, label.words.casefold()
    if _ENDS_IN_FIELD.search(words) and _NODE_IS_CUT.match(words):
        return True
    may_count = label.kind not in _OWNERS and not find_row(label.kind).result
    if above == "counts" and may_count and _COUNT.fullmatch(label.said):
        return True
    if above in ("mcts", "values") and plain == "ne":
        return True  # the node to the north-east of a hand run, not a Nash equilibrium
    is_field = above == "cutoffs" and FIELDS.get(plain, "value") != "value"
    is_field = is_field or (above == "cutoffs" and is_inset and plain in FIELDS)
    # Behind the mark of a question, "pruned" labels another answer.
    is_field &= not (mark and mark.is_of_question and FIELDS.get(plain) == "skipped")
    if label.kind and not is_field:
        return not has_colon and len(words) == 1
    if OF_LEVEL.fullmatch(words) or _PLACE.fullmatch(words):
        return True
    # One word before a sign may be a node, which the part decides; several words are a label.
    if " " not in words or "(" in words or not has_colon:
        return True
    return words.split()[0].casefold() in FIELDS and not _VALUE_AFTER_WORDS.fullmatch(words)


#: A label with its answer, as in "Best move B", is not a heading.
_ENDS_IN_ANSWER: Final = re.compile(
    r"(?<!\b(?:at|in|of|to|by))(?<!\bfor)(?<!\bnode)\s(?-i:[A-Z]\d?)\Z"
    r"|\s[-+−]?\d[\d./]*\Z|\s[-–—]\s+\S.*\Z",
    re.IGNORECASE,
)
#: A label of pruned nodes behind the mark of a question; without one it is what a node is.
_SKIPPED_ALONE: Final = re.compile(r"pruned|skipped|unvisited", re.IGNORECASE)
#: A line of names and nothing else, and one with a single name.
_NAMES: Final = re.compile(r"\W*\w{1,20}(?:(?:\s*[,;&]\s*|\s+)\w{1,20})*\W*")
_NAME_ALONE: Final = re.compile(r"\W*\w{1,20}\W*")
_LABEL_ALONE: Final = re.compile(LABEL, re.IGNORECASE)


def begins_list(lines: Sequence[str], at: int) -> bool:
    """Return whether a line is a word such as "Pruned", with a list of nodes on the next lines.

    Below a name alone it may say what is so of that one, and between nodes, where they end.
    """
    if not _SKIPPED_ALONE.fullmatch(lines[at].strip(" *_#")):
        return False
    if at and _NAME_ALONE.fullmatch(lines[at - 1]):
        return False
    below = [*dropwhile(str.isspace, (f"{line} " for line in lines[at + 1 :]))]
    listed = [*takewhile(lambda line: _NAMES.fullmatch(line) and not is_name_of_part(line), below)]
    return len(listed) == 1 or (bool(listed) and all(map(_NAME_ALONE.fullmatch, listed)))


def _is_label(text: str) -> bool:
    """Return whether a text is a label and nothing else."""
    is_word = " " not in text and bool(find_kind(text))
    return is_word or is_name_of_part(text) or _LABEL_ALONE.fullmatch(text) is not None


def _is_label_of_sentence(text: str) -> bool:
    """Return whether a text before "is" can only be a label: the leaves may be anything."""
    plain = text.casefold()
    is_name = is_name_of_part(text) and " " in plain.removeprefix("the ")
    return is_name or plain in ("cuts", "prunings") or plain.startswith(("number of", "# of"))


#: A label with the first node of its answer, of which an arrow points to the next one.
_WITH_NODE: Final = re.compile(
    r"(?P<label>.+?)(?:\s(?:is|are))?(?:(?P<dash>\s+-\s+)|[\s-]+)(?P<node>\w+)", re.IGNORECASE
)


_BEFORE_NAME: Final = re.compile(r"\b(?:of|at|in|for|by|from|the|node|player)\Z", re.IGNORECASE)


def _find_first_node(label: str) -> re.Match[str] | None:
    """Return a label and the first node of its answer: the node A in "visits - A"."""
    hit = _WITH_NODE.fullmatch(label)
    kind = find_kind(hit["label"]) if hit else ""
    if not hit or not kind:
        return None
    is_word = is_name_of_part(label) or part_called(hit["node"]) is not None
    is_word |= _BEFORE_NAME.search(hit["label"]) is not None
    return None if is_word and not hit["dash"] else hit


#: What stands between two answers on a line.
_SIGNED_JOINT: Final = (
    rf"(?:\s*[,;/]\s*|\.\s+|\s+(?:--|[-–—|&→+]|[-=]+>)\s+|\t|\s{{2,}}|(?<=\))\s|\s(?={AND}))"
)
_JOINT: Final = (
    rf"(?:{_SIGNED_JOINT}|\s*\(\s*"
    r"|(?<=\w)(?<!\b(?:my|of))(?<!\b(?:the|its|our|not))(?<!\b(?:root|game))(?<!\bnever)(?:(?<!\bbest)|(?<=\bis\sbest))"
    rf"\s(?=(?:{LABEL}|order|pv|(?:visited|pruned|skipped)(?:\snodes)?)\Z))(?:{AND}|(?:the|its|best)\s)*"
)
#: A value behind words of something else, as in "After B, value"; it may be of a node.
_VALUE_AFTER_WORDS: Final = re.compile(rf".*\S{_JOINT}(?:value|v)", re.IGNORECASE)
#: A label behind a sentence that answers something, "MAX gets 3. Best move", or behind a sign.
_BEHIND_ANSWER: Final = (
    re.compile(
        r"(?P<answer>.*\b(?:choos|chose|pick|play|tak|select|go(?:es)?\b|wins?\b|gets?\b|is\b|are\b|has\b|returns?\b)"
        rf".*\S){_JOINT}\**(?P<label>[^\W\d_][^,;.()]*)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<answer>.*\S){_SIGNED_JOINT}(?:{AND}|the\s)*(?P<label>[^\W\d_][^,;.()]*)",
        re.IGNORECASE,
    ),
)
#: Values before another answer: "v = 3, cutoffs: …".
_VALUE: Final = rf"(?:(?![αβ])[^\W\d_]\w{{0,3}}|v\(\w+\))\s*=\s*{_FINITE_OR_NOT}"
_VALUE_BEFORE: Final = re.compile(
    rf"(?:{_VALUE}[\s,;]+)*{_VALUE}"
    rf"(?={JOINT}(?:the\s)?(?:{LABEL})(?:\sat\s\S+)?\s*:)",
    re.IGNORECASE,
)
#: The number of the nodes or cutoffs of a list.
_COUNT_OF_LIST: Final = re.compile(
    rf"(?<!\w){COUNT_WORD}\s(?:leaf|leaves|nodes?)\s?[:=]\Z", re.IGNORECASE
)
_COUNT_OF_CUTOFFS: Final = re.compile(
    rf"there\s(?:is|are)\s{COUNT_WORD}\scut[ -]?offs?", re.IGNORECASE
)
_NOT_SPLIT: Final = ("", "mcts", "ignored")
_NEXT_SENTENCE: Final = re.compile(r"(?<=[\w)∞])\.\s+(?=[A-Z])")
_COUNT_BEHIND: Final = re.compile(r"\s*[:=]?\s*\d[\d,]*\s*(?:[,;.})]|\Z)")
_FIRST_WORDS: Final = (
    "(?:node|minimax|backed[- ]up|returned|final|visiting|optimal|leaf|game|root|chosen)"
)
#: The beginning of a label of several words, "; node" before "values:", or the mark before one.
_BEGUN: Final = re.compile(
    rf"(?:{_SIGNED_JOINT}(?:\(?(?:[a-h]|\d{{1,2}}|i{{1,3}})[):]\s*{_FIRST_WORDS}?|{_FIRST_WORDS})"
    r"|[,;.]\s+(?:[a-h]|i{1,3})\.\s*)\Z",
    re.IGNORECASE,
)


def find_further_answer(text: str, own: Label | None) -> int | None:
    """Return where a second answer begins on a line with this label; None without one."""
    for sentence in _NEXT_SENTENCE.finditer(text, skip_marks(text) or 0):
        behind = find_label(text[sentence.end() :])
        if behind and behind.kind not in _NOT_SPLIT:
            return sentence.end()
    label, said, kind = own or Label("", "", "")
    if own is None and (value := _VALUE_BEFORE.match(text, skip_marks(text) or 0)):
        return value.end()
    end = _find_end_of_answer(label)
    is_known = kind not in _NOT_SPLIT or find_kind(label[:end]) == "cutoffs"
    if end and (is_known or says_skipped(label[end:])):
        return text.index(label) + end
    if kind in _NOT_SPLIT:
        return None
    start = max(0, text.rfind(said)) if said else len(text)
    for found in _FURTHER.finditer(text, start):
        word = found[found.lastgroup or 0]
        is_inside = _is_in_brackets(text, found.start())
        is_again = find_kind(word) == kind and not COUNTED.fullmatch(text, 0, found.start())
        is_again &= not (says_skipped(word) and " " in word)  # "pruned leaves" is another list
        if says_skipped(label) and _COUNT_OF_LIST.search(text, start, found.end()):
            continue  # "Pruned: 2 leaves: C2, C3"
        is_sentence = find_row(kind).result and found[0].startswith(". ")
        if is_inside or (is_again and not is_sentence):
            continue
        if kind == "counts" and _COUNT_BEHIND.match(text, found.end()):
            continue  # "visits: 11" among counts
        if word.casefold() not in FIELDS or not has_entries(kind):
            begun = _BEGUN.search(text, start, found.start())
            is_mark = begun is not None and not _is_in_brackets(text, begun.start())
            return begun.start() if begun and is_mark else found.start()
    inner = _COLON.fullmatch(said)
    end = _find_end_of_answer(inner[1]) if inner else None
    return start + inner.start(1) + end if inner and end else None


def _is_in_brackets(text: str, at: int) -> bool:
    """Return whether a bracket before a place is not closed there."""
    return text.count("(", 0, at) > text.count(")", 0, at)


def _find_end_of_answer(label: str) -> int | None:
    """Return where something ends that precedes a label; None if all of it is one label."""
    if _BOUNDS_IN_LABEL.search(label) or is_name_of_part(label):
        return None
    if _COUNT_OF_CUTOFFS.fullmatch(label):
        return None
    for pattern in _BEHIND_ANSWER:
        if behind := pattern.fullmatch(label):
            kind, above = find_kind(behind["label"]), find_kind(behind["answer"])
            is_of_cutoff = kind == above == "cutoffs" and pattern is not _BEHIND_ANSWER[0]
            if kind and not is_of_cutoff and not _is_label(behind["answer"]):
                return behind.end("answer")
    return None


#: A name or a number of a list, and the sign behind it.
_ENDS_IN_SMALL: Final = re.compile(r"\b[a-z\d]+(?:[,;]|\s[-–—|/])\s\Z")
#: Marks on one line that are considered.
_MOST_MARKS: Final = 20


def find_next_question(text: str, own: Label | None, above: str, last: Mark | None) -> int | None:
    """Return where the next question begins on a line, 0 if that is in doubt; None without one.

    It is the next one if a label is behind its mark, or if it follows the last mark. A letter with
    a full stop may end a sentence, and one of a list is a node.
    """
    marks = find_inner_marks(text)
    if not marks:
        return None
    _, said, kind = own or Label("", "", above)
    is_of_nodes = not kind or find_row(kind).form in (Form.LIST, Form.CUTOFFS)
    start = text.rfind(said) if said else 0
    last = find_mark(text) or last
    for sign in marks[:_MOST_MARKS]:
        at, is_dotted = sign.start(), sign[0].endswith(".")
        mark = find_mark(text[at:])
        follows = mark is not None and mark.follows(last)
        label = find_label(text[at:])
        is_labelled = label is not None and label.kind != ""
        if mark and mark.is_worded and not is_labelled:
            continue  # Q2 may be a node
        is_list = MARKED_LIST.fullmatch(text, start, at if is_dotted else len(text)) is not None
        is_next = is_labelled or (follows and not is_list)
        if is_dotted and not follows and _ENDS_IN_SMALL.search(text, 0, at):
            continue  # the last node of a list
        if is_labelled and is_dotted:
            is_next = follows or not (is_of_nodes and is_list)
        if is_next and (is_labelled or not is_dotted):
            return at
        if is_of_nodes and (is_next or is_labelled if is_dotted else not is_list):
            return 0
    return None


def find_kind(label: str) -> str:
    """Return the kind of block that a label begins; empty if it is unknown."""
    plain = " ".join(label.replace("_", " ").split()).casefold()
    if plain in STUDENT:
        return "student"
    if plain in VARIANT:
        return "variant"
    if plain in IGNORED:
        return "ignored"
    above, end, last = label.rpartition(". ")
    part = part_called(label) or ""
    if end and " " in above.strip() and not part_called(last):
        return ""  # a sentence before an unknown label
    if part == "values" and _VALUE_AFTER_WORDS.fullmatch(label):
        return ""
    is_broken = label.count("(") > label.count(")") and not _find_end_of_answer(label)
    return "" if is_broken else part
