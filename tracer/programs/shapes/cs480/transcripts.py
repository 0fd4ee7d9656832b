"""The output and the typed input of a CS 480 script: moves, prompts, and the end of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

_STRICT: Final = re.compile(
    r"(?P<side>[XO])'s selected move: (?P<cell>\d{1,3})\. "
    r"Number of search tree nodes generated: (?P<nodes>\d{1,12})"
)
#: The same in other words, symbols or lines, if the meaning is clear.
_LOOSE: Final = re.compile(
    r"\b(?P<side>[XO])\b[^\n]{0,24}?(?:selected|chosen)\W+(?:move|cell|action)(?:\W+is)?\W+"
    r"(?P<cell>\d{1,3})\b[^\n\d]*\n?[^\n\d]*nodes[^\n\d]*(?P<nodes>\d[\d,]{0,14})",
    re.IGNORECASE,
)
_PROMPT: Final = re.compile(r"possible\s+moves[^:\n]*:\s*(?P<cells>[\d,\s]*)", re.IGNORECASE)
_TYPED: Final = re.compile("\x00(?P<typed>[^\x00]*)\x00")
_END: Final = re.compile(r"\b(?:(?P<side>[XO]) (?P<how>WON|LOST)|(?P<tie>TIE))\b")
_LOOSE_END: Final = re.compile(
    r"\b(?:(?P<side>[XO])\W+(?:has\W+)?(?P<how>won|wins?|lost|loses?)|(?P<tie>tie|draw))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Selected:
    """A move of the computer."""

    side: str
    cell: int
    nodes: int
    as_asked: bool


@dataclass(frozen=True)
class Prompt:
    """A question for the human's move, with the moves that it lists."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Typed:
    """A line that was typed."""

    text: str


Printed = Selected | Prompt | Typed


@dataclass(frozen=True)
class Transcript:
    """A session of the script."""

    kind: str
    arguments: tuple[str, ...]
    text: str
    items: tuple[Printed, ...] = ()
    end: int | None = None
    end_as_asked: bool = True
    raised: str = ""
    lines: frozenset[str] = field(default_factory=frozenset)

    @property
    def moves(self) -> list[Selected]:
        """The computer's moves."""
        return [one for one in self.items if isinstance(one, Selected)]

    @property
    def command(self) -> str:
        """Its arguments as typed on the command line."""
        return " ".join(self.arguments) or "no arguments"


def transcript(sent: Any) -> Transcript:
    """Return a session from the message of the child process."""
    events = [(str(kind), str(text).replace("\x00", "")) for kind, text in sent["events"]]
    text = "".join(text for kind, text in events if kind == "out")
    whole = "".join(text if kind == "out" else f"\x00{text}\x00\n" for kind, text in events)
    items = _items(whole)
    end, as_asked = _end(whole)
    return Transcript(
        str(sent["kind"]),
        tuple(map(str, sent["arguments"])),
        text,
        tuple(items),
        end,
        as_asked,
        str(sent["raised"]),
        frozenset(line.strip() for line in text.splitlines()),
    )


def _items(whole: str) -> Sequence[Printed]:
    found: list[tuple[int, Printed]] = []
    for typed in _TYPED.finditer(whole):
        found.append((typed.start(), Typed(typed["typed"])))
    for prompt in _PROMPT.finditer(whole):
        cells = tuple(int(one[:4]) for one in re.findall(r"\d+", prompt["cells"]))
        found.append((prompt.start(), Prompt(cells)))
    strict = {one.start(): one for one in _STRICT.finditer(whole)}
    for at, move in strict.items():
        found.append((at, _selected(move, as_asked=True)))
    for move in _LOOSE.finditer(whole):
        if not any(one.start() <= move.start() < one.end() for one in strict.values()):
            found.append((move.start(), _selected(move, as_asked=False)))
    return [one for _, one in sorted(found, key=lambda one: one[0])]


def _selected(found: re.Match[str], *, as_asked: bool) -> Selected:
    nodes = int(found["nodes"].replace(",", ""))
    return Selected(found["side"].upper(), int(found["cell"]), nodes, as_asked)


def _end(whole: str) -> tuple[int | None, bool]:
    """Return the last reported result, and whether it has the assignment's wording."""
    for pattern, as_asked in ((_END, True), (_LOOSE_END, False)):
        *_, last = (None, *pattern.finditer(whole))
        if last is not None:
            return _result(last), as_asked
    return None, True


def _result(found: re.Match[str]) -> int:
    if found["tie"]:
        return 0
    for_x = 1 if found["side"].upper() == "X" else -1
    return for_x if found["how"].lower().startswith("w") else -for_x


def first_lines(texts: Iterable[str], most: int = 80) -> str:
    """Return the beginning of the output, on one line."""
    whole = " ".join(" ".join(texts).split())
    return whole[:most] + ("…" if whole[most:] else "") or "nothing"
