"""The time of a program is measured outside of it: no clock that it can set counts."""

from __future__ import annotations

import pytest

from tests.support.programs_cs480 import script
from tests.tracer.programs.test_clocks import CHEATS, KEY, LATE, WASTE, parts_of


def test_work_in_another_thread_is_timed(tmp_path):
    code = LATE.replace(
        "    waste()\n",
        "    import threading\n"
        "    one = threading.Thread(target=waste)\n    one.start()\n    one.join()\n",
    )
    assert parts_of(tmp_path, KEY, code)[0] == {"visits": True, "time": False}


def test_wall_clock_time_is_used_without_a_kernel_clock(tmp_path, monkeypatch):
    monkeypatch.setattr("tracer.programs.processes.process.Process.seconds", lambda self: None)
    ok, answers = parts_of(tmp_path, KEY, LATE)
    assert ok == {"visits": True, "time": False}
    assert 0.6 <= float(answers["time"]) < 60


#: A script that is slow in the session that is marked, and one that is slow in a later one.
SCRIPT_KEY = """\
source: tic-tac-toe
search: alphabeta
accept: [aima]
parts: {move: 1, time: 1}
seconds: 30
"""


@pytest.mark.parametrize(
    "cheat",
    ["every-clock-of-time", "every-name-of-a-clock"],
)
def test_session_of_a_marked_script_is_timed_from_outside(cheat, tmp_path):
    slow = WASTE + CHEATS[cheat] + "if __import__('sys').argv[1:] == ['2', 'X', '2']: waste()\n"
    later = WASTE + CHEATS[cheat] + "if __import__('sys').argv[1:] != ['2', 'X', '2']: waste()\n"
    plain, first, others = (
        float(parts_of(tmp_path, SCRIPT_KEY, code + script())[1]["time"])
        for code in ("", slow, later)
    )
    assert first > 0.6 + plain / 2
    assert others < plain + 0.6  # of four later sessions none counts
