"""The panes of the stepper, one file each: the widget and its `Pane` record.

To add a pane, add a file here and its name in `PANES`: the screen, keys, help and settings read
that. The tree is in `tui.widgets`, since it cannot be hidden.
"""

from __future__ import annotations

from typing import Final

from tui.panes import (
    board,
    counts,
    legend,
    letter_bands,
    number_line,
    pseudocode,
    search_map,
    sentence,
    stack,
)
from tui.panes.pane import Pane

#: All panes, in the order of their keys.
PANES: Final[tuple[Pane, ...]] = (
    stack.PANE,
    pseudocode.PANE,
    number_line.PANE,
    board.PANE,
    counts.PANE,
    sentence.PANE,
    search_map.PANE,
    legend.PANE,
    letter_bands.PANE,
)
