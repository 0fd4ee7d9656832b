"""Reading what is said of each of several nodes: `A=3 B=1/3`, `A (-inf, inf), C: α=3 β=inf`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.check.parts.said import NOT_VISITED, Unread, is_said
from tracer.typed_numbers import NUMBER

__all__ = ["pairs_in", "window_of", "windows_of_text", "without_working"]

#: Between pairs of names with spaces; a comma between brackets belongs to a name, such as (0,1).
_ENTRY: Final = re.compile(r"(?:[;\n]|,(?![^()\n]*\)))+")
_GAP: Final = re.compile(r"(?:[\s,;]|->|→)+")
#: A value that stands behind a sign: a word that is not itself the name before another sign.
_VALUE: Final = r"(?=[^\s,;=:<>≤≥]++(?!\s?(?:[=:<>≤≥]|is\b|->|→)))"
#: Between a name and its value, with the sign of a bound where there is one.
_SIGN: Final = re.compile(
    rf"(?:\s?(?:=>|->|→|[=:])|\s(?:is|equals)\b)\s?(?:([<>≤≥]=?|=<)\s?=?\s?)?{_VALUE}"
    rf"|\s?([<>≤≥]=?|=<)\s?=?\s?{_VALUE}",
    re.IGNORECASE,
)
_FRACTION: Final = re.compile(r"(?<=\d)\s?/\s?(?=\d)")
#: A node called as the argument of its value: v(A), value of A.
_VALUE_OF: Final = re.compile(r"\bv(?:al(?:ue)?)?(?:\(([^()=]+)\)|\sof\s)", re.IGNORECASE)
_BRACKETED: Final = re.compile(r"\(([^()]*)\)")
#: Nothing but pairs, as most people write them.
_PLAIN_PAIR: Final = re.compile(r"([^\s,;=:<>≤≥()→-]++)[=:]\s?(-?\d+(?:\.\d+)?+)(?=[\s,;]|$)")
_PLAIN: Final = re.compile(rf"\s*+(?:{_PLAIN_PAIR.pattern}[\s,;]*+)++")
_JOINTS: Final = frozenset({"and", "&", "und", "|"})
#: How a value is worked out, from the inside outwards, and with the value behind it.
_FUNCTION: Final = re.compile(
    r"\b(min|max|avg|average|mean|expected|e)\s?[({\[][^(){}\[\]]*[)}\]]", re.IGNORECASE
)
_WORKED_OUT: Final = re.compile(
    r"[=:]\s*(?:(?:min|max|avg|average|mean|expected|e)…|[\d\s.()½⅓¼−-]{0,40}[*/×·+][\d\s.*/×·+()−-]{0,80})"
    rf"\s*(?:=|->|→)\s*(?=[<>≤≥]?=?\s*{NUMBER.pattern})",
    re.IGNORECASE,
)
_BOUND_IN_WORDS: Final = re.compile(rf"\bat (most|least)\s+(?={NUMBER.pattern})", re.IGNORECASE)
#: What stands in brackets for a value: a number or a bound, or pairs.
_NUMBER_ALONE: Final = re.compile(
    rf"\s*(?:(?:value|v|max|min)\b\s*)?[:=]?\s*[<>≤≥]?=?\s*{NUMBER.pattern}\s*", re.IGNORECASE
)
_DEEPEST: Final = 8
_LONGEST_NAME: Final = 60

_BOUNDS: Final = rf"({NUMBER.pattern})\s*(?:[,;]|\.\.+|\s)\s*(?:(?:beta|β|b)\s*[=:]?\s*)?"
#: α and β in whatever way, with their names or in brackets.
_WINDOW: Final = re.compile(
    rf"[=:]?\s*(?:[(\[]\s*(?:(?:alpha|α|a)\s*[=:]?\s*)?{_BOUNDS}({NUMBER.pattern})\s*[)\]]"
    rf"|(?<![^\s,;:=(\[])(?:(?:alpha|α)\s*[=:]?|a\s*[=:])\s*({NUMBER.pattern})[\s,;]*(?:and\s)?"
    rf"\s*(?:(?:beta|β)\s*[=:]?|b\s*[=:])\s*({NUMBER.pattern})"
    rf"|(?<=[=:])\s*({NUMBER.pattern})\s*[,;\s]\s*({NUMBER.pattern})(?=[\s,;]|$))",
    re.IGNORECASE,
)
#: A node of which nothing is said, as on a form.
_NO_WINDOW: Final = re.compile(
    r"(?<![^\s,;:=()\[\]])([^\s,;:=()\[\]]++)\s?(?:[=:]\s?)?(?:[(\[]\s?,?\s?[)\]]"
    r"|(?:-{1,3}|[–—?]|x|n/a|none|null|pruned|skipped|cut)(?=[\s,;]|$))",
    re.IGNORECASE,
)
#: The bounds of a trace's visits.
_BOUND_SIGNS: Final = {"lower": "≥", "upper": "≤"}
_BOUND_KEYS: Final = {"alpha": 0, "α": 0, "a": 0, "beta": 1, "β": 1, "b": 1}


def pairs_in(given: Any, what: str, *, spaced: bool) -> list[tuple[str, Any]]:
    """The names and values of a map, a list of maps, or a text such as `A=3 B=1/3`.

    What belongs to nothing stands there as a name with an empty `Unread`.

    Raises:
        InvalidInput: it is none of these.
    """
    if isinstance(given, Mapping):
        return [(str(name), value) for name, value in given.items()]
    if isinstance(given, list):
        pairs = []
        for item in given:
            if isinstance(item, str):
                pairs += pairs_in(item, what, spaced=spaced)
            elif isinstance(item, Mapping) and "id" in item:
                pairs.append((str(item["id"]), _value_of(item)))
            elif isinstance(item, Mapping):
                pairs += [(str(name), value) for name, value in item.items()]
            else:
                raise InvalidInput(f"{item!r:.60} among the {what}", expected="such as P: 1")
        return pairs
    if isinstance(given, str):
        text = given.strip().strip("{}")
        return _pairs_of_paths(text) if spaced else list(_pairs_of_text(text))
    raise InvalidInput(f"{given!r:.60} as the {what}", expected="such as P=1 Q=1/3")


def _value_of(visit: Mapping[str, Any]) -> Any:
    """The value of a visit as a trace's JSON or CSV has it: exact, and with the sign of a bound."""
    value = visit.get("exact") or visit.get("value")
    sign = _BOUND_SIGNS.get(str(visit.get("bound")))
    return value if sign is None or value in (None, "") else f"{sign} {value}"


