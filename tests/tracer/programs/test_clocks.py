"""The time of a program is measured outside of it: no clock that it can set counts."""

from tests.support.cases import over
from tests.support.hostile import RIGHT
from tests.support.program_files import read_program
from tests.support.programs_marking import key_in
from tests.support.tables import table
from tests.tracer.programs.test_sheets import programs
from tracer.marking.grading.make_grader import grader_of
from tracer.programs.sheets import ProgramRunner, sheets_of_programs

#: Uses so much processor time, by a clock that it has taken aside.
WASTE = read_program("aima/waste")
LATE = WASTE + RIGHT.replace("    def highest(", "    waste()\n    def highest(", 1)

#: What a program can do to be taken for a fast one.
CHEATS = dict(table(__file__, "clocks-cheats"))
KEY = "source: lecture\nparts: {visits: 1, time: 1}\nseconds: 0.15\n"


def parts_of(tmp_path, key, code):
    read = key_in(tmp_path, key)
    (sheet,) = sheets_of_programs(programs(tmp_path, code), read, ProgramRunner())
    marked = grader_of(read).mark(sheet)
    assert marked.error == ""
    return {part.part: part.ok for part in marked.parts}, sheet.answers


@over("cheat", CHEATS, ms=45)
def test_program_that_resets_its_clocks_is_still_timed_correctly(cheat, tmp_path):
    ok, answers = parts_of(
        tmp_path, KEY, LATE.replace("\ndef waste", "\n" + CHEATS[cheat] + "def waste")
    )
    assert ok == {"visits": True, "time": False}
    assert float(answers["time"]) >= 0.25


def test_work_before_the_first_call_is_not_timed(tmp_path):
    assert parts_of(tmp_path, KEY, WASTE + "waste()\n" + RIGHT)[0] == {"visits": True, "time": True}
