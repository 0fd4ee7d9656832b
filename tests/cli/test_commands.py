"""Commands and what they print, which `tests/support/command_scripts.py` explains."""

import pytest

from tests.support.command_scripts import play_script
from tests.support.scripts import read_scripts


@pytest.mark.parametrize("script", read_scripts(__file__, "command"))
def test_commands(script, tmp_path, monkeypatch):
    play_script(script, tmp_path, monkeypatch)
