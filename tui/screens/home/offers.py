"""The entries of the home screen, and the line of each in its list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from engine.games import GAMES, custom_games
from engine.text import visible_line
from tracer.text.printable_text import cell_width
from tracer.worked.sources import example_sources, example_title
from trees.library import library_names, library_tree
from tui.lessons import lesson_names, read_title
from tui.saved.lesson_progress import progress_text, saved_progress
from tui.saved.recent import recent_sources
from tui.widgets.option_list import shorten_middle

Kind = Literal["learn", "tree", "game", "worked", "recent", "own", "command"]

#: A tree as it is typed.
SAMPLE = "[[3,12,8],[2,4,6],[14,5,2]]"

#: Commands without a screen: name, description, and lines to type.
_COMMANDS = (
    (
        "check",
        "grade traces worked by hand",
        ("plytrace check --form lecture", "plytrace check lecture answers.txt"),
    ),
    (
        "check-code",
        "grade programs by the nodes they visit",
        ("plytrace check-code --starter aima", "plytrace check-code lecture program.py"),
    ),
    (
        "worksheet",
        "make problem sets and keys, one variant per student",
        ("plytrace worksheet lab3", "plytrace worksheet lab3 --key"),
    ),
    (
        "generate",
        "generate random trees with chosen properties",
        ("plytrace generate --cutoffs 3 --unique",),
    ),
    (
        "export",
        "write figures and tables: SVG, PDF, LaTeX, CSV, JSON …",
        ("plytrace export lecture -f svg -o lecture.svg", "plytrace list formats"),
    ),
)

#: Number of recent sources on the home screen.
_RECENT = 5


@dataclass(frozen=True, slots=True)
class Offer:
    """An entry of the home screen."""

    kind: Kind
    title: str
    about: str
    more: str = ""
    source: str = ""
    match: str = ""
    #: The method of `SourceOpener` that opens it; empty for a source.
    opens: str = ""

    def has(self, words: list[str]) -> bool:
        """Return whether words of the entry start with all of some texts in lower case."""
        examples = self.kind in ("own", "command")  # these mention other entries
        more = "" if examples else self.more
        return _has_all(f"{self.title} {self.about} {more}", words)

    def is_named(self, words: list[str]) -> bool:
        """Return whether words of the title start with all of some texts in lower case."""
        return _has_all(self.title, words)


def _has_all(text: str, words: list[str]) -> bool:
    return all(re.search(rf"(?<!\w){re.escape(word)}", text.lower()) for word in words)


def offers() -> list[Offer]:
    """Return the entries of the home screen, recent sources first."""
    opened = [offer for source in recent_sources() if (offer := _recent(source)) is not None]
    own = [
        Offer("own", "New tree", f"type nested lists: {SAMPLE}", opens="ask_for_new_tree"),
        Offer(
            "own",
            "Random tree",
            "choose depth, branching and number of cutoffs",
            "You can edit the line that describes the tree. The same line makes the same tree.",
            opens="ask_for_random_tree",
        ),
        Offer(
            "own",
            "Open",
            "open a file or a game position",
            "A tree in YAML, a saved trace or match, or any other SOURCE, such as reversi:6 "
            "or tic-tac-toe@xo.|.x.|...",
            opens="ask_for_source",
        ),
    ]
    commands = [
        Offer("command", title, about, "\n".join(lines)) for title, about, lines in _COMMANDS
    ]
    practice = Offer(
        "learn",
        "Practice",
        "work a new tree by hand",
        "You are the search: you visit nodes, pass windows down, take values up and cut. If you "
        "made a mistake more often than others, the tree tests it.",
        opens="practise",
    )
    found = [*opened[:_RECENT], _tutorial(), practice, *own, *map(_game, GAMES)]
    worked = map(_worked, example_sources())
    return [*found, *map(_tree, library_names()), *worked, *commands]


def _tutorial() -> Offer:
    names, lessons = lesson_names(), saved_progress()
    far = {name: progress_text(name, lessons) for name in names}
    done = sum(one == "done" for one in far.values())
    about = f"{len(names)} lessons, from game trees to alpha-beta by hand"
    to_do = [name for name in names if far[name] != "done"]
    begun = [name for name in to_do if far[name]]
    more = (
        [f"Next: {read_title((begun or to_do)[0])}"]
        if to_do
        else ["You have finished all lessons."]
    )
    for number, name in enumerate(names, 1):
        text = f"{number:>3}  {read_title(name)}"
        more.append(f"{text}: {far[name]}" if far[name] else text)
    text = f"{about}; {done} done" if done else about
    return Offer("learn", "Tutorial", text, "\n".join(more), opens="learn")


def _tree(name: str) -> Offer:
    tree = library_tree(name)
    return Offer("tree", name, tree.name, tree.description, name)


def _worked(source: str) -> Offer:
    kind = "MCTS by hand" if source.startswith("mcts:") else "payoff matrix"
    return Offer("worked", source, f"{example_title(source)}: {kind}", source=source)


def _game(name: str) -> Offer:
    entry = GAMES[name]
    about, _, more = entry.summary.partition("; ")
    return Offer("game", name, about, more, entry.example, entry.start)


def _recent(source: str) -> Offer | None:
    """Return a recent source as an entry; None if its file no longer exists."""
    file = custom_games.find_file(source)
    path = Path(file or source)
    if path.is_absolute():
        if not path.is_file():
            return None
        folder = str(path.parent).replace(str(Path.home()), "~", 1)
        title = path.name + (source.strip()[len(file) :] if file else "")
        return Offer("recent", title, f"in {folder}", source=source)
    if source in library_names():
        tree = library_tree(source)
        return Offer("recent", source, tree.name, tree.description, source)
    game = re.split("[:@]", source)[0]
    if game in GAMES:
        return Offer("recent", source, GAMES[game].summary.partition("; ")[0], "", source)
    if source in example_sources():
        return Offer("recent", source, example_title(source), "", source)
    typed = "a typed tree" if source.startswith("[") else "a recent source"
    return Offer("recent", source, typed, "", source)


#: The margin before the title.
_MARGIN = "  "


class OfferRow(Visual):
    """The title of an entry in a column, then its description as far as it fits.

    Unlike a table, it knows its height without being drawn: the list needs that of every entry.
    """

    def __init__(self, offer: Offer, title_width: int) -> None:
        self._offer = offer
        self._title_width = title_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the height in lines."""
        return 1

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the list."""
        return container_width

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """Return the line."""
        return self._line(width).render_strips(width, height, style, options)

    def _line(self, width: int) -> Content:
        title_width = max(1, min(self._title_width, width - len(_MARGIN)))
        title = shorten_middle(visible_line(self._offer.title), title_width)
        line = Content.assemble(_MARGIN, (title, "bold"))
        rest = width - len(_MARGIN) - title_width - 1
        if rest < 1:
            return line.truncate(width)
        gap = " " * (title_width - cell_width(title) + 1)
        about = visible_line(self._offer.about)
        if about.startswith("in "):  # folders differ at their ends
            about = shorten_middle(about, rest)
        return Content.assemble(line, gap, Content(about).truncate(rest, ellipsis=True))
