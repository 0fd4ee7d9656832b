"""CS 480's script: its output is read, and its moves and counts are compared with ours."""

from tests.support.programs_cs480 import script
from tests.support.programs_marking import checked
from tests.tracer.programs.test_cs480 import key


def test_minimax_from_the_start_stays_within_the_default_limits(tmp_path):
    done = checked(tmp_path, key(search="minimax"), script())
    assert done.marked.ok, done.record
    assert done.sheet.answers["counts"] == {"visited": 549_946}
