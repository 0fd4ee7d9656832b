"""What the unread lines of a sheet say of its answers: they leave, replace or doubt these."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from enum import Enum
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple

from tracer.marking.reading.cutoff_remarks import (
    SAYS_NOT_VISITED,
    find_doubted_cutoffs,
    is_about_cutoffs,
)
from tracer.marking.reading.draft import Draft, split_lines
from tracer.marking.reading.part_names import names_part, part_called
from tracer.marking.reading.remark_words import BEFORE_ANSWER, BESIDE_ANSWER, Words
from tracer.marking.reading.repeated_questions import drop_answer_mark
from tracer.marking.reading.sheet import SheetLine
from tracer.marking.reading.unread_lines import (
    EVERY_NODE,
    MOST_UNREAD,
    NOTHING,
    find_nodes,
    has_number,
)
from tracer.questions import PARTS
from tracer.questions.cutoff_entries import ALSO
from tracer.questions.items import Form, find_row
from tracer.questions.orders import ENTRY_SIGN
from tracer.questions.rules import leaves_below
from tracer.questions.single_entries import (
    OTHER_PLAYER,
    counts_tree,
    is_at_root,
    read_root_value,
    says_count,
)
from tracer.questions.typed_text import PRUNES, is_none, normalized, without_reason
from tracer.questions.visits import Visits

#: Words that a node is visited, without "not".
_VISITED: Final = re.compile(
    r"\b(?:visit(?:s|ed)?|evaluated?|explored?|expanded?|examined?|look(?:s|ed)? at)\b",
    re.IGNORECASE,
)
#: A label that is not read, whose answer follows.
_LABEL: Final = re.compile(r"\A[^:=?]*[^\W\d_]{2,}\W*:\W")
_NUMBERS: Final = re.compile(r"(?<![\w.])-?\d+(?![\w.]*\w)")
_BETTER_THAN: Final = re.compile(r"\bbetter\s(?:\w+\s)?than\s(?P<other>[\w'.]+)", re.IGNORECASE)
#: "At B" is where something is.
_AT: Final = re.compile(r"at\b", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"\ba (?=[a-z]{3})")
_CHANGED_TO: Final = re.compile(r"\bchanged\b.*\sto\s", re.IGNORECASE)
#: Skipped nodes that a line below the cutoffs may add; more of them are another list.
_MOST_ADDED: Final = 2
_INSTEAD_OF: Final = re.compile(r"\b(?:instead of|rather than)\b.*", re.IGNORECASE)
_OR: Final = re.compile(r"\bor\b", re.IGNORECASE)


class Effect(Enum):
    """What a line does to an answer: if that says the same as the line, nothing."""

    REPLACES = "it says another answer"
    DENIES = "it says that the answer is not so"
    LIMITS = "it says that nothing else is so"
    DOUBTS = "it is in doubt whether the answer is so"


class Remark(NamedTuple):
    """What a line says of answers."""

    line: SheetLine
    items: Collection[str] = ()
    effect: Effect = Effect.DOUBTS
    #: The entries that it says or denies, in the words of an answer.
    entries: tuple[str, ...] = ()


def follow_remarks(draft: Draft) -> None:
    """Drop the claims that lines replace, deny or doubt: two answers are none.

    A line that says another answer, or denies the claim, is about that item alone. One that
    doubts a claim may be about others too. Of the entries of nodes, those that differ are dropped.
    """
    for remark, own in _list_remarks(draft):
        line = remark.line
        for item in [item for item in draft.claims if item in remark.items and item not in own]:
            rest = _find_rest(draft, item, remark)
            if rest == draft.claims[item]:
                continue
            if remark.effect is Effect.DOUBTS:
                draft.labels.setdefault(line, set()).add(item)
            else:
                draft.share(item, [line])
            if rest:
                draft.claims[item] = rest
            else:
                draft.drop_answer(item)
    for item in find_doubted_cutoffs(draft):
        draft.share(item, draft.list_own_lines(item))
        del draft.claims[item]


def _list_remarks(draft: Draft) -> Iterator[tuple[Remark, Collection[str]]]:
    """Yield what the lines say of the answers, each with the items of which it is an answer.

    A line that is not read may be about any; one that is read without a label about others than
    its own; one below a label only if it says what is visited.
    """
    outside = {*draft.sheet.outside}
    for line in [line for line in draft.unread[:MOST_UNREAD] if line not in outside]:
        yield _find_remark(draft, line), ()
    for line, own in draft.placed.items():
        if line not in draft.unread:
            yield _find_remark(draft, line), own
    for item in [*draft.claims] if draft.rules else ():
        for line in draft.lines.get(item, [])[1:]:
            yield Remark(line, _find_misvisited(draft, normalized(line.shown))), {item}


def _find_rest(draft: Draft, item: str, remark: Remark) -> Any:
    """Return what stays of a claim after a remark about it."""
    rest = draft.claims[item] if remark.effect is not Effect.DOUBTS else None
    for text in remark.entries:
        if rest is not None:
            rest = _compare(draft, item, rest, text, remark.effect)
    return rest


def _compare(draft: Draft, item: str, claim: Any, text: str, effect: Effect) -> Any:
    """Return what stays of a claim if a text says or denies an entry of it."""
    form, rules = find_row(item).form, draft.rules
    is_denied = effect is Effect.DENIES
    if form is Form.CUTOFFS:
        assert rules is not None, "cutoffs are of a search"
        named = find_nodes(text, rules.names)
        cuts = PARTS[item].list_cuts(claim, rules)
        heads = {at for at, _ in cuts}
        skipped = {*chain(*(names for _, names in cuts))}
        own = heads.union(name for name, above in rules.parents.items() if above in heads)
        is_same = (
            named == skipped
            if effect is Effect.LIMITS
            else named <= own | rules.list_upwards(heads)
        )
        return claim if (named.isdisjoint(own) if is_denied else is_same) else None
    said = draft.read_text(item, text).claim
    if said is None:
        return claim
    if rules is None:
        return claim if said == claim else None
    if isinstance(claim, dict):
        rest = {
            name: own
            for name, own in claim.items()
            if (said.get(name) == own) != is_denied or name not in said
        }
        return rest if form is not Form.COUNTS or rest == claim else None
    if form is Form.LIST:
        if is_denied:
            return claim if {*said}.isdisjoint(claim) else None
        is_same = said == claim if find_row(item).ordered else {*said} == {*claim}
        return claim if is_same else None
    return claim if (said == claim) is not is_denied else None


def _find_remark(draft: Draft, line: SheetLine) -> Remark:
    """Return what a line says of the answers: of which items, and to what effect."""
    text = normalized(line.shown).strip()
    takes_back = Words.TAKE_BACK.match(text)
    if Words.SUPPOSE.match(text) and not takes_back:
        return Remark(line)
    near, below = _find_near(draft, line)
    for find in (_find_statement, partial(_find_few_words, below=below)):
        remark = find(draft, line, text, near)
        if takes_back and remark.effect is Effect.DENIES:
            break
        claims = {item: draft.claims[item] for item in remark.items}
        is_other = any(_find_rest(draft, item, remark) != claims[item] for item in claims)
        if claims and (is_other or not takes_back):
            return remark
    doubted = _find_misvisited(draft, text) if draft.rules else set()
    doubted |= {"utility"} if _says_other_root(draft, line, text) else set()
    if takes_back:
        doubted |= _find_taken_back(draft, line, text, near, below)
    elif not _is_explained(text):
        doubted |= {item for item in below if _doubts(draft, item, text)}
    return Remark(line, doubted)


def _find_near(draft: Draft, line: SheetLine) -> tuple[set[str], set[str]]:
    """Return the items of a line's label, or of the answer above it, and those right above it."""
    read = {item: _list_read_numbers(draft, item) for item in draft.claims}
    numbers = {*chain(*read.values())}
    last = max((number for number in numbers if number <= line.number), default=0)
    above = {item for item in read if last in read[item] and last > 0}
    has_label = _has_own_label(draft, line)
    labels = draft.labels.get(line, set() if has_label else above)
    near = labels & read.keys()
    is_own = has_label or line.number in numbers
    ends = {item for item in near if max(read[item], default=0) == line.number - 1 > 0}
    return near, set() if is_own else ends


