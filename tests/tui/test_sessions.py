"""Sessions of the full screen, which `tests/support/sessions.py` and `scripts.py` explain."""

import pytest

from tests.support.scripts import read_scripts
from tests.support.sessions import play_session


@pytest.mark.parametrize("session", read_scripts(__file__, "session"))
async def test_session(session, tmp_path, monkeypatch):
    monkeypatch.setattr("tui.saved.lesson_progress._seed", lambda *given: "seed")
    await play_session(session, tmp_path, monkeypatch)
