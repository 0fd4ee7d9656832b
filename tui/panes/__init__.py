"""The panes of the stepper: each is a widget and its `Pane` record.

To add a pane, add both to a file here and the record to `PANES`: the screen, keys, help and
settings read that. The tree is in `tui.widgets`, since it cannot be hidden.
"""

from __future__ import annotations

from typing import Final

from tui.panes.board import BOARD
from tui.panes.number_line import LETTER_BANDS, NUMBER_LINE
from tui.panes.pane import Pane
from tui.panes.stack import PSEUDOCODE, STACK
from tui.panes.words import COUNTS, SENTENCE

#: All panes, in the order of their keys.
PANES: Final[tuple[Pane, ...]] = (
    *(STACK, PSEUDOCODE, NUMBER_LINE, BOARD, COUNTS, SENTENCE, LETTER_BANDS),
)