def _list_read_numbers(draft: Draft, item: str) -> set[int]:
    """Return the numbers of the lines of a claim that are read."""
    unread = {(line.number, line.text.rstrip(" .")) for line in draft.unread}
    own = draft.lines.get(item, ())
    return {line.number for line in own if (line.number, line.text.strip(" .")) not in unread}


def _has_own_label(draft: Draft, line: SheetLine) -> bool:
    """Return whether a line is an answer to its own question or label."""
    answers = draft.sheet.answers.values()
    labelled = {own.number for answer in answers for own in split_lines(answer) if own.label}
    return line.number in labelled.union(draft.sheet.questions)


def _find_statement(draft: Draft, line: SheetLine, text: str, near: Collection[str]) -> Remark:
    """Return what a line says that is a whole answer, wherever it is on the sheet."""
    answer = BEFORE_ANSWER.sub("", text)
    label, colon, behind = answer.partition(":")
    entry = drop_answer_mark(answer)
    claims = draft.claims.keys()
    labels = draft.labels.get(line, set())
    part = part_called(label) if colon and Words.TAKE_BACK.match(text) else None
    if part in claims:
        return Remark(line, {part}, Effect.REPLACES, (behind.strip(),))
    if draft.rules is None or entry != answer:
        second = near if entry != answer else labels & claims
        items = {item for item in second if draft.items[item].reads_wholly(entry, draft.rules)}
        if items or draft.rules is None:
            return Remark(line, items, Effect.REPLACES, (entry,))
    items = {item for item in claims if not _states_cutoffs(item) and draft.is_plainly(entry, item)}
    items = {item for item in items if labels <= {item}}
    items |= {item for item in claims if _is_sentence(draft, line, item, entry)}
    return Remark(line, items, Effect.REPLACES, (entry,))


