"""The time of a program is measured outside of it: no clock that it can set counts."""

from __future__ import annotations

from tests.tracer.programs.test_clocks import KEY, LATE, parts_of


def test_work_in_another_thread_is_timed(tmp_path):
    code = LATE.replace(
        "    waste()\n",
        "    import threading\n"
        "    one = threading.Thread(target=waste)\n    one.start()\n    one.join()\n",
    )
    assert parts_of(tmp_path, KEY, code)[0] == {"visits": True, "time": False}


def test_wall_clock_time_is_used_without_a_kernel_clock(tmp_path, monkeypatch):
    monkeypatch.setattr("tracer.programs.process.Process.seconds", lambda self: None)
    ok, answers = parts_of(tmp_path, KEY, LATE)
    assert ok == {"visits": True, "time": False}
    assert 0.6 <= float(answers["time"]) < 60
