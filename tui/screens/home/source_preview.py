"""The preview of a source: its drawing and a line of facts."""

from __future__ import annotations

from pathlib import Path

from engine.errors import PlytraceError
from engine.games import custom_games
from tracer.archive import is_saved_trace
from tracer.drawing.terminal.tree_chart import Rows
from tracer.runs.unsearched import describe_size, draw_unsearched
from tracer.worked.sources import open_worked_run
from trees.sources import open_source
from tui.saved.match_files import is_match_file
from tui.terminal.served_mode import check_source


def draw_source(source: str, width: int, *, ascii: bool) -> tuple[Rows, str]:
    """Draw a source before it is opened; this runs no Python file."""
    try:
        check_source(source)
        if custom_games.find_file(source) and not custom_games.is_loaded(source):
            return (), "a game in a Python file; opening it runs that file"
        if is_saved_trace(source):
            return (), "a saved trace"
        if is_match_file(Path(source)):
            return (), "a saved match"
        worked = open_worked_run(source)
        if worked is not None:
            return worked.draw(0, width), worked.steps[0].sentence
        game = open_source(source, letters=True).game
        return draw_unsearched(game, width=width, ascii=ascii), describe_size(game)
    except PlytraceError as error:
        return (), str(error)