def _states_cutoffs(item: str) -> bool:
    return item in PARTS and PARTS[item].states_cutoffs


def _is_piece(draft: Draft, line: SheetLine) -> bool:
    """Return whether an unread line is a piece of one of which others were read."""
    return draft.wholes.get(line, line.text).rstrip(" .") != line.text.rstrip(" .")


def _is_sentence(draft: Draft, line: SheetLine, item: str, text: str) -> bool:
    """Return whether a line is a sentence that gives the one answer to an item, or one entry."""
    form = find_row(item).form
    if form in (Form.LIST, Form.CUTOFFS) or not _says_one(draft, item, text):
        return False
    if form is Form.COUNTS and counts_tree(text, draft.rules):
        return False
    is_of_order = any(find_row(label).ordered for label in draft.labels.get(line, ()))
    if _is_piece(draft, line) and (form is not Form.NODES or is_of_order):
        return False
    if form is Form.NODES:
        return True
    return len(text.split()) > 1 if form is Form.NAME else re.search(r"[^\W\d]", text) is not None


def _says_one(draft: Draft, item: str, text: str) -> bool:
    """Return whether an item wholly reads a text as one answer."""
    form, rules = find_row(item).form, draft.rules
    if rules is None or (not re.search(r"[\d∞½¼¾]", text) and not find_nodes(text, rules.names)):
        return False
    if form in (Form.NAME, Form.LIST, Form.CUTOFFS) and ENTRY_SIGN.search(text):
        return False
    if form is Form.NAME and _AT.match(text):
        return False
    if form is Form.CUTOFFS:
        return Visits().reads_wholly(text, rules)
    if not draft.items[item].reads_wholly(text, rules):
        return False
    if form is Form.NODES:
        return len(draft.read_text(item, text).claim or ()) == 1
    if form is Form.NAME:
        return is_at_root(draft.read_text(item, text).claim, rules)
    return True


class _FewWords(NamedTuple):
    """Entries with few words beside them: "C instead", "I mean C", "B or C", "not B"."""

    entries: tuple[str, ...]
    effect: Effect
    #: The nodes and moves that are named.
    named: set[str]
    #: Whether they deny, doubt or change something, which may be anywhere.
    is_doubt: bool
    #: Whether they can only be a move: "C is better".
    is_move: bool
    #: Whether there are any words.
    is_said: bool


