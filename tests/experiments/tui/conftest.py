"""The fixtures of tests of screens."""

from tests.tui.conftest import (
    keys_are_waited_for_by_what_they_do,
    no_search_outlives_its_screen,
    nobody_waits,
    screens_are_painted_when_they_are_looked_at,
    style_sheets_are_parsed_once,
)