def _pairs_of_paths(text: str) -> list[tuple[str, Any]]:
    """Pairs of names with spaces of their own, with commas between the pairs."""
    entries = [entry.strip().replace(":", "=") for entry in _ENTRY.split(text)]
    cut = [
        entry.rpartition("=")[::2] if "=" in entry else entry.rpartition(" ")[::2]
        for entry in entries
        if entry
    ]
    return [(name.strip(), value.strip()) for name, value in cut]


def _pairs_of_text(text: str) -> Iterator[tuple[str, Any]]:
    """Pairs with a sign or a space between them, and commas or spaces between the pairs."""
    if _PLAIN.fullmatch(text):
        yield from _PLAIN_PAIR.findall(text)
        return
    text = without_working(" ".join(text.split()))
    text = NOT_VISITED.sub("-", _FRACTION.sub("/", text))
    if "(" in text or " of " in text:
        text = _BRACKETED.sub(_without_remark, _VALUE_OF.sub(_argument, text))
    name = ""
    for word in _GAP.split(_SIGN.sub(r"=\1\2", text).strip(" ,;")):
        if "=" in word.rstrip(":") or word.endswith(":"):
            if name:
                yield name, Unread("")
                name = ""
            one, _, value = word.rstrip(":").partition("=")
            if one:
                yield one, value
            else:
                yield word, Unread("")
        elif name:
            yield name, word
            name = ""
        elif word.casefold() not in _JOINTS:
            name = word
    if name:
        yield name, Unread("")


def _argument(found: re.Match[str]) -> str:
    """The node of v(A) or of "value of A"."""
    return f" {found[1] or ''}"


def _without_remark(found: re.Match[str]) -> str:
    """What stands in brackets, where it is the value of the name before it, or holds pairs."""
    before = found.string[max(0, found.start() - _LONGEST_NAME) : found.start()].rstrip(" =:")
    name = re.split(r"[\s,;]", before)[-1]
    is_name = any(map(str.isalpha, name)) and "=" not in name
    is_value = is_name and _NUMBER_ALONE.fullmatch(found[1])
    return f" {found[1]} " if is_value or _PLAIN.fullmatch(found[1]) else " "


def without_working(text: str) -> str:
    """A text in which `B = min(3, 12, 8) = 3` is `B = 3`, and "at most 3" is ≤ 3."""
    if "at " in text:
        text = _BOUND_IN_WORDS.sub(lambda found: "≤" if found[1].lower() == "most" else "≥", text)
    if text.count("=") < 2 and "(" not in text:
        return text
    worked = text
    for _ in range(_DEEPEST):
        worked, count = _FUNCTION.subn(r"\1…", worked)
        if not count:
            break
    return _WORKED_OUT.sub("= ", worked)


def windows_of_text(text: str, *, spaced: bool) -> Iterator[tuple[str, Any]]:
    """Nodes with their windows as pairs of texts; what belongs to none with an empty `Unread`."""
    text = " ".join(NOT_VISITED.sub("-", text.replace("\n", " ; ")).split())
    end = 0
    for found in _WINDOW.finditer(text):
        before, name = _last_name(text[end : found.start()], spaced=spaced)
        end = found.end()
        for stray in _strays(before):
            yield stray, Unread("")
        numbers = [one for one in found.groups() if one is not None]
        if name:
            yield name, numbers
        else:
            yield found[0].strip(), Unread("")
    for stray in _strays(text[end:]):
        yield stray, Unread("")


def _last_name(text: str, *, spaced: bool) -> tuple[str, str]:
    """What stands before a window: what belongs to others, and the name of its node."""
    text = text.rstrip(" ,;:=")
    cut = max(text.rfind(sign) for sign in ((",", ";") if spaced else (",", ";", " ", ")"))) + 1
    return text[:cut], text[cut:].strip()


def _strays(text: str) -> Iterator[str]:
    """What is there besides windows, an entry each."""
    text = _NO_WINDOW.sub(" ", text).strip(" ,;")
    for one in re.split(r"[,;]\s*(?![^(\[]{0,80}[)\]])", text) if text else ():
        if is_said(one.strip(" ,;:=")) and one.strip().casefold() not in _JOINTS:
            yield one.strip()


def window_of(given: Any) -> list[Any]:
    """The two ends of a window as a file holds it.

    Raises:
        InvalidInput: it has not two.
    """
    if isinstance(given, str):
        found: list[Any] = NUMBER.findall(given)
    elif isinstance(given, Mapping):
        places = {_BOUND_KEYS.get(str(key).lower()): value for key, value in given.items()}
        found = [places[at] for at in (0, 1) if at in places]
    else:
        found = list(given) if isinstance(given, list | tuple) else []
    if len(found) != 2 or not all(map(is_said, found)):
        raise InvalidInput(f"{given!r:.60} as a window", expected="α and β, such as (-inf, 6)")
    return found