def _read_few_words(draft: Draft, text: str) -> _FewWords | None:
    """Read a line of few words.

    What is better than another node than the chosen one, or for the other player, is not said.
    """
    rules = draft.rules
    than = _BETTER_THAN.search(text)
    if rules is None or (than and rules.names.node(than["other"]) != draft.claims.get("move")):
        return None
    deny = Words.DENY.pattern
    plain = _BETTER_THAN.sub("better", drop_answer_mark(BEFORE_ANSWER.sub("", text)))
    is_denial = Words.DENY.match(plain)
    whole, words = _split_words(draft, deny.sub(" ", plain))
    is_said = bool(words) or plain != text or ALSO.search(text) is not None
    plain = _INSTEAD_OF.sub("instead", plain)
    for before in (deny, _CHANGED_TO):
        behind = before.split(plain)[-1]
        plain = behind if find_nodes(behind, rules.names) else plain
    pairs = [_split_words(draft, piece) for piece in _OR.split(deny.sub(" ", plain))]
    entries = tuple(bare for bare, _ in pairs if bare)
    is_of_other = OTHER_PLAYER.get(rules.chooser) in words
    if not (whole and entries) or is_of_other or not words <= BESIDE_ANSWER:
        return None
    effect = Effect.LIMITS if Words.RESTRICT.match(text) else Effect.REPLACES
    effect = Effect.DENIES if is_denial else effect
    is_doubt = effect is not Effect.REPLACES or "better" in words
    is_doubt |= Words.DOUBT.match(text) or Words.TAKE_BACK.match(text)
    named = find_nodes(" ".join(entries), rules.names)
    return _FewWords(entries, effect, named, is_doubt, "better" in words, is_said or is_doubt)


def _find_few_words(
    draft: Draft, line: SheetLine, text: str, near: Collection[str], below: Collection[str]
) -> Remark:
    """Return what a line of few words says.

    It is about the answer near it. If it denies or doubts something, it may be about any answer
    that it is not the same as.
    """
    said = _read_few_words(draft, text)
    if said is None or draft.rules is None:
        return Remark(line)
    remark = Remark(line, (), said.effect, said.entries)
    are_leaves = said.named <= draft.rules.leaves.keys()
    is_free = not (draft.labels.get(line) or line.number in draft.sheet.questions)
    others: set[str] = set()
    readers: set[str] = set()
    for item in draft.claims:
        form, is_near = find_row(item).form, item in near
        is_about = said.is_said and (is_near or said.is_doubt)
        if form is Form.CUTOFFS:
            is_few = are_leaves and len(said.named) <= _MOST_ADDED
            is_about = is_near and (said.is_said or is_few)
        elif form is Form.LIST:
            shown = _list_shown(draft, item)
            is_other = not said.named.isdisjoint(shown)
            if said.effect is Effect.REPLACES:
                is_other = not said.named <= shown
            may_be = is_near or (is_free and (are_leaves or said.effect is not Effect.DENIES))
            is_about = said.is_doubt and may_be and (is_other or item in below)
            is_about |= said.is_said and is_near and draft.is_plainly(said.entries[0], item)
        if said.is_move and form is not Form.NAME:
            continue
        if is_about and all(_says_one(draft, item, entry) for entry in said.entries):
            readers.add(item)
            if _find_rest(draft, item, remark) != draft.claims[item]:
                others.add(item)
    closest = others.intersection(near)
    if closest and all(find_row(item).form is Form.LIST for item in closest):
        closest |= {item for item in others if find_row(item).form is Form.NAME}
    return remark._replace(items=closest or others or readers)


def _split_words(draft: Draft, text: str) -> tuple[str, set[str]]:
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


def _find_taken_back(
    draft: Draft, line: SheetLine, text: str, near: Collection[str], below: Collection[str]
) -> set[str]:
    """Return the items that a line such as "no, C" or "(that is wrong)" may take back.

    That is the answer near it, or any if the line has an entry of another one.
    """
    text = _ARTICLE.sub("", text)
    labels = draft.labels.get(line)
    if labels and labels.isdisjoint(draft.claims):
        return set()
    if draft.rules is None or not _names_something(draft, text):
        return {*near}
    if _is_piece(draft, line) and find_nodes(text, draft.rules.names):
        return set()  # it is about its own entry
    own = {item for item in below if _names_entry(draft, item, text)}
    return {item for item in own if not find_row(item).ordered} or {*draft.claims}


def _is_explained(text: str) -> bool:
    """Return whether a line gives a reason, or has a label or the name of another part."""
    return Words.EXPLAIN.match(text) or names_part(text) or _LABEL.match(text) is not None


