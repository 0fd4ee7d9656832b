"""What a session can ask about the screen by one word."""

from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

from textual.widgets import Input, OptionList

from tests.support.screens import text_of
from tracer import trace
from tracer.hands.session import Level
from tracer.hands.sheet_files import SheetFile
from tui.lessons import lesson_names
from tui.saved.match_files import kept_matches_folder, load_match
from tui.saved.recent import recent_sources
from tui.saved.settings import load_settings
from tui.widgets.play_board import PlayBoard, lay_out_board


def fact_text(value: Any) -> str:
    """Return a value as a session writes it: the parts of a list with spaces between them."""
    if isinstance(value, (list, tuple)):
        value = " ".join(map(str, value))
    if isinstance(value, float):
        value = f"{value:g}"
    return "nothing" if value == "" else str(value)


def underlined(app: Any) -> set[str]:
    """Return the texts in the tree that are underlined."""
    tree = app.screen.query_one("#tree")
    rows = [tree.render_line(y) for y in range(tree.size.height)]
    return {part.text.strip() for row in rows for part in row if part.style.underline}


# The board -----------------------------------------------------------------------------------


def cell_places(app: Any) -> dict[tuple[int, int], tuple[int, int]]:
    """Return where on the screen each visible cell of the board is."""
    region = app.screen.query_one(PlayBoard).region
    places: dict[tuple[int, int], tuple[int, int]] = {}
    for y in range(region.y, region.bottom):
        for x in range(region.x, region.right):
            meta = app.screen.get_style_at(x, y).meta
            if "cell" in meta:
                places.setdefault(tuple(meta["cell"]), (x, y))
    return places


def _cells(app: Any, **kind: Any) -> list[str]:
    """Return the cells of the board of some kind, as 0,2."""
    ((name, _),) = kind.items()
    rows = app.screen.query_one(PlayBoard)._view.cells
    return [
        f"{row},{column}"
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if getattr(cell, name)
    ]


def _layout(app: Any) -> Any:
    board = app.screen.query_one(PlayBoard)
    return lay_out_board(board._view, board.size, turned=board._turned)


def _values(app: Any) -> list[str]:
    """Return the values on the free cells of a board, as 3:1."""
    cells = chain(*app.screen.query_one(PlayBoard)._view.cells)
    return [f"{number}:{cell.value}" for number, cell in enumerate(cells, 1) if not cell.sign]


def _hints(app: Any) -> str:
    hinted = _cells(app, hinted=True)
    at = "{},{}".format(*app.screen.cursor) if app.screen.cursor else ""
    return f"{len(hinted)}{', with the cursor' if at in hinted else ''}"


# Matches that are kept -----------------------------------------------------------------------


def _kept() -> list[Any]:
    return sorted(kept_matches_folder().glob("*"))


# Two searches --------------------------------------------------------------------------------


def _both_events(app: Any) -> str:
    """Return the event at which both sides are, or the two if they differ."""
    screen = app.screen
    events = [side.at(screen.step_of(side)).event for side in screen._pair.sides]
    texts = [f"{event.name} {'entered' if event.entering else 'left'}" for event in events]
    return " and ".join(dict.fromkeys(texts))


def _steps_of_sheet() -> int:
    """Return how many steps the sheet mine.yaml has, as work that is continued reads it."""
    sheet = SheetFile(Path("mine.yaml")).resume(trace("lecture"), Level.GUIDED)
    return len(sheet.session.work.events)


FACTS: dict[str, Callable[[Any], Any]] = {
    "running": lambda app: app.is_running,
    "is-valuing": lambda app: "values" in app.screen.jobs,
    "node": lambda app: app.screen.trace.name(app.screen.row),
    "event": lambda app: app.screen.snapshot.event.name,
    "event-now": lambda app: app.screen.trace.at(app.screen.step).event.name,
    "child-value": lambda app: app.screen.trace.log.value[1],
    "nodes": lambda app: list(app.screen.trace.names()),
    "children": lambda app: [
        app.screen.trace.name(row) for row in app.screen.trace.log.children(0)
    ],
    "visits": lambda app: len(app.screen.trace.log),
    "root-vector": lambda app: app.screen.trace.shares(0),
    "is-at-the-end": lambda app: app.screen.step == len(app.screen.trace.replay) - 1,
    "line": lambda app: app.screen.query_one(Input).value,
    "line-has-focus": lambda app: app.screen.query_one(Input).has_focus,
    "options": lambda app: app.screen.query_one(OptionList).option_count,
    "offer": lambda app: app.screen._chosen.title,
    "first-offer": lambda app: app.screen._offers[0].title,
    "recent": lambda app: recent_sources()[0],
    "clipboard": lambda app: app.clipboard,
    **{
        f"saved-{name}": lambda app, name=name: getattr(load_settings(), name)
        for name in ("glyphs", "theme", "speed", "hidden", "convention", "feedback")
    },
    # two searches
    "ready": lambda app: app.screen._differences.done and not app.screen._polling._active.is_set(),
    "both-events": _both_events,
    "is-at-first-difference": lambda app: (
        app.screen.step == app.screen._pair.differences[1].steps[0]
    ),
    "zooms": lambda app: sorted({one._view.level.name.lower() for one in app.screen.canvases}),
    # a match
    "moves": lambda app: [played.name for played in app.screen.match.moves],
    "plies": lambda app: len(app.screen.match.moves),
    "first-move": lambda app: app.screen.match.moves[0].name,
    "players": lambda app: list(app.screen.match.players.values()),
    "start": lambda app: app.screen.match.game.format(app.screen.match.game.initial),
    "now": lambda app: app.screen.match.game.format(app.screen.match.state),
    "result": lambda app: [*({"-won", "-lost", "-drawn"} & app.screen.classes)],
    "is-reviewed": lambda app: app.screen.review.is_complete and "review" not in app.screen.jobs,
    "mistakes": lambda app: [
        number for number, one in enumerate(app.screen.review.moves, 1) if one.is_mistake
    ],
    "forced": lambda app: sum(one.kind == "forced" for one in app.screen.match.moves),
    "forced-mistakes": lambda app: [
        one.played.name
        for one in app.screen.review.moves
        if one.is_mistake and one.played.kind == "forced"
    ],
    "score-is-shown": lambda app: app.screen.match.score_line in text_of(app, "#status"),
    "last-cells": lambda app: _cells(app, last=True),
    "changed-cells": lambda app: _cells(app, changed=True),
    "hints": _hints,
    "legal-cells": lambda app: ["{},{}".format(*cell) for cell in app.screen.legal_cells()],
    "cursor-is-legal": lambda app: app.screen.cursor in app.screen.legal_cells(),
    "cells-in-view": lambda app: len(cell_places(app)),
    "cell-width": lambda app: _layout(app).width,
    "rows": lambda app: list(_layout(app).rows),
    "columns": lambda app: list(_layout(app).columns),
    "values": _values,
    "kept": lambda app: len(_kept()),
    "kept-plies": lambda app: len(load_match(_kept()[0]).moves),
    "kept-is-recent": lambda app: recent_sources()[0] == str(_kept()[0]),
    # a lesson, or a run that is worked
    "part": lambda app: app.screen.worked.steps[app.screen.step].part,
    "answered": lambda app: app.screen.session.right + app.screen.session.wrong,
    "feedback": lambda app: app.screen.session.view.feedback.text,
    "question-is-open": lambda app: bool(app.screen.session.view.question),
    "lesson": lambda app: lesson_names()[app.screen.query_one(OptionList).highlighted],
    "sheet-steps": lambda app: _steps_of_sheet(),
}
