"""The time of a program is measured outside of it: no clock that it can set counts."""

from __future__ import annotations

from tests.support.cases import over
from tests.support.hostile import RIGHT
from tests.tracer.programs.test_sheets import key_of, programs
from tracer.check.grading.make_grader import grader_of
from tracer.programs.sheets import ProgramRunner, sheets_of_programs

#: Uses so much processor time, by a clock that it has taken aside.
WASTE = """
import time
_real = time.process_time
def waste():
    end = _real() + 0.6
    while _real() < end: pass
"""
LATE = WASTE + RIGHT.replace("    def highest(", "    waste()\n    def highest(", 1)

#: What a program can do to be taken for a fast one.
CHEATS = {
    "none": "",
    "every-clock-of-time": (
        "for _name in ('time', 'monotonic', 'perf_counter', 'process_time', 'thread_time'):\n"
        "    setattr(time, _name, lambda: 0.0)\n"
        "    setattr(time, _name + '_ns', lambda: 0)\n"
        "time.clock_gettime = lambda clock: 0.0\n"
    ),
    "every-name-of-a-clock": (
        "import sys\n"
        "for _name, _module in [*sys.modules.items()]:\n"
        "    for _each in dir(_module):\n"
        "        _thing = getattr(_module, _each, None)\n"
        "        if _name != __name__ and _thing in (time.process_time, time.monotonic):\n"
        "            setattr(_module, _each, lambda: 0.0)\n"
    ),
    "the-watchers-clock": (
        "import sys\n"
        "sys.modules['_watcher.main']._now = lambda: 0.0\n"
        "sys.modules['_watcher.main'].time = None\n"
    ),
    "usage": (
        "import os, resource\n"
        "resource.getrusage = lambda who: resource.struct_rusage((0.0,) * 16)\n"
        "os.times = lambda: (0.0,) * 5\n"
    ),
    "what-is-sent": (
        "import sys\n"
        "_Wire = sys.modules['_watcher.frames'].FrameChannel\n"
        "_send = _Wire.send_json\n"
        "def _sending(self, kind, told):\n"
        "    told.update(seconds=0.0)\n"
        "    _send(self, kind, told)\n"
        "_Wire.send_json = _sending\n"
    ),
    "a-timer-of-its-own": (
        "import signal\n"
        "signal.signal(signal.SIGPROF, signal.SIG_IGN)\n"
        "signal.setitimer(signal.ITIMER_PROF, 0)\n"
    ),
}
KEY = "source: lecture\nparts: {visits: 1, time: 1}\nseconds: 0.4\n"


def parts_of(tmp_path, key, code):
    read = key_of(tmp_path, key)
    (sheet,) = sheets_of_programs(programs(tmp_path, code), read, ProgramRunner())
    marked = grader_of(read).mark(sheet)
    assert marked.error == ""
    return {part.part: part.ok for part in marked.parts}, sheet.answers


@over("cheat", CHEATS, ms=150)
def test_program_that_resets_its_clocks_is_still_timed_correctly(cheat, tmp_path):
    ok, answers = parts_of(
        tmp_path, KEY, LATE.replace("\ndef waste", "\n" + CHEATS[cheat] + "def waste")
    )
    assert ok == {"visits": True, "time": False}
    assert float(answers["time"]) >= 0.6


def test_work_before_the_first_call_is_not_timed(tmp_path):
    assert parts_of(tmp_path, KEY, WASTE + "waste()\n" + RIGHT)[0] == {"visits": True, "time": True}