def _doubts(draft: Draft, item: str, text: str) -> bool:
    """Return whether a line right below an answer doubts, denies or changes it."""
    form = find_row(item).form
    is_question = text.endswith("?")
    if is_about_cutoffs(text) and not is_question:
        return False
    if form is Form.NAME and any(map(str.isdigit, text)) and not _names_entry(draft, item, text):
        return False
    if is_none(text.rpartition(":")[2]) and not _states_cutoffs(item):
        return False
    if Words.DENY.match(text):
        denied = Words.DENY.pattern.split(text)[-1]
        return not _names_something(draft, denied) or _names_entry(draft, item, denied)
    bare = text.rstrip("? ")
    is_about = not is_question or not bare or _names_something(draft, text) or is_none(bare)
    return is_about and Words.DOUBT.match(text)


def _names_something(draft: Draft, text: str) -> bool:
    """Return whether a text has a number or names a node."""
    is_node = draft.rules is not None and find_nodes(text, draft.rules.names)
    return bool(is_node) or has_number(text)


def _names_entry(draft: Draft, item: str, text: str) -> bool:
    """Return whether a text has a node or a number of an answer, or the parent of a node there."""
    shown = draft.items[item].show(draft.claims[item])
    if not {*_NUMBERS.findall(shown)}.isdisjoint(_NUMBERS.findall(text)):
        return True
    if draft.rules is None:
        return True
    named, parents = _list_shown(draft, item), draft.rules.parents
    if find_row(item).form in (Form.CUTOFFS, Form.LIST):
        named |= {parents[name] for name in named if name in parents}
    return not named.isdisjoint(find_nodes(text, draft.rules.names))


def _list_shown(draft: Draft, item: str) -> set[str]:
    """Return the nodes that an answer names."""
    assert draft.rules is not None, "nodes are of a search"
    return find_nodes(draft.items[item].show(draft.claims[item]), draft.rules.names)


def _find_misvisited(draft: Draft, text: str) -> set[str]:
    """Return the items whose claims do not agree with what a sentence says of visits.

    One that says both of visited nodes and of others that are not is not compared.
    """
    assert draft.rules is not None, "visits are of a search"
    rules, is_denied = draft.rules, SAYS_NOT_VISITED.search(text) is not None
    is_said = _VISITED.search(SAYS_NOT_VISITED.sub("", text)) is not None
    is_mixed = is_said is is_denied or (is_said and NOTHING.search(text))
    is_mixed = is_mixed or Words.SUPPOSE.match(text)
    if is_mixed or PRUNES.search(text) or (says_count(text) and has_number(text)):
        return set()
    named = {name for name in find_nodes(text, rules.names) if rules.names.is_node(name)}
    if not named and EVERY_NODE.search(text):
        named = {*rules.leaves}
    items: set[str] = set()
    for item, claim in draft.claims.items():
        if find_row(item).ordered and item != "line":
            listed = {*PARTS[item].list_visited(claim, rules)}
            missing = {name for name in named if item == Visits.name or name in rules.leaves}
            is_other = any((name in listed) is is_denied for name in missing)
        elif not PARTS[item].states_cutoffs or is_denied:
            continue
        else:
            skipped = {*chain(*(names for _, names in PARTS[item].list_cuts(claim, rules)))}
            is_other = not named.isdisjoint(skipped.union(leaves_below(skipped, rules)))
        items |= {item} if is_other else set()
    return items


def _says_other_root(draft: Draft, line: SheetLine, text: str) -> bool:
    """Return whether an unread line may say another value of the root than one without a label.

    The label of the line says so, or that of a clause, or it is about no node and has a number.
    """
    rules, labels = draft.rules, draft.labels.get(line, set())
    if rules is None or "utility" not in draft.claims or line not in draft.unread:
        return False
    own = {own.number for own in draft.lines.get("utility", ())}
    if not own.isdisjoint(line.number for line in split_lines(draft.sheet.answers.get("utility"))):
        return False
    if read_root_value(text.rstrip(" ."), rules) == draft.claims.get("utility"):
        return False
    clauses = (text, *re.split(r"[.;,]\s+", text))
    if labels or "utility" in {part_called(clause.partition(":")[0]) for clause in clauses}:
        return not labels or "utility" in labels
    return has_number(text) and find_nodes(text, rules.names).isdisjoint(rules.parents)
